/* The matrix: raw readings in, one clean edge per press and release out.
 *
 *            c0  c1  c2  c3  ...          rows driven low one at a time,
 *       r0 --+---+---+---+--              columns read through their pull-ups;
 *       r1 --+---+---+---+--              no diodes, so three closed contacts
 *       r2 --+---+---+---+--              at the corners of a rectangle read
 *       r3 --+---+---+---+--              as four
 *
 * Call `matrix_step` about once a millisecond with what each row read, and the milliseconds since
 * the call before. A key counts as moved when all readings of DEBOUNCE_MS differ from before, at both
 * edges. The time is measured, readings are not counted: where something holds up the loop for 40 ms,
 * two readings 40 ms apart are enough, and no press becomes longer than the pause.
 *
 * While two rows share two columns nothing can be told apart: nothing moves, and afterwards no new
 * key goes down until all are up.
 */
#ifndef BANQUIER_MATRIX_H
#define BANQUIER_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#define ROWS 4
#define MAX_COLS 8
#define DEBOUNCE_MS 15

struct matrix {
	uint8_t stable[ROWS];  /* bit c: key (r, c) is down, as far as we say */
	uint8_t muted[ROWS];   /* down since the start: its release is not told */
	uint8_t count[ROWS][MAX_COLS]; /* 0: as before; else 1 + ms since it first read otherwise */
	bool counting; /* some count is not 0 */
	uint8_t quiet; /* the same of a matrix without a ghost, or without any key */
	bool ghost;
	bool locked;  /* after a ghost, until all are up */
};

enum edge { EDGE_UP, EDGE_DOWN, EDGE_GHOST, EDGE_CLEAR };

/* Called for every edge, in order; row and col are 0 for the ghost's own two. */
typedef void (*edge_taker)(void *owner, enum edge edge, uint8_t row, uint8_t col);

void matrix_clear(struct matrix *matrix);
void matrix_step(struct matrix *matrix, const uint8_t raw[ROWS], uint8_t elapsed, edge_taker take,
                 void *owner);

#endif
