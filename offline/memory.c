/* What both modules offer: memory for the worker, and the memory of the French words. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "offline/host.h"
#include "offline/words.h"

void *EXPORT(engine_take)(size_t bytes) { return malloc(bytes); }
void EXPORT(engine_give)(void *memory) { free(memory); }

/* ---- the French words: only the file that holds them is fetched when they are needed */

void *EXPORT(engine_words)(void) { return words_memory; }
size_t EXPORT(engine_words_length)(void) { return words_length; }
bool EXPORT(engine_needs_words)(const char *game) { return strcmp(game, primo.name) == 0; }
