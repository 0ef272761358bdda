/* The two optional displays and the piezo. Every wait is bounded: a chip that is not
 * there, or a wire that came off, costs the keys nothing. */
#ifndef BANQUIER_DISPLAYS_H
#define BANQUIER_DISPLAYS_H

#include "../core/board.h"

uint8_t displays_start(void); /* 1: row A answers, 2: row B (which cannot be asked) */
void displays_show(const struct glass *glass);
void displays_step(void); /* once a millisecond: at most one chip is written */

void piezo_start(void);
void piezo_play(uint16_t hz, uint16_t ms);
void piezo_step(uint8_t elapsed_ms);

#endif
