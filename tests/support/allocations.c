/* Counts allocations: through the sanitizers' hooks, or through an allocator in front of the C library's. */
#include "tests/support/allocations.h"

#include <stdatomic.h>
#include <stddef.h>

#include "tests/support/sanitized.h"

static atomic_ulong taken;

unsigned long allocations(void) { return atomic_load_explicit(&taken, memory_order_relaxed); }

static void count(void) { atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed); }

#ifdef SANITIZED
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *block, size_t bytes) {
    (void)block, (void)bytes;
    count();
}

static void on_free(const volatile void *block) { (void)block; }

__attribute__((constructor)) static void install(void) { __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free); }
#else
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t items, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *malloc(size_t bytes);
void *calloc(size_t items, size_t bytes);
void *realloc(void *block, size_t bytes);

void *malloc(size_t bytes) {
    count();
    return __libc_malloc(bytes);
}

void *calloc(size_t items, size_t bytes) {
    count();
    return __libc_calloc(items, bytes);
}

void *realloc(void *block, size_t bytes) {
    count();
    return __libc_realloc(block, bytes);
}
#endif
