/* A deal of the day as a test plays it: the record of a finished match. */
#ifndef ARALDO_TESTS_SUPPORT_DEALT_H
#define ARALDO_TESTS_SUPPORT_DEALT_H

#include "teach/daily.h"

enum { DEALT_BYTES_MAX = DAILY_RECORD_MAX };

/* The record of the deal, played by `medium` in every seat, and its result. */
int dealt_play(const DailyDeal *deal, char record[DEALT_BYTES_MAX]);

#endif
