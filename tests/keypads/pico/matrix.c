/* The edges of the C matrix for readings on standard input: "ms r0 r1 r2 r3" a row. */
#include "matrix.h"

#include <stdio.h>

static const char *between;

static void take(void *owner, enum edge edge, uint8_t row, uint8_t col)
{
	(void)owner;
	if (edge == EDGE_GHOST || edge == EDGE_CLEAR)
		printf("%sG%d", between, edge == EDGE_GHOST);
	else
		printf("%s%c%d%d", between, edge == EDGE_DOWN ? 'D' : 'U', row, col);
	between = " ";
}

int main(void)
{
	struct matrix matrix;
	unsigned ms, r[ROWS];
	matrix_clear(&matrix);
	while (scanf("%u %u %u %u %u", &ms, r, r + 1, r + 2, r + 3) == 5) {
		const uint8_t raw[ROWS] = {(uint8_t)r[0], (uint8_t)r[1], (uint8_t)r[2], (uint8_t)r[3]};
		between = "";
		matrix_step(&matrix, raw, (uint8_t)ms, take, 0);
		printf("\n");
	}
	return 0;
}
