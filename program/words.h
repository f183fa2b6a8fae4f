/* `araldo words`: is it a word, all words of a rack, the whole lexicon. */
#ifndef ARALDO_PROGRAM_WORDS_H
#define ARALDO_PROGRAM_WORDS_H

/* argv[0] is "words". Exit status: 0 if all are words (or there are any), 1 if not, 2 for wrong arguments. */
int command_words(int argc, char **argv);

#endif
