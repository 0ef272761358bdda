#include "matrix.h"

#include <string.h>

void matrix_clear(struct matrix *matrix)
{
	memset(matrix, 0, sizeof *matrix);
	/* A key that is down while the board starts is no new press. So every key counts as down,
	 * without a message, until it has been read open. */
	memset(matrix->stable, 0xFF, ROWS);
	memset(matrix->muted, 0xFF, ROWS);
}

static bool ambiguous(const uint8_t raw[ROWS])
{
	for (uint8_t a = 0; a < ROWS; a++)
		for (uint8_t b = a + 1; b < ROWS; b++) {
			uint8_t shared = raw[a] & raw[b];
			if (shared & (shared - 1))
				return true;
		}
	return false;
}

/* Milliseconds, plus one, since a state was first read that must last; its first reading starts the
 * time, so that a single reading after a long pause decides nothing. */
static uint8_t lasting(uint8_t count, uint8_t elapsed)
{
	return count ? (uint8_t)(count + elapsed) : 1;
}

/* Columns outside, rows inside: keys closed in the same millisecond come in the unit's own
 * order, lower strobe first, then lower input. */
static void settle(struct matrix *matrix, const uint8_t raw[ROWS], uint8_t elapsed, edge_taker take,
                   void *owner)
{
	uint8_t moved[ROWS];
	for (uint8_t row = 0; row < ROWS; row++) {
		moved[row] = raw[row] ^ matrix->stable[row];
		if (matrix->locked)
			moved[row] &= matrix->stable[row]; /* only releases */
	}
	matrix->counting = false;
	for (uint8_t col = 0; col < MAX_COLS; col++) {
		uint8_t bit = (uint8_t)(1u << col);
		for (uint8_t row = 0; row < ROWS; row++) {
			uint8_t *count = &matrix->count[row][col];
			if (!(moved[row] & bit)) {
				*count = 0;
			} else if ((*count = lasting(*count, elapsed)) <= DEBOUNCE_MS) {
				matrix->counting = true;
			} else {
				*count = 0;
				matrix->stable[row] ^= bit;
				if (matrix->muted[row] & bit)
					matrix->muted[row] &= (uint8_t)~bit;
				else
					take(owner, matrix->stable[row] & bit ? EDGE_DOWN : EDGE_UP, row,
					     col);
			}
		}
	}
}

void matrix_step(struct matrix *matrix, const uint8_t raw[ROWS], uint8_t elapsed, edge_taker take,
                 void *owner)
{
	if (elapsed > DEBOUNCE_MS)
		elapsed = DEBOUNCE_MS; /* the counts are bytes */
	if (ambiguous(raw)) {
		memset(matrix->count, 0, sizeof matrix->count);
		matrix->counting = false;
		matrix->quiet = 0;
		matrix->locked = true;
		if (!matrix->ghost) {
			matrix->ghost = true;
			take(owner, EDGE_GHOST, 0, 0);
		}
		return;
	}
	if (matrix->ghost) {
		/* A bouncing third contact makes the rectangle come and go. */
		matrix->quiet = lasting(matrix->quiet, elapsed);
		if (matrix->quiet <= DEBOUNCE_MS)
			return;
		matrix->ghost = false;
		matrix->quiet = 0;
		take(owner, EDGE_CLEAR, 0, 0);
	}
	uint8_t closed = 0, differ = 0;
	for (uint8_t row = 0; row < ROWS; row++) {
		closed |= raw[row] | matrix->stable[row];
		differ |= raw[row] ^ matrix->stable[row];
	}
	if (differ || matrix->counting)
		settle(matrix, raw, elapsed, take, owner);
	if (matrix->locked) {
		matrix->quiet = closed ? 0 : lasting(matrix->quiet, elapsed);
		matrix->locked = matrix->quiet <= DEBOUNCE_MS;
	}
}
