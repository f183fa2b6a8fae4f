/* The French words that can be laid with some letters.
 *
 * words [LETTERS]: `*` stands for any letter. */
#include <araldo.h>
#include <stdio.h>

static araldo_word found[1000];

int main(int argc, char **argv) {
    araldo_error error;
    int count = araldo_rack_words(argc > 1 ? argv[1] : "HERAUT", found, 1000, &error);
    if (count < 0) {
        fprintf(stderr, "words: %s\n", error.text);
        return 2;
    }
    for (int i = 0; i < count && i < 1000; i++) printf("%-15s %s\n", found[i].letters, found[i].written);
    printf("%d words\n", count);
    return 0;
}
