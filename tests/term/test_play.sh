#!/bin/bash
# Plays in the terminal through pipes and in a real terminal (tmux): choices, help, hints, rules, leaving, continuing.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
in_memory
export LC_ALL=C.UTF-8 LANG=C.UTF-8
unset LANGUAGE LC_MESSAGES NO_COLOR

# Long matches that only look at words run the release build, which plays the same games ten times as fast.
quick=$PWD/build/release/araldo
declare -A company # greedy bots at the other seats, by GAME and GAME:VARIANT
for game in $(known -); do
    company[$game]=$(seats "$game" greedy you)
    for variant in $(known "$game:-"); do company[$game:$variant]=$(seats "$game:$variant" greedy you); done
done
# table GAME[:VARIANT] ARGUMENT...: plays with greedy bots at the other seats
table() { timeout 300 "$araldo" play --seats "${company[$1]}" "$@" 2>&1; }
# play INPUT ARGUMENT...: the transcript; INPUT is a printf format
play() { local input=$1; shift; printf -- "$input" | table "$@"; }
ones() { yes 1 | head -n "$1"; }
languages=$(build/dev/tools/catalogue languages | cut -d' ' -f1)

# ---- what is refused
refused "play without a game" 'no game given' "$araldo" play
refused "play an unknown game" 'unknown game' "$araldo" play scopa
refused "nobody is you" "exactly one seat must be 'you'" "$araldo" play primiera --seats greedy,greedy,greedy,greedy
refused "two are you" "exactly one seat must be 'you'" "$araldo" play primiera --seats you,you,greedy,greedy
refused "too many seats" 'takes 3, not 4' "$araldo" play primiera:robot --seats you,greedy,greedy,greedy
refused "unknown language" "unknown language 'xx'; choose from en \(English\), it \(Italiano\), fr \(Français\)" "$araldo" play primiera --lang xx
refused "no such saved game" 'cannot read' "$araldo" play --resume "$folder/none"
refused "resume stands alone" 'keeps its settings' "$araldo" play primiera --resume "$folder/none"

like "without --seats the first seat is yours" '^  You lay ' "$(printf '1\n' | "$araldo" play primiera --seed 4)"

# ---- the first screen
screen=$(play '' primiera --seed 4)
equal "end of input ends cleanly" 0 $?
like "the score is shown" '^                  points    hand    pile  sweeps$' "$screen"
like "the seats are shown" '^  greedy 2             0       9       0       0  opposite$' "$screen"
like "the table is shown" '^  On the table  -$' "$screen"
like "the hand is numbered" '^    1  5S♠$' "$screen"
like "you are asked" '^  Lay one of your cards face down' "$screen"
like "what others lay is not told" '^  greedy 1 lays a card face down\.$' "$screen"
equal "your seat may be another" 1 "$(printf '' | "$araldo" play primiera --seed 4 --seats greedy,you,greedy,greedy | grep -c '^  You                  0      10')"

# ---- choosing
like "by number" '^  You lay 5S♠ face down\.$' "$(play '1\n' primiera --seed 4)"
like "by name" '^  You lay 10S♠ face down\.$' "$(play '10S\n' primiera --seed 4)"
like "by name in small letters" '^  You lay 10S♠ face down\.$' "$(play '  10s  \r\n' primiera --seed 4)"
like "what is taken is told beforehand" '^    2  10S♠   takes 8B♣ 2S♠$' "$(play '1\n' primiera --seed 4)"
like "and afterwards" '^  You play 10S♠ and take 8B♣ 2S♠\.$' "$(play '1\n2\n' primiera --seed 4)"
like "the whole move as notation" '^  You play 10S♠ and take 8B♣ 2S♠\.$' "$(play '1\n10S=2S+8B\n' primiera --seed 4)"
for wrong in 0 11 -1 99999999999999999999; do
    like "refused: $wrong" '^That is not one of the choices; type \? for help\.$' "$(play "$wrong\n" primiera --seed 4)"
done
for wrong in 11X xyz '%%s%%n' '....'; do
    like "refused: $wrong" "^'${wrong//%%/%}' is not a card; cards are written 7D, 10S, 1B, 4C$" "$(play "$wrong\n" primiera --seed 4)"
done
like "a card that you do not have" '^7D♦ is not in your hand\.$' "$(play '7D\n' primiera --seed 4)"
like "an opening card cannot take" '^an opening card takes nothing$' "$(play '10S=8B\n' primiera --seed 4)"
like "what a card cannot take" '^10S♠ cannot take that\.$' "$(play '1\n10S=8B\n' primiera --seed 4)"
like "a bid out of turn, in Italian" '^il cambio viene dopo: prima punta, vedi, passa o lascia$' "$(play 'keep\n' primero --lang it --seed 4)"
like "what cannot be taken, in German" '^Ah♥ lässt sich jetzt nicht nehmen\.$' "$(play 'take:Ah\n' royalflush --lang de --seed 4)"
like "a board, in French" '^Le tableau « Quinte flush royale » ne peut pas être marqué maintenant\.$' "$(play 'score:royalflush\n' royalflush --lang fr --seed 4)"
like "a vie with a space for the colon" '^  You vie 1 coin\.$' "$(play 'vie 1\n' primero:italian --seed 2)"
like "its reason if it is refused, in French" '^une mise va d’une pièce à la limite de la table$' "$(play 'vie 500\n' primero:italian --lang fr --seed 2)"
like "what is not a move, in Spanish" '^«fly:1» no es una jugada; las posibles son draw' "$(play 'fly:1\n' primo --lang es --seed 4)"
like "a zero byte" 'is not a card' "$(printf '1\0\n' | table primiera --seed 4)"
like "a very long line" 'is not a card' "$( (head -c 100000 /dev/zero | tr '\0' 1; echo) | table primiera --seed 4)"

# With several captures, and only then, which one is asked. Seed 2: 10C♥ can take 8C♥ 2C♥ or 8B♣ 2C♥.
like "a choice of captures is announced" '^    6  10C♥   2 ways$' "$(play '1\n' primiera --seed 2)"
screen=$(play '1\n10c\n' primiera --seed 2)
like "the captures are listed" '^    2  10C♥   takes 8B♣ 2C♥$' "$screen"
like "one of them is asked for" '^Which one\?' "$screen"
like "and taken" '^  You play 10C♥ and take 8C♥ 2C♥\.$' "$(play '1\n10c\n1\n' primiera --seed 2)"
like "the other one too" '^  You play 10C♥ and take 8B♣ 2C♥\.$' "$(play '1\n10c\n2\n' primiera --seed 2)"
like "a wrong answer is asked again" '^Which one.* 1$' "$(play '1\n10c\n3\n1\n' primiera --seed 2)"
like "one can go back" '^  You play 2B♣ and take 2C♥\.$' "$(play '1\n10c\n\n2b\n' primiera --seed 2)"
equal "one capture is not asked for" 0 "$(play '1\n2b\n' primiera --seed 2 | grep -c '^Which one')"

# A move that is the only one is said and played, and not asked for: the draw that begins a turn of Primo, the last card of a hand.
screen=$(play '' primo --seed 1)
like "the only move is said" '^  Your only move: draw a card\.$' "$screen"
equal "and not asked for" 1 "$(grep -c '^>' <<<"$screen")"
like "in the reader's language" '^  Dein einziger Zug: ' "$(play '' primo --seed 1 --lang de)"
like "a last card is played" '^  Your only move: [0-9]+[SBCD][♠♣♥♦], ' "$(ones 9 | table primiera:classic --seed 4)"

# Words are for the player to find. Seed 3: A D E E I M R, with which MARDI can be laid.
screen=$(play 'word\nADMIRE\n' primo:solo --seed 3)
like "that a word can be laid is said, and not which" '^    7  lay a word$' "$screen"
equal "words are not listed" 0 "$(play 'word\n\n' primo:solo --seed 3 | grep -c 'MARDI')"
like "a word is typed" '^  You write ADMIRE\.$' "$screen"
like "without further ado" '^  You write MARDI\.$' "$(play 'mardi\n' primo:solo --seed 3)"
like "what is no word is none of the choices" '^That is not one of the choices\.$' "$(play 'word\n12\n' primo:solo --seed 3)"
like "a word without its letters" '^You do not have these letters: Z Z Z\.$' "$(play 'zzz\n' primo --seed 1)"
like "a word that is none" '^HUN is not in the dictionary\.$' "$(play 'word:hun\n' primo --seed 1)"
like "a word without a Pencil" '^To write, you need a Pencil' "$(play 'une\n' primo --seed 1)"
like "a word of a wrong length" '^Words must have 4, 5, 6 or 7 letters\.$' "$(play 'une\n' primo extreme=yes --seed 1)"

# Each reader has their own sentence: the player who acts, the player something is done to, and everybody else.
screen=$(ones 40 | "$araldo" play primo:four --seats you,random,random,random --seed 1)
like "told to the player who acts" '^  You put an Eraser on random 2’s Pencil\.$' "$screen"
like "told to the player it is done to" '^  random 2 puts an Eraser on your Pencil\.$' "$screen"
like "told to everybody else" '^  random 3 puts an Eraser on random 2’s Pencil\.$' "$screen"
screen=$(printf 'PASSA\n' | "$araldo" play primero --lang it --seed 3 --seats you,greedy 2>&1)
like "Primero's actions are in the reader's language" '^    [0-9]  Passa  ' "$screen"
like "and can be typed as they are listed" '^  Passi\.$' "$screen"
screen=$(yes "$(printf 'vie\n1\n1')" | head -n 120 | "$araldo" play primero --seats you,greedy,greedy,greedy --seed 2)
like "with a number, to the player who acts" '^  You vie 1 coin\.$' "$screen"
like "with a number, to everybody else" '^  greedy [1-3] vies 1 coin\.$' "$screen"

# ---- help, hint, rules, the table again
like "help" '^  h  a hint$' "$(play '?\n' primiera --seed 4)"
like "a hint with its reason" '^  Hint: 10D♦, takes 10S♠\. It wins 2 cards, 1 of them a coin\.' "$(play '1\nh\n' primiera --seed 5)"
like "the rules" '^Primiera$' "$(play 'r\n' primiera --seed 4)"
equal "Enter shows the table again" 2 "$(play '\n' primiera --seed 4 | grep -c '^── Primiera')"
equal "a hint does not" 1 "$(play 'h\n' primiera --seed 4 | grep -c '^── Primiera')"
like "a hint in words of the game" '^  Hint: Eraser, put it on greedy 1’s Pencil\. greedy 1 can write' "$(play 'h\n' primo --seed 1)"
like "cards in its reasons have their signs" '^  Hint: exchange 2c♣\. You keep 6c♣\.' "$(printf '1\nh\n' | timeout 300 "$araldo" play primero:english --seed 3 --seats you,greedy 2>&1)"
like "what is expected, with the decimal sign of the language" '(^| )[−+]?[0-9]+,[0-9]\.$' "$(play 'h\n' primero --seed 1 --lang fr)"

# ---- whole matches of every game and variant; nothing is wider than the terminal
for game in $(known -); do
    for variant in $(known "$game:-"); do
        ones 4000 | timeout 300 "$araldo" play "$game:$variant" --seats "${company[$game:$variant]//greedy/random}" --seed 7 >"$folder/match" 2>&1
        equal "$game:$variant ends" "0" $?
        equal "$game:$variant leaves nothing to ask" 0 "$(tail -n 1 "$folder/match" | grep -c '^>')"
    done
done
# hint VARIANT FIRST: asks for a hint in a game's first variant only; its words are the same in all, and thinking takes time
hint() { if [ "$1" = "$2" ]; then echo h; fi; }
for variant in heralds classic two three robot; do
    for language in $languages; do
        (echo '?'; hint "$variant" heralds; ones 300) | araldo=$quick table "primiera:$variant" --lang "$language" --seed 6 target=1 >"$folder/match" 2>&1
        equal "$variant in $language fits 80 columns" "" "$(grep -E '^.{81,}' "$folder/match" | head -n 1)"
    done
done
for variant in italian english; do
    for language in $languages; do
        (echo '?'; hint "$variant" italian; ones 120) | araldo=$quick table "primero:$variant" --lang "$language" --seed 6 >"$folder/match" 2>&1
        equal "primero:$variant in $language fits 80 columns" "" "$(grep -E '^.{81,}' "$folder/match" | head -n 1)"
    done
done
for variant in duel six solo; do
    for language in $languages; do
        (echo '?'; hint "$variant" duel; ones 120) | araldo=$quick table "primo:$variant" --lang "$language" --seed 6 >"$folder/match" 2>&1
        equal "primo:$variant in $language fits 80 columns" "" "$(grep -E '^.{81,}' "$folder/match" | head -n 1)"
    done
done
like "the robot's partner chooses for it" '^  Your partner, the Robot, plays next' \
    "$(for seed in 1 2 3 4 5 6; do ones 40 | araldo=$quick table primiera:robot --seed $seed; done)"
like "Italian" '^  Tocca a te: gioca una carta\.$' "$(play '1\n' primiera --lang it --seed 4)"
like "the language of the environment" '^  Du bist dran' "$(printf '1\n' | env LC_ALL=de_DE.UTF-8 "$araldo" play primiera --seats you,greedy,greedy,greedy --seed 4)"

# What a choice promises is what happens, sweeps included: the very last card of a round makes none.
for seed in 1 2 3 4 5 6 7 8; do ones 400 | araldo=$quick table primiera:classic --seed $seed target=30; done >"$folder/match" 2>&1
equal "choices promise what happens" "0 wrong, sweeps and cleared tables seen" "$(awk '
    / On the table / {table = NF - 3}
    /^    1  / {promised = /a sweep$/; takes = NF - 3 - 2 * promised}
    /^  Your only move: / {promised = /a sweep\.$/; takes = NF - 5 - 2 * promised}
    /^  You play / {
        happened = /A sweep!$/
        if (promised != happened) wrong++
        if (happened) sweeps++
        if (!happened && / take / && takes == table) cleared++
    }
    END {print wrong + 0 " wrong, sweeps" (sweeps ? "" : " not") " and cleared tables" (cleared ? "" : " not") " seen"}' "$folder/match")"

# ---- Royal Flush: a board first, then its cards, but only where there is a choice
screen=$(play 'fullhouse\n' royalflush --seed 5)
like "a board is listed with its points, and its cards where they are the only ones" \
    '^    9  score Full House for 10 points: 3c♣ 3d♦ 3s♠ Jh♥ Js♠$' "$screen"
like "and scored by name" '^  You score Full House with 3c♣ 3d♦ 3s♠ Jh♥ Js♠: 10 points\.$' "$screen"
equal "cards without a choice are not asked for" 2 "$(grep -c '^>' <<<"$screen")"
screen=$(play 'pair\n3d\n' royalflush --seed 5)
like "cards with a choice are" '^  Pair: which is the lowest card\?$' "$screen"
like "with what would follow" '^    2  3d♦ +3s♠$' "$screen"
like "or how many ways there are" '^    1  3c♣ +2 ways$' "$screen"
like "and laid" '^  You score Pair with 3d♦ 3s♠: 2 points\.$' "$screen"
like "the board shows who holds it" '^  Pair                        2 You ' "$screen"
like "cards taken from the display are remembered" '^  greedy 1      Td♦  Jd♦$' "$screen"
like "what others draw is not told" '^  greedy 1 draws a card\.$' "$(ones 200 | "$araldo" play royalflush --seed 6 --seats you,greedy)"
like "a hint for a card" '^  Hint: take Js♠\. That leaves you 1 card short of Full House\. Its best' "$(play 'h\n' royalflush --seed 6 --seats you,greedy,greedy)"
for language in $languages; do
    (echo '?'; echo h; yes "$(printf 'score:bigstraight\nh\n1')" | head -n 1500) |
        timeout 300 "$quick" play royalflush --lang "$language" --seed 6 --seats you,greedy,greedy,greedy,greedy children=0,1 >"$folder/match" 2>&1
    equal "royalflush in $language fits 80 columns" "" "$(grep -E '^.{81,}' "$folder/match" | head -n 1)"
done

# ---- --plain: for screen readers, pipes and logs
plain() { play "$1" "$2" --plain --seed 4; }
screen=$(plain '1\n1\n' primiera)
like "plain: every number has its title" '^greedy 2: points 0, hand 8, pile 2, sweeps 0, opposite$' "$screen"
like "plain: a title without a line" '^Primiera: Heralds, round 1, to 21 points$' "$screen"
like "plain: cards as they are typed" '^You play 6S; it stays on the table\.$' "$screen"
like "plain: choices" '^2\. 10S, takes 8B 2S$' "$screen"
like "plain: the table" '^On the table: 9S 8B 2S$' "$screen"
like "plain: the score of a round" '^You: cards [0-9]+, coins [0-9]+, seven (7D|-), primiera [0-9-]+, sweeps [0-9]+, points [0-9]+$' \
    "$(ones 12 | table primiera:two --plain --seed 4 target=1; ones 60 | table primiera:two --plain --seed 5 target=1)"
screen=$(plain '?\n1\n' royalflush)
like "plain: boards" '^Pair: 2 free, 1 free, 1 free$' "$screen"
like "plain: the display" '^Display: [2-9TJQKA][cdhs]( [2-9TJQKA][cdhs]){3}$' "$screen"
like "plain: the signs of the game" '^7c clubs, 7d diamonds, 7h hearts, 7s spades, \*\* joker$' "$screen"
like "plain: help" '^q  leave the table' "$screen"
like "plain: Primero" '^You: purse 100, bet 0, cards 2' "$(plain '' primero)"
like "plain: Primo" '^You: cards 7, words -$' "$(plain '' primo:four)"
like "plain: sentences are not broken" '^.{81,}$' "$(plain '' royalflush)"
for game in primiera:robot royalflush primero:italian primo:six; do
    # Nothing but letters, digits, punctuation: no escapes, no drawn lines, no signs, no columns.
    (printf '?\nr\n'; ones 300) | table "$game" --plain --seed 6 >"$folder/match" 2>&1
    sed -i '/^Primiera$\|^Royal Flush$\|^Primero$\|^Primo$/,/^> /d' "$folder/match" # the rules are a text of their own
    equal "plain: $game has no signs" "" "$(grep -nP '[^ -~À-ſ‘’“”„«»…−]' "$folder/match" | head -n 1)"
    equal "plain: $game has no columns" "" "$(grep -nE '[^ ]   ' "$folder/match" | head -n 1)"
    like "plain: $game ends" 'The match is over' "$(yes "$(printf '1\n2')" | head -n 6000 | table "$game" --plain --seed 6)"
done

# ---- without a game: questions
form() { printf -- "$1" | "$araldo" play --seed 4 2>&1; }
screen=$(form '1\n\n\n')
like "the games are listed" '^    2  Royal Flush$' "$screen"
like "and the ways of playing" '^    3  Two players$' "$screen"
like "with what is special" '^       Four players; partners sit opposite each other\.' "$screen"
like "Enter alone begins" '^  You are dealt ' "$screen"
like "how to come back" '^To play with these settings again: araldo play primiera:heralds$' "$screen"
like "by name" '^── Primero: Italian' "$(form 'Primero\nitalian\n\n\n')"
screen=$(form 'primiera\n3\no\n1\n0\n1500\n3\n\n')
like "options with their values" '^    1  Points to win: 11$' "$screen"
like "bounds are told" '^  Points to win: 1 to 999, default 11$' "$screen"
like "a value out of bounds" "^target must be a number from 1 to 999, not '1500'\$" "$screen"
like "a new value is listed" '^    1  Points to win: 3$' "$screen"
like "and played to" '^── Primiera: Two players · round 1, to 3 points' "$screen"
like "and told" '^To play with these settings again: araldo play primiera:two target=3$' "$screen"
like "a value by number" '^To play with these settings again: araldo play primiera:heralds extra_round=any$' "$(form '1\n1\no\n2\n2\n\n')"
like "a value by its word" '^To play with these settings again: araldo play primiera:heralds extra_round=any$' "$(form '1\n1\no\n2\nany\n\n')"
like "the usual value again" '^To play with these settings again: araldo play primiera:heralds$' "$(form '1\n1\no\n1\n5\n1\n-\n\n')"
screen=$(form '2\n3\no\n2\n0,2\n3\n2\n\n')
like "the number of players" '^  Bot 2 ' "$screen"
like "an option that needs another" '^    3  Unplayed jokers: ' "$screen"
like "and all of them together" '^To play with these settings again: araldo play royalflush:standard children=0,2 jokers=each-round --seats you,medium,medium$' "$screen"
like "goes with it" '^To play with these settings again: araldo play royalflush:standard --seats' "$(form '2\n3\no\n2\n0,2\n3\n2\n2\n-\n\n')"
like "boards by name" '^  The boards: Pair, Three of a Kind, Triple Pair, Full House, Flush, ' \
    "$(form '2\n\no\n1\npair,three,triplepair,fullhouse,flush,bigflush,straight,bigstraight\n\n')"
like "wrong answers are asked again" '^Which game\? \(q to quit\) 1$' "$(form '9\nx\n1\n')"
form 'q\n' >/dev/null
equal "q leaves the form" 0 $?
equal "q leaves at every question" 0 "$(for answers in '1\nq\n' '2\nq\n' '1\n1\nq\n' '1\n1\no\nq\n' '1\n1\no\n1\nq\n'; do form "$answers"; done | grep -c Welcome)"
like "seats may be given" '^  random 1 ' "$(printf '1\n1\n3\n\n' | "$araldo" play --seats you,random --seed 4 2>&1)"
like "then the way of playing has to fit" 'takes 4, not 2' "$(printf '1\n1\n3\n\n' | "$araldo" play --seats you,random --seed 4 2>&1)"
like "the form in Italian" '^    1  Punti per vincere: 21$' "$(printf '1\n1\no\n\n' | "$araldo" play --lang it --seed 4 2>&1)"
like "the form is plain too" '^1\. Points to win: 21$' "$(printf '1\n1\no\n\n' | "$araldo" play --plain --seed 4 2>&1)"
for language in $languages; do
    for answers in '1\n\no\n1\n\n2\n\n\n' '2\n\no\n1\n\n2\n\n\n' '3\n\n\no\n1\n\n7\n\n\n' '4\n\no\n1\n\n2\n\n\n'; do
        screen=$(printf -- "$answers" | "$araldo" play --lang "$language" --seed 4 2>&1)
        equal "the form in $language fits 80 columns: $answers" "" "$(grep -E '^.{81,}' <<<"$screen" | head -n 1)"
        [ "$(wc -l <<<"$screen")" -gt 30 ] && pass "and begins" || fail "and begins" "$screen"
    done
done

# ---- leaving, saving, going on exactly there
like "leaving without saving" '^Save the game .* n$' "$(play 'q\nn\n' primiera --seed 4)"
equal "which leaves no file" "" "$(cd "$folder" && play 'q\nno\n' primiera --seed 4 >/dev/null; ls "$folder" | grep jsonl)"
like "thinking better of it" '^  You lay 5S♠' "$(play 'q\n\n1\n' primiera --seed 4)"
like "neither yes nor no is asked again" '^  You lay 5S♠' "$(play 'q\nfile\n\n1\n' primiera --seed 4)"
like "yes in another language" 'Nome del file' "$(play 'q\ns\n' primiera --seed 4 --lang it)"
like "a name is proposed" 'Enter for primiera-1\.jsonl' "$(play 'q\ny\n' primiera --seed 4)"
ones 60 | table primiera --seed 9 >"$folder/whole"
for moves in 1 4 17; do
    saved="$folder/saved$moves"
    (ones "$moves"; printf 'q\ny\n%s\n' "$saved") | table primiera --seed 9 >"$folder/part"
    like "saved after $moves" '^Saved\. To continue: araldo play --resume ' "$(cat "$folder/part")"
    ones $((60 - moves)) | "$araldo" play --resume "$saved" >"$folder/rest"
    equal "goes on after $moves as if never left" "$(tail -n 300 "$folder/whole" | tail -n 60)" "$(tail -n 60 "$folder/rest")"
    "$araldo" verify "$saved" >"$folder/report" 2>&1
    equal "a saved game is no whole record" 2 $?
    like "the saved part keeps the rules" "rules: the record is unfinished: it ends after line $(wc -l <"$saved"), before the match is over" "$(cat "$folder/report")"
done
# In the language it was saved in, unless another one is asked for. A saved game of an earlier version says no language.
saved="$folder/italian"
printf '1\nq\ns\n%s\n' "$saved" | table primiera --seed 9 --lang it >/dev/null
# resumed FILE [OPTION...]: what the person is asked
resumed() { "$araldo" play --resume "$@" </dev/null; }
like "goes on in its language" '^  Tocca a te: gioca una carta\.$' "$(resumed "$saved")"
like "unless asked otherwise" '^  Du bist dran' "$(resumed "$saved" --lang de)"
sed '1s/,"language":"it"//' "$saved" >"$folder/silent"
equal "a saved game of an earlier version" 1 "$(cmp -s "$saved" "$folder/silent"; echo $?)"
like "goes on in the language of the environment" '^  Your turn: play a card\.$' "$(resumed "$folder/silent")"
sed '1s/"language":"it"/"language":"xx"/' "$saved" >"$folder/unspoken"
like "so does one in a language that we do not speak" '^  Your turn: play a card\.$' "$(resumed "$folder/unspoken")"
printf '1\nq\ny\n%s\n' "$folder/corrected" | table primero --seed 4 >/dev/null
sed -i '1s/"revision":2/"revision":1/' "$folder/corrected"
printf '1\nq\ny\n\n' | "$araldo" play --resume "$folder/corrected" >/dev/null
like "a game begun by earlier rules keeps them" '"revision":1,' "$(head -n 1 "$folder/corrected")"
sed '1s/"revision":1/"revision":99/' "$saved" >"$folder/later"
refused "a game by rules that we do not know" 'follows revision 99 of the rules; this program knows 1' "$araldo" play --resume "$folder/later"
sed '1s/"format":1/"format":99/' "$saved" >"$folder/later"
refused "a game in a format that we do not know" 'has format 99; this program knows 1' "$araldo" play --resume "$folder/later"
sed '1s/"greedy"/"merlin"/' "$saved" >"$folder/later"
refused "a game against a bot that is gone" "no bot called 'merlin' plays primiera" "$araldo" play --resume "$folder/later"
# Bots that remember the round have not forgotten it.
remembering() { timeout 300 "$araldo" play primiera --seats you,medium,medium,medium --seed 9 target=3 2>&1; }
plays() { grep 'Bot [123] plays' "$folder/$1"; }
ones 12 | remembering >"$folder/whole"
for moves in 3 5 7; do
    saved="$folder/remembered$moves"
    (ones "$moves"; printf 'q\ny\n%s\n' "$saved") | remembering >/dev/null
    ones $((12 - moves)) | "$araldo" play --resume "$saved" >"$folder/rest"
    equal "bots remember the round after $moves" "$(plays whole | tail -n "$(plays rest | wc -l)")" "$(plays rest)"
    [ "$(plays rest | wc -l)" -gt 8 ] && pass "and go on playing" || fail "they go on playing" "$(cat "$folder/rest")"
done
like "an existing file is not overwritten" '^A file with that name already exists\.$' "$(play "q\ny\n$folder/saved1\n" primiera --seed 4)"
(ones 3; printf 'q\ny\n\n') | "$araldo" play --resume "$folder/saved1" >"$folder/part"
like "but the game gone on with may be" 'Saved\.' "$(cat "$folder/part")"
like "a place that cannot be written" 'cannot write' "$(play 'q\ny\n/no/such/place\n' primiera --seed 4)"
sed '1s/"seed":"../"seed":"00/' "$folder/saved4" >"$folder/forged"
refused "a forged seed" 'do not come from the seed' "$araldo" play --resume "$folder/forged"
head -c -9 "$folder/saved4" >"$folder/short"
refused "a saved game cut short" 'newline is missing' "$araldo" play --resume "$folder/short"
"$araldo" sim primiera:two --seats greedy,greedy --seed 3 --record "$folder/over" >/dev/null 2>&1
refused "a match that is over" 'no match to continue' "$araldo" play --resume "$folder/over"
head -n 40 "$folder/over" >"$folder/bots"
refused "a match without you" 'exactly one seat' "$araldo" play --resume "$folder/bots"

# ---- replay
"$araldo" replay "$folder/over" >"$folder/replayed" 2>&1
equal "replay" 0 $?
like "replay tells the lines" '^     3  Round 1: greedy [01] deals\.$' "$(cat "$folder/replayed")"
like "replay draws the table" '^── Primiera: Two players · round 1, to 11 points ─+$' "$(cat "$folder/replayed")"
like "with all hands" '^  greedy 1 +([0-9]+[SBCD][♠♣♥♦] ){2}[0-9]+[SBCD][♠♣♥♦]$' "$(cat "$folder/replayed")"
equal "and no positions" 0 "$(grep -c 'round=1' "$folder/replayed")"
like "unless they are asked for" '^        primiera:two round=1 .*hands=[^?]* ' "$("$araldo" replay "$folder/over" --positions)"
like "plain replay" '^greedy 1: points 0, hand 3, pile 0, sweeps 0' "$("$araldo" replay "$folder/over" --plain)"
"$araldo" sim primiera:two --seats greedy,greedy --games 2 --seed 3 --record "$folder/both" >/dev/null 2>&1
equal "a game is picked by its number" "$("$araldo" replay "$folder/both" | sed -n '/seed/h;/seed/!H;${x;p}')" "$("$araldo" replay "$folder/both" --game 2)"
refused "a game that is not there" 'there is no game 3 in the file' "$araldo" replay "$folder/both" --game 3
like "replay ends with the winner" 'The match is over\. Winner' "$(cat "$folder/replayed")"
# Every line of a record has its words, but for chance, which the lines after it tell; none is shown field by field.
for setup in primiera:robot primero:italian primo:four "royalflush boards=random children=1"; do
    # shellcheck disable=SC2086
    "$araldo" sim $setup --seed 5 --record "$folder/spoken" >/dev/null 2>&1
    "$araldo" replay "$folder/spoken" >"$folder/replayed" 2>&1
    equal "replay of $setup has words for all but chance" "lot shuffle" "$(awk 'NR == FNR { told[$1]; next } !(FNR in told) {
        split($0, part, "\""); print part[4] }' <(grep -oE '^ *[0-9]+  ' "$folder/replayed") "$folder/spoken" |
        cat - <(printf 'lot\nshuffle\n') | sort -u | xargs)"
    equal "replay of $setup shows no fields" "" "$(grep -E '^ *[0-9]+  [a-z]+: [a-z]+ ' "$folder/replayed" | head -n 1)"
done
like "replay tells a card laid" '^ *[0-9]+  greedy [0-9] lays ' "$(cat "$folder/replayed")"
equal "play does not tell it twice" 0 "$(ones 200 | "$araldo" play royalflush --seed 6 | grep -c ' lays ')"
"$araldo" replay "$folder/over" --seat 1 --lang fr --positions >"$folder/replayed"
like "replay from a seat" '^ +[0-9]+  Vous recevez ' "$(cat "$folder/replayed")"
equal "replay from a seat hides the other" 0 "$(grep -c 'view=0\|hands=[0-9]' "$folder/replayed")"
refused "replay without a file" 'no file given' "$araldo" replay
refused "replay of a missing file" 'cannot read' "$araldo" replay "$folder/none"
refused "replay from a seat that is not there" 'there is nobody in seat 3' "$araldo" replay "$folder/over" --seat 3
"$araldo" replay "$folder/short" >/dev/null 2>"$folder/stderr"
equal "replay of a cut record: status" 2 $?
like "replay of a cut record" 'is cut: line [0-9]+' "$(cat "$folder/stderr")"

# ---- a real terminal
. tests/term/terminal.sh
trap 'mux kill-server; rm -rf "$folder"' EXIT
lines() { terminal 80 40 "$@"; }
# colour NAME yes|no: does the screen have any?
colour() { equal "$1" "$2" "$(capture -e | grep -q $'\033\[[0-9;]*m' && echo yes || echo no)"; }
lines "TERM=dumb $araldo play primiera --seats you,greedy,greedy,greedy --seed 4"
shows "terminal: the hand" '^    1  5S♠'
keys 1 Enter
shows "terminal: the next turn" '^  You lay 5S♠'
shows "terminal: which is asked for" '^> *$' # what is typed before is not waited for
keys h Enter
shows "terminal: a hint" '^  Hint: [0-9]*[SBCD]'
keys q Enter
shows "terminal: leaving" 'Save the game before you leave'
keys y Enter
shows "terminal: saving" '^File name'
keys "$folder/terminal" Enter
shows "terminal: saved" 'Saved\. To continue'
shows "terminal: ended well" '^status 0'
lines "true | $araldo play --resume $folder/terminal"
shows "terminal: input through a pipe has line mode" 'Your turn: play a card'
shows "terminal: which ends with it" '^status 0'
colour "terminal: colour" yes
lines "TERM=dumb $araldo play --resume $folder/terminal"
shows "terminal: resumed" '^> *$'
keys C-d
shows "terminal: end of input" '^status 0'
lines "true | NO_COLOR=1 $araldo play --resume $folder/terminal"
shows "terminal: resumed without colour" '^status 0'
colour "terminal: NO_COLOR" no
rm -rf "$XDG_DATA_HOME"
lines "trap : INT; TERM=dumb $araldo play primiera --seats you,greedy,greedy,greedy --seed 4"
shows "terminal: a game to be interrupted" '^    1  5S♠'
keys 1 Enter
shows "terminal: a move" 'Your turn: play a card'
keys C-c
shows "terminal: Ctrl-C ends it" 'status 130$'
equal "terminal: it stays one game, also if it is named from its own folder" 1 \
    "$(cd "$XDG_DATA_HOME/araldo/matches" && printf '1\n' | "$araldo" play --resume ./*.jsonl >/dev/null && ls | grep -c 'jsonl$')"
lines "$araldo play --plain --seed 4"
shows "terminal: the game is still there" '^Continue Primiera, started on 20.*\(y or n\)'
keys y Enter
shows "terminal: and continues" '^Your turn: play a card'
shows "terminal: with a question" '^> *$'
keys q Enter
shows "terminal: the question before leaving" '^Save the game before you leave'
keys n Enter
shows "terminal: unless it is not wanted" '^status 0'
equal "terminal: then it is gone" "" "$(ls "$XDG_DATA_HOME/araldo/matches")"
lines "$araldo play --plain --seed 4"
shows "terminal: a list of games" '^1\. Primiera$'
keys 1 Enter 1 Enter Enter
shows "terminal: plain" '^1\. 5S$'
colour "terminal: --plain" no
keys C-d
shows "terminal: end of plain input" '^status 0'
lines "$araldo replay $folder/over --step"
shows "terminal: replay waits" '^Enter to continue, q to quit:'
keys Enter
shows "terminal: replay goes on" 'Enter to continue, q to quit:$'
keys q Enter
shows "terminal: replay leaves" '^status 0'

# Lines can be edited, and earlier ones come back. Letters of Primo's words may take several bytes. Nothing that was typed is
# written down.
export HOME=$folder/home
mkdir "$HOME"
rm -rf "$XDG_DATA_HOME"
lines "trap : INT; $araldo play primo:solo --plain --seed 3"
shows "edit: a question" '^> *$'
keys -l 'fêtéx'
keys BSpace Left Left BSpace
shows "edit: Backspace takes a whole letter, before the cursor" '^> fté$'
keys C-a C-k
keys -l 'mzrdi'
keys Left Left Left BSpace
keys -l a
shows "edit: a letter in the middle" '^> mardi$'
keys C-a C-k
keys -l zut
keys Enter
shows "edit: a line is taken" '^You do not have these letters: Z U T\.$'
keys Up
shows "edit: the arrow up brings it back" '^> zut$'
keys BSpace BSpace BSpace
keys -l xyl
keys Enter
shows "edit: to be changed" '^You do not have these letters: X Y L\.$'
keys Up Up
# The line that was taken and the one that is asked for look the same.
for _ in $(seq 600); do if [ "$(capture | grep -c '^> zut$')" = 2 ]; then break; fi; sleep 0.05; done
equal "edit: or one before it" 2 "$(capture | grep -c '^> zut$')"
keys C-c
shows "edit: Ctrl-C ends it" 'status 130$'
equal "edit: nothing that was typed is on disk" "" "$(find "$HOME" -type f; grep -rl zut "$XDG_DATA_HOME")"
for how in TERM HUP; do
    lines "exec bash -c 'bash -c \"echo \\\$\\\$ >$folder/pid; exec $araldo play primo:solo --plain --seed 3\"; stty -a; read -r _'"
    shows "edit: SIG$how comes" '^> *$'
    kill -s "$how" "$(cat "$folder/pid")"
    shows "edit: and the terminal is as it was" '[^-]icanon'
done
finish
