/* How many presses the matrix counts when contacts bounce: `debounce` prints a table.
 *
 * Every press and release bounces for up to L ms in three random pulses, then stays still
 * for SOLID_MS. The ideal is the number of presses. */
#include "matrix.h"

#include <stdio.h>
#include <stdlib.h>

#define PRESSES 2000
#define SOLID_MS 20

static unsigned downs, ups;
static uint64_t state = 88172645463325252u;

static unsigned draw(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % below;
}

static void take(void *owner, enum edge edge, uint8_t row, uint8_t col)
{
	(void)owner, (void)row, (void)col;
	downs += edge == EDGE_DOWN;
	ups += edge == EDGE_UP;
}

static void step(struct matrix *matrix, bool closed, unsigned ms)
{
	const uint8_t raw[ROWS] = {0, closed ? 4 : 0, 0, 0};
	while (ms--)
		matrix_step(matrix, raw, 1, take, 0);
}

static void bounce(struct matrix *matrix, bool closes, unsigned longest)
{
	for (unsigned left = longest, pulse = 0; pulse < 3 && left; pulse++) {
		unsigned there = draw(left) + 1;
		left -= there;
		step(matrix, closes, there);
		unsigned back = left ? draw(left) + 1 : 0;
		left -= back;
		step(matrix, !closes, back);
	}
	step(matrix, closes, SOLID_MS);
}

int main(void)
{
	static const unsigned longest[] = {0, 4, 8, 12, 20, 40};
	for (unsigned i = 0; i < sizeof longest / sizeof *longest; i++) {
		struct matrix matrix;
		matrix_clear(&matrix);
		step(&matrix, false, SOLID_MS);
		downs = ups = 0;
		for (unsigned press = 0; press < PRESSES; press++) {
			bounce(&matrix, true, longest[i]);
			bounce(&matrix, false, longest[i]);
		}
		printf("bounce %u ms: %u presses %u downs %u ups\n", longest[i], PRESSES, downs, ups);
	}
	return 0;
}
