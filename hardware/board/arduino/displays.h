/* The two optional displays of an Uno, a Nano or an Uno R4: other boards have keys on their pins. Every
 * wait is bounded: a chip that is not there, or a wire that came off, costs the keys nothing. */
#ifndef BANQUIER_DISPLAYS_H
#define BANQUIER_DISPLAYS_H

#include "board.h"

uint8_t displays_start(void); /* 1: row A answers, 2: row B (which cannot be asked) */
void displays_step(void);     /* once a millisecond: at most one chip is written */

#endif
