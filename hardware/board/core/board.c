#include "board.h"

#include <stdio.h>
#include <string.h>

void board_start(struct board *board, uint8_t cols, uint8_t displays)
{
	memset(board, 0, sizeof *board);
	matrix_clear(&board->matrix);
	memset(board->glass.row_a, ' ', GLASS_CELLS_A);
	memset(board->glass.row_b, ' ', GLASS_CELLS_B);
	board->cols = cols;
	board->displays = displays;
	board->hello_due = true;
}

int board_next_byte(struct board *board)
{
	return board->ring_out == board->ring_in ? -1 : board->ring[board->ring_out++];
}

/* False when the ring has no room; nothing is sent and the number is not used up. */
static bool say(struct board *board, const char *body)
{
	char text[LINE_MAX_BYTES];
	uint8_t length = frame_write(text, board->seq, body);
	uint8_t used = (uint8_t)(board->ring_in - board->ring_out);
	if (RING - 1 - used < length)
		return false;
	for (uint8_t i = 0; i < length; i++)
		board->ring[board->ring_in++] = (uint8_t)text[i];
	if (++board->seq == 0)
		board->seq = 1; /* 00 means: I have just started */
	return true;
}

/* An ordinary pad of 16 keys has 1 2 3 in its first row and 7 8 9 in its third, the unit has them the
 * other way round. The last column stays: A B C D are ? + - F, as from a board without protocol. */
static uint8_t unit_row(const struct board *board, uint8_t row, uint8_t col)
{
	return board->cols == 4 && col < 3 && row < 3 ? (uint8_t)(2 - row) : row;
}

static bool say_key(struct board *board, char verb, uint8_t row, uint8_t col)
{
	char at = (char)('0' + unit_row(board, row, col));
	char body[5] = {verb, ',', at, (char)('0' + col), 0};
	uint8_t bit = (uint8_t)(1u << col);
	if (!say(board, body))
		return false;
	if (verb == 'D')
		board->told[row] |= bit;
	else
		board->told[row] &= (uint8_t)~bit;
	return true;
}

static bool say_held(struct board *board)
{
	char body[32];
	uint32_t held = 0;
	for (uint8_t col = 0; col < board->cols; col++)
		for (uint8_t row = 0; row < ROWS; row++)
			if (board->told[row] & (1u << col))
				held |= (uint32_t)1 << (col * ROWS + unit_row(board, row, col));
	snprintf(body, sizeof body, "T,%lu,%08lX", (unsigned long)board->now, (unsigned long)held);
	return say(board, body);
}

static bool say_hello(struct board *board)
{
	char body[LINE_TEXT];
	snprintf(body, sizeof body, "H,proto=%u,fw=" FIRMWARE ",rows=%u,cols=%u,disp=%u,beep=1",
	         PROTOCOL, ROWS, board->cols, board->displays);
	return say(board, body);
}

static void queue_edge(void *owner, enum edge edge, uint8_t row, uint8_t col)
{
	struct board *board = owner;
	/* Once one is lost those behind it wait for the resync, or they would overtake it. */
	if (board->edge_count == EDGES || board->resync) {
		board->lost_due = true;
		if (!board->resync)
			board->resync = RESYNC_FIRST;
		return;
	}
	uint8_t slot = (uint8_t)(board->edge_first + board->edge_count++) % EDGES;
	board->edges[slot] = (uint8_t)(edge << 5 | row << 3 | col);
}

static bool say_edge(struct board *board, uint8_t edge)
{
	uint8_t row = edge >> 3 & 3, col = edge & 7;
	bool told = board->told[row] & (1u << col);
	switch (edge >> 5) {
	case EDGE_GHOST:
		return say(board, "G,1");
	case EDGE_CLEAR:
		return say(board, "G,0");
	case EDGE_DOWN: /* never one still told down: the resync has told its lost release */
		return say_key(board, 'D', row, col);
	default:
		return !told || say_key(board, 'U', row, col);
	}
}

/* Releases that fell out of a full queue; presses that did stay lost, the X says so.
 * False when there is room for a part only: it goes on from there. */
static bool say_lost_releases(struct board *board)
{
	if (board->resync == RESYNC_FIRST) {
		if (!say(board, "G,0"))
			return false;
		board->resync = RESYNC_KEYS;
	}
	for (uint8_t row = 0; row < ROWS; row++)
		for (uint8_t col = 0; col < board->cols; col++)
			if (board->told[row] & ~board->matrix.stable[row] & (1u << col))
				if (!say_key(board, 'U', row, col))
					return false;
	if (board->matrix.ghost && !say(board, "G,1"))
		return false;
	board->resync = RESYNC_NONE;
	return true;
}

static void say_what_waits(struct board *board)
{
	if (board->hello_due) {
		if (!say_hello(board))
			return;
		board->hello_due = false;
	}
	while (board->edge_count) {
		if (!say_edge(board, board->edges[board->edge_first]))
			return;
		board->edge_first = (uint8_t)(board->edge_first + 1) % EDGES;
		board->edge_count--;
	}
	if (board->resync && !say_lost_releases(board))
		return;
	if (board->lost_due) {
		if (!say(board, "X"))
			return;
		board->lost_due = false;
		board->held_due = true;
	}
	while (board->answer_count) {
		const struct answer *answer = &board->answers[board->answer_first];
		char body[16];
		if (answer->why)
			snprintf(body, sizeof body, "N,%02X,%s", answer->seq, answer->why);
		else
			snprintf(body, sizeof body, "A,%02X", answer->seq);
		if (!say(board, body))
			return;
		board->answer_first = (uint8_t)(board->answer_first + 1) % ANSWERS;
		board->answer_count--;
	}
	if (board->held_due && say_held(board))
		board->held_due = false;
}

void board_tick(struct board *board, const uint8_t raw[ROWS], uint8_t elapsed_ms)
{
	board->now += elapsed_ms;
	board->heart += elapsed_ms;
	if (board->heart >= HEARTBEAT_MS) {
		board->heart = (uint16_t)(board->heart - HEARTBEAT_MS);
		board->held_due = true;
	}
	matrix_step(&board->matrix, raw, elapsed_ms, queue_edge, board);
	say_what_waits(board);
}
