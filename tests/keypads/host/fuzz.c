/* Random bytes and random keys against the core; built with AddressSanitizer.
 *
 *     fuzz [rounds] [seed]
 *
 * Whatever comes in, what goes out must hold: every line a good frame of 64 bytes at most,
 * numbers in order, downs and ups of a key in turn, no key while a ghost stands, no down after it
 * before all keys were up, no down of a contact that was never closed, or never open since the
 * start, the heartbeat's bitmap equal to the downs and ups before it, a glass only from a whole S. */
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct board board;
static struct line said;
static uint8_t held[ROWS];
static uint32_t closed_at[ROWS][MAX_COLS]; /* the last ms in which it read closed */
static uint8_t opened[ROWS]; /* keys that have read open since the start */
static bool ghost;
/* In ms: the last rectangle, the last time that all keys were up for long enough, and when nothing
 * that happened was unsaid. */
static uint32_t rectangle_at, up_at, said_at;
static unsigned up_for;
static int next_seq = -1;
static unsigned glasses, taken, lost, frames, keys;
static uint64_t state;

static unsigned draw(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % below;
}

static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "after %u frames: %s in \"%s\"\n", frames, what, said.text);
	abort();
}

void hook_glass(const struct glass *glass)
{
	must(glass == &board.glass, "another glass");
	glasses++;
}

void hook_beep(uint16_t hz, uint16_t ms)
{
	must((hz == 0 || hz >= 20) && hz <= 20000 && ms <= 5000, "a beep out of range");
	taken++;
}

static void key_said(char verb, const char *args)
{
	must(strlen(args) == 2, "a key without place");
	uint8_t row = (uint8_t)(args[0] - '0'), col = (uint8_t)(args[1] - '0');
	must(row < ROWS && col < board.cols, "a key outside the matrix");
	uint8_t bit = (uint8_t)(1u << col);
	must(!(held[row] & bit) == (verb == 'D'), "a key twice");
	must(!ghost, "a key during a ghost");
	if (verb == 'D') {
		/* the contact: an ordinary pad has the unit's first row as its third */
		uint8_t at = board.cols == 4 && col < 3 && row < 3 ? (uint8_t)(2 - row) : row;
		must(closed_at[at][col] != 0, "a key that was never closed");
		must(opened[at] & bit, "a key that was down at the start");
		must(!rectangle_at || rectangle_at > said_at || up_at > rectangle_at,
		     "a key after a ghost before all were up");
	}
	held[row] ^= bit;
	keys++;
}

static void frame_said(void)
{
	struct frame frame;
	unsigned long ms, bitmap;
	unsigned seq, now = 0;
	must(strlen(said.text) + 2 <= LINE_MAX_BYTES, "a long line");
	must(frame_read(&said, &frame) == FRAME_GOOD, "a bad frame");
	must(next_seq < 0 || frame.seq == next_seq, "a number out of order");
	must(frame.seq != 0 || frames == 0, "a false restart");
	next_seq = frame.seq == 255 ? 1 : frame.seq + 1;
	frames++;
	switch (frame.verb) {
	case 'D':
	case 'U':
		key_said(frame.verb, frame.args);
		break;
	case 'T':
		must(sscanf(frame.args, "%lu,%lX", &ms, &bitmap) == 2, "a heartbeat of another shape");
		for (uint8_t col = 0; col < MAX_COLS; col++)
			for (uint8_t row = 0; row < ROWS; row++)
				now |= (held[row] >> col & 1u) << (col * ROWS + row);
		must(bitmap == now, "a bitmap that is not what was said");
		break;
	case 'G':
		ghost = frame.args[0] == '1';
		break;
	case 'X':
		lost++;
		break;
	case 'A':
	case 'N':
		must(sscanf(frame.args, "%2X", &seq) == 1, "an answer without number");
		break;
	default:
		must(frame.verb == 'H', "an unknown verb");
	}
}

static void drain(unsigned bytes)
{
	for (int byte; bytes-- && (byte = board_next_byte(&board)) >= 0;) {
		enum line_kind kind = line_take(&said, (uint8_t)byte);
		must(kind == LINE_NONE || kind == LINE_FRAME, "a line that is no frame");
		if (kind == LINE_FRAME)
			frame_said();
	}
}

static void hear(const char *bytes, size_t length)
{
	struct glass before = board.glass;
	unsigned count = glasses;
	for (size_t i = 0; i < length; i++)
		command_hear(&board, (uint8_t)bytes[i]);
	must(glasses != count || !memcmp(&before, &board.glass, sizeof before), "a glass by itself");
}

/* A frame that would be good, often damaged afterwards. */
static void hear_something(void)
{
	static const char *const bodies[] = {
		"?", "Q", "S,J1 LANCEZ   ,1.234.560,123456789", "S,A.B.C.D.E.F.,99.999.999,FFFFFFFFF",
		"S,............,................,000000000", "S,,,", "B,4096,31", "B,0,0", "B,99999,9",
		"B,,", "Z,1", "SS,1", "S,J1 LANCEZ   ,1.234.560,12345678", "B,1365,62",
	};
	char text[200];
	size_t length = 0;
	switch (draw(4)) {
	case 0: /* noise */
		length = draw(sizeof text);
		for (size_t i = 0; i < length; i++)
			text[i] = (char)draw(256);
		break;
	case 1: /* by hand */
		length = (size_t)snprintf(text, sizeof text, "%s\n", bodies[draw(14)]);
		break;
	default:
		length = frame_write(text, (uint8_t)draw(256), bodies[draw(14)]);
		if (draw(2))
			for (unsigned n = draw(3) + 1; n--;)
				text[draw((unsigned)length)] ^= (char)(1 << draw(8));
	}
	hear(text, length);
}

static void closed_contacts(uint8_t raw[ROWS])
{
	if (draw(4) == 0)
		memset(raw, 0, ROWS);
	if (draw(2) == 0)
		raw[draw(ROWS)] ^= (uint8_t)(1u << draw(board.cols));
	for (uint8_t row = 0; row < ROWS; row++) {
		opened[row] |= (uint8_t)~raw[row];
		for (uint8_t col = 0; col < board.cols; col++)
			if (raw[row] & (1u << col))
				closed_at[row][col] = board.now + 1;
	}
}

static void tick(const uint8_t raw[ROWS], uint8_t elapsed)
{
	bool closed = false;
	if (board.ring_in == board.ring_out && !board.edge_count && !board.resync)
		said_at = board.now;
	board_tick(&board, raw, elapsed);
	for (uint8_t a = 0; a < ROWS; a++) {
		closed |= raw[a] != 0;
		for (uint8_t b = 0; b < a; b++)
			if (raw[a] & raw[b] & ((raw[a] & raw[b]) - 1))
				rectangle_at = board.now;
	}
	up_for = closed ? 0 : up_for + elapsed;
	if (up_for >= DEBOUNCE_MS)
		up_at = board.now;
}

static void restart(uint8_t *raw)
{
	board_start(&board, draw(2) ? 8 : 4, (uint8_t)draw(4));
	for (uint8_t row = 0; row < ROWS && raw; row++)
		raw[row] &= (uint8_t)((1u << board.cols) - 1);
	line_clear(&said);
	memset(held, 0, sizeof held);
	memset(closed_at, 0, sizeof closed_at);
	memset(opened, 0, sizeof opened);
	ghost = false;
	rectangle_at = up_at = said_at = up_for = 0;
	next_seq = -1;
	frames = 0;
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], 0, 10) : 300000;
	state = (argc > 2 ? strtoull(argv[2], 0, 10) : 1) * 0x9E3779B97F4A7C15u | 1;
	uint8_t raw[ROWS] = {0};
	bool blocked = false;
	static const uint8_t nothing[ROWS];
	unsigned long total = 0, all_keys = 0, all_lost = 0;
	restart(0);
	for (unsigned long round = 0; round < rounds; round++) {
		if (draw(4) == 0)
			hear_something();
		closed_contacts(raw);
		unsigned stay = draw(40); /* long enough to settle, often */
		if (draw(blocked ? 60 : 300) == 0)
			blocked = !blocked; /* the bytes are not read */
		unsigned held_up = draw(8) ? 0 : draw(250); /* something else keeps the loop busy */
		for (unsigned ms = 0; ms <= stay; ms++) {
			tick(raw, (uint8_t)(held_up + 1 + (raw[0] ^ raw[1]) % 3));
			if (!blocked)
				drain(12);
		}
		if (draw(3000) == 0 || round + 1 == rounds) {
			for (unsigned ms = 0; ms < 200; ms++) {
				board_tick(&board, nothing, 1);
				drain(RING);
			}
			must(!memcmp(held, nothing, ROWS), "a key held for ever");
			must(!ghost, "a ghost for ever");
			total += frames;
			blocked = false;
			restart(raw);
		}
		all_keys += keys;
		all_lost += lost;
		keys = lost = 0;
	}
	printf("%lu rounds, %lu frames, %lu key edges, %lu overflows, %u glasses, %u beeps\n", rounds, total,
	       all_keys, all_lost, glasses, taken);
	return 0;
}
