/* What the unit asks of the board: `?`, `Q`, `S` the glass, `B` a beep. */
#ifndef BANQUIER_COMMAND_H
#define BANQUIER_COMMAND_H

#include "board.h"

void command_hear(struct board *board, uint8_t byte);

/* Exposed for tests: false when the arguments are not those of an S. */
bool glass_read(struct glass *glass, const char *args);

#endif
