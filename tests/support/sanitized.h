/* Defines SANITIZED where the address sanitizer is built in, with either compiler. */
#ifndef ARALDO_TESTS_SUPPORT_SANITIZED_H
#define ARALDO_TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#endif
