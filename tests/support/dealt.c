/* Plays a deal of the day from its first card to its last. */
#include "tests/support/dealt.h"

#include "tests/support/tap.h"

typedef struct Writing {
    const Game *game;
    Text text;
} Writing;

static void write_event(void *context, const Event *event) {
    Writing *writing = context;
    event_write(writing->game, event, VIEWER_WHOLE, &writing->text);
    text_char(&writing->text, '\n');
}

int dealt_play(const DailyDeal *deal, char record[DEALT_BYTES_MAX]) {
    DailyMatch match;
    Error error = {""};
    Writing writing = {deal->game, text_init(record, DEALT_BYTES_MAX)};
    EventSink sink = {.take = write_event, .context = &writing};
    assert_true(daily_begin(&match, deal, NULL, &error));
    record_header_write(&match.header, &writing.text);
    text_char(&writing.text, '\n');
    daily_release(&match);
    assert_true(daily_begin(&match, deal, &sink, &error));
    while (daily_actor(&match) >= 0) assert_true(daily_play(&match, daily_choice(&match), &error));
    int score = daily_score(&match);
    daily_release(&match);
    assert_false(writing.text.overflow);
    return score;
}
