/* The keypad board without its pins: what it scans, what it says, what it is told.
 *
 *     rows read ──▶ matrix ──▶ queue of edges ──▶ frames ──▶ ring ──▶ UART
 *     UART ──▶ line ──▶ command ──▶ glass, beeper (through the two hooks)
 *
 * The layer beneath calls `board_tick` about once a millisecond, `command_hear` with each byte
 * received and `board_next_byte` when the line is free to send. Everything else, tests on
 * a computer included, looks at the structures. No heap, no time but the ticks.
 */
#ifndef BANQUIER_BOARD_H
#define BANQUIER_BOARD_H

#include "frame.h"
#include "matrix.h"

#define PROTOCOL 1
#define FIRMWARE "1.0"

#define EDGES 32   /* waiting to be said; power of two */
#define ANSWERS 4  /* A and N; one too many is dropped, the unit asks again */
#define RING 256   /* one byte indexes wrap by themselves */
#define HEARTBEAT_MS 1000

#define GLASS_CELLS_A 12
#define GLASS_CELLS_B 8

struct glass {
	char row_a[GLASS_CELLS_A];
	char row_b[GLASS_CELLS_B];
	uint16_t points_a; /* bit n: the point of cell n, counted from the left */
	uint8_t points_b;
};

struct answer {
	uint8_t seq;
	const char *why; /* 0: it was taken */
};

/* Edges fell out of the queue: the state of the ghost and lost releases are said again. */
enum resync { RESYNC_NONE, RESYNC_FIRST, RESYNC_KEYS };

struct board {
	struct matrix matrix;
	struct line line;
	struct glass glass;

	uint8_t cols;
	uint8_t displays; /* 1: row A is fitted, 2: row B */

	uint8_t told[ROWS]; /* keys the unit has been told are down */
	uint8_t edges[EDGES];
	uint8_t edge_first, edge_count;
	struct answer answers[ANSWERS];
	uint8_t answer_first, answer_count;
	bool hello_due, lost_due, held_due;
	enum resync resync;

	uint32_t now;   /* ms since power-up */
	uint16_t heart; /* ms since the last heartbeat */
	uint8_t seq;    /* of the next frame; 00 only once, for the first hello */

	uint8_t ring_in, ring_out;
	uint8_t ring[RING];
};

void board_start(struct board *board, uint8_t cols, uint8_t displays);
void board_tick(struct board *board, const uint8_t raw[ROWS], uint8_t elapsed_ms);
int board_next_byte(struct board *board); /* -1: nothing to send */

/* Given by the layer beneath. */
void hook_glass(const struct glass *glass);
void hook_beep(uint16_t hz, uint16_t ms);

#endif
