/* What the unit asks of the board: `?`, `Q`, `S` the glass, `B` a beep. */
#ifndef BANQUIER_COMMAND_H
#define BANQUIER_COMMAND_H

#include "board.h"

void command_frame(struct board *board); /* board->line holds a `$` line */
void command_bare(struct board *board);  /* board->line was typed by hand */

/* Exposed for tests: false when the arguments are not those of an S. */
bool glass_read(struct glass *glass, const char *args);

#endif
