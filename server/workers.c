/* Runs the worker threads: takes questions in order, keeps opened bots, posts the answers. */
#include "server/workers.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bots/bot.h"
#include "games/games.h"

enum {
    BOTS_PER_WORKER_MAX = 64,
    THINKING_NICE = 5, /* where cores are few the loop goes first */
};

typedef struct Question {
    AnswerLetter reply; /* first: the letter that comes back is its question */
    struct Question *next;
    Ask ask;
} Question;

typedef struct Worker {
    Workers *workers;
    pthread_t thread;
    int bot_count;
    Bot *bots[BOTS_PER_WORKER_MAX];
} Worker;

struct Workers {
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    Question *questions;     /* as many as there are threads: the room asks no more at once */
    Question *unused;        /* of these */
    Question *first, **last; /* that wait */
    int waiting;
    uint64_t answered;
    bool stopping;
    Mailbox *mailbox;
    const Log *log;
    int count;
    Worker workers[];
};

/* The bot of that game and level, opened the first time; NULL if it cannot be. */
static Bot *bot_for(Worker *worker, const Game *game, const char *name) {
    for (int i = 0; i < worker->bot_count; i++)
        if (worker->bots[i]->game == game && strcmp(worker->bots[i]->kind->name, name) == 0) return worker->bots[i];
    Error error;
    Bot *bot = worker->bot_count < BOTS_PER_WORKER_MAX ? bot_open(game, span_of(name), &error) : NULL;
    if (bot) worker->bots[worker->bot_count++] = bot;
    return bot;
}

/* The first legal move: a game goes on even where there is no memory for a bot. */
static Move first_move(const Ask *ask) {
    Move *moves = malloc((size_t)ask->game->moves_max * sizeof *moves);
    int count = moves ? ask->game->legal(view_state(VIEW_IN(ask->view)), ask->seat, moves) : 0;
    Move move = count > 0 ? moves[0] : 0;
    free(moves);
    return move;
}

static void think(Worker *worker, const Ask *ask, Answer *answer) {
    Chance dice = chance_stream(&ask->dice, STREAM_BOT, 0);
    Bot *bot = bot_for(worker, ask->game, ask->bot);
    *answer = (Answer){.table = ask->table, .n = ask->n, .seat = ask->seat, .hint_for = ask->hint_for};
    if (!bot) {
        log_line(worker->workers->log, LOG_ERROR, "the bot %s of %s cannot be opened: the first legal move is played", ask->bot,
                 ask->game->name);
        answer->move = first_move(ask);
        return;
    }
    bot_recall(bot, &ask->sights, ask->seat);
    answer->move = bot_choose(bot, VIEW_IN(ask->view), ask->seat, &dice);
    Expectation expectation = bot_expects(bot);
    answer->expects_kind = (int)expectation.kind;
    answer->expects_value = expectation.value;
}

static Question *next_question(Workers *workers, bool answered_one) {
    pthread_mutex_lock(&workers->mutex);
    workers->answered += answered_one;
    while (!workers->first && !workers->stopping) pthread_cond_wait(&workers->asked, &workers->mutex);
    Question *question = workers->stopping ? NULL : workers->first;
    if (question) {
        workers->first = question->next;
        if (!workers->first) workers->last = &workers->first;
        workers->waiting--;
    }
    pthread_mutex_unlock(&workers->mutex);
    return question;
}

static Milliseconds milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (Milliseconds)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *work(void *context) {
    Worker *worker = context;
    setpriority(PRIO_PROCESS, 0, THINKING_NICE); /* of this thread alone, on Linux */
    Question *question = next_question(worker->workers, false);
    while (question) {
        Milliseconds began = milliseconds();
        think(worker, &question->ask, &question->reply.answer);
        question->reply.answer.thought = milliseconds() - began;
        mailbox_put(worker->workers->mailbox, &question->reply.letter);
        question = next_question(worker->workers, true);
    }
    for (int i = 0; i < worker->bot_count; i++) bot_free(worker->bots[i]);
    return NULL;
}

Workers *workers_open(int count, Mailbox *mailbox, const Log *log, Error *error) {
    assert(count > 0 && count <= WORKERS_MAX);
    Workers *workers = calloc(1, sizeof *workers + (size_t)count * sizeof *workers->workers);
    Question *questions = calloc((size_t)count, sizeof *questions);
    if (!workers || !questions) {
        free(workers);
        free(questions);
        error_set(error, "there is not enough memory");
        return NULL;
    }
    workers->questions = questions;
    for (int i = 0; i < count; i++) {
        questions[i].next = workers->unused;
        workers->unused = &questions[i];
    }
    workers->last = &workers->first;
    workers->mailbox = mailbox;
    workers->log = log;
    pthread_mutex_init(&workers->mutex, NULL);
    pthread_cond_init(&workers->asked, NULL);
    for (; workers->count < count; workers->count++) {
        Worker *worker = &workers->workers[workers->count];
        worker->workers = workers;
        int problem = pthread_create(&worker->thread, NULL, work, worker);
        if (!problem) continue;
        error_set(error, "cannot start a thread for bots: %s", strerror(problem));
        workers_free(workers);
        return NULL;
    }
    return workers;
}

void workers_free(Workers *workers) {
    if (!workers) return;
    pthread_mutex_lock(&workers->mutex);
    workers->stopping = true;
    pthread_cond_broadcast(&workers->asked);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->count; i++) pthread_join(workers->workers[i].thread, NULL);
    pthread_mutex_destroy(&workers->mutex);
    pthread_cond_destroy(&workers->asked);
    free(workers->questions);
    free(workers);
}

void workers_ask(Workers *workers, const Ask *ask) {
    Question *question = workers->unused;
    assert(question);
    workers->unused = question->next;
    question->ask = *ask;
    question->next = NULL;
    pthread_mutex_lock(&workers->mutex);
    *workers->last = question;
    workers->last = &question->next;
    workers->waiting++;
    pthread_cond_signal(&workers->asked);
    pthread_mutex_unlock(&workers->mutex);
}

void workers_take_back(Workers *workers, AnswerLetter *reply) {
    Question *question = (Question *)reply;
    question->next = workers->unused;
    workers->unused = question;
}

void workers_counts(Workers *workers, int *waiting, uint64_t *answered) {
    pthread_mutex_lock(&workers->mutex);
    *waiting = workers->waiting;
    *answered = workers->answered;
    pthread_mutex_unlock(&workers->mutex);
}
