#include "command.h"

#include <string.h>

#define LOWEST_HZ 20
#define HIGHEST_HZ 20000
#define LONGEST_MS 5000

/* A point belongs to the character before it; one that follows another point, or nothing,
 * takes a cell of its own. Answers the cells used, or -1 when there are more than `cells`. */
static int8_t cells_read(const char *text, uint8_t length, char *out, uint8_t cells, uint16_t *points)
{
	uint8_t used = 0;
	*points = 0;
	for (uint8_t i = 0; i < length; i++) {
		uint16_t last = (uint16_t)(used ? 1u << (used - 1) : 0);
		if (text[i] == '.' && used && !(*points & last)) {
			*points |= last;
		} else {
			if (used == cells)
				return -1;
			if (text[i] == '.')
				*points |= (uint16_t)(1u << used);
			out[used++] = text[i] == '.' ? ' ' : text[i];
		}
	}
	return (int8_t)used;
}

/* The 36 icons, which no display of ours has a place for. */
static bool are_icons(const char *hex)
{
	return strspn(hex, "0123456789ABCDEFabcdef") == 9 && !hex[9];
}

bool glass_read(struct glass *glass, const char *args)
{
	struct glass fresh;
	uint16_t points;
	memset(fresh.row_a, ' ', sizeof fresh.row_a);
	memset(fresh.row_b, ' ', sizeof fresh.row_b);

	const char *comma = strchr(args, ',');
	if (!comma || comma - args != GLASS_CELLS_A)
		return false;
	if (cells_read(args, GLASS_CELLS_A, fresh.row_a, GLASS_CELLS_A, &fresh.points_a) < 0)
		return false;

	const char *number = comma + 1;
	comma = strchr(number, ',');
	if (!comma || comma - number > 2 * GLASS_CELLS_B)
		return false;
	char cells[GLASS_CELLS_B];
	int8_t used = cells_read(number, (uint8_t)(comma - number), cells, GLASS_CELLS_B, &points);
	if (used < 0 || !are_icons(comma + 1))
		return false;
	/* Row B stands right-aligned. */
	uint8_t shift = (uint8_t)(GLASS_CELLS_B - used);
	memcpy(fresh.row_b + shift, cells, (uint8_t)used);
	fresh.points_b = (uint8_t)(points << shift);
	*glass = fresh;
	return true;
}

/* A decimal number of at most five digits up to `end`; -1 when it is none. */
static int32_t number_read(const char **text, char end)
{
	int32_t value = 0;
	uint8_t digits = 0;
	while (**text >= '0' && **text <= '9' && digits < 5) {
		value = value * 10 + (**text - '0');
		(*text)++;
		digits++;
	}
	if (!digits || **text != end)
		return -1;
	return value;
}

static bool beep_read(const char *args, uint16_t *hz, uint16_t *ms)
{
	int32_t pitch = number_read(&args, ',');
	if (pitch < 0)
		return false;
	args++;
	int32_t length = number_read(&args, 0);
	if (length < 0 || length > LONGEST_MS || pitch > HIGHEST_HZ)
		return false;
	if (pitch && pitch < LOWEST_HZ)
		return false;
	*hz = (uint16_t)pitch;
	*ms = (uint16_t)length;
	return true;
}

static void answer(struct board *board, uint8_t seq, const char *why)
{
	if (board->answer_count == ANSWERS)
		return;
	uint8_t slot = (uint8_t)(board->answer_first + board->answer_count++) % ANSWERS;
	board->answers[slot].seq = seq;
	board->answers[slot].why = why;
}

static void obey(struct board *board, uint8_t seq, char verb, const char *args)
{
	uint16_t hz, ms;
	const char *why = 0;
	switch (verb) {
	case '?':
		board->hello_due = true;
		return; /* the hello is the answer */
	case 'Q':
		board->held_due = true;
		return;
	case 'S':
		if (glass_read(&board->glass, args))
			hook_glass(&board->glass);
		else
			why = "args";
		break;
	case 'B':
		if (beep_read(args, &hz, &ms))
			hook_beep(hz, ms);
		else
			why = "args";
		break;
	default:
		why = "verb";
	}
	answer(board, seq, why);
}

/* Typed by hand; anything else bare may be noise, and is not answered. */
static void obey_bare(struct board *board, const char *text)
{
	if (!strcmp(text, "?") || !strcmp(text, "Q"))
		obey(board, 0, text[0], "");
	else if ((text[0] == 'S' || text[0] == 'B') && text[1] == ',')
		obey(board, 0, text[0], text + 2);
}

void command_hear(struct board *board, uint8_t byte)
{
	struct frame frame;
	enum line_kind kind = line_take(&board->line, byte);
	if (kind == LINE_BARE)
		obey_bare(board, board->line.text);
	if (kind != LINE_FRAME)
		return;
	enum frame_fault fault = frame_read(&board->line, &frame);
	if (fault == FRAME_GOOD)
		obey(board, frame.seq, frame.verb, frame.args);
	else if (fault == FRAME_CRC)
		answer(board, frame.seq, "crc");
}
