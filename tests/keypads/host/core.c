/* The core without a chip, as tests/keypads/pico/check.py has the Pico's:
 *
 *     core lines     streams in hexadecimal on standard input; what is read in each, and answered
 *     core matrix    rows of readings on standard input, as "ms r0 r1 r2 r3"; the edges of each */
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 8192

static const char *between;

void hook_glass(const struct glass *glass)
{
	(void)glass;
}

void hook_beep(uint16_t hz, uint16_t ms)
{
	(void)hz, (void)ms;
}

static void print_reading(struct line *line, enum line_kind kind)
{
	struct frame frame;
	printf("%s", between);
	between = " | ";
	if (kind == LINE_BARE) {
		printf("bare %s", line->text);
	} else if (kind == LINE_JUNK) {
		printf("junk");
	} else {
		switch (frame_read(line, &frame)) {
		case FRAME_SHAPE:
			printf("shape");
			break;
		case FRAME_CRC:
			printf("crc %02X", frame.seq);
			break;
		default:
			if (frame.verb)
				printf("frame %02X %c%s%s", frame.seq, frame.verb, *frame.args ? " " : "",
				       frame.args);
			else
				printf("word %02X", frame.seq);
		}
	}
}

static void print_answers(const uint8_t *stream, size_t length)
{
	static const uint8_t nothing[ROWS];
	struct board board;
	struct line said;
	board_start(&board, 8, 3);
	line_clear(&said);
	board_tick(&board, nothing, 1);
	while (board_next_byte(&board) >= 0)
		; /* its hello */
	for (size_t i = 0; i < length; i++)
		command_hear(&board, stream[i]);
	board_tick(&board, nothing, 1);
	for (int byte; (byte = board_next_byte(&board)) >= 0;) {
		struct frame frame;
		if (line_take(&said, (uint8_t)byte) != LINE_FRAME)
			continue;
		printf("%s%s", between, frame_read(&said, &frame) == FRAME_GOOD ? said.text + 3 : "unreadable");
		between = " | ";
	}
}

static void lines(void)
{
	static char row[2 * LONGEST];
	static uint8_t stream[LONGEST];
	while (fgets(row, sizeof row, stdin)) {
		struct line line;
		size_t length = 0;
		for (const char *at = row; at[0] != '\n'; at += 2) {
			const char hex[3] = {at[0], at[1], 0};
			stream[length++] = (uint8_t)strtoul(hex, 0, 16);
		}
		line_clear(&line);
		between = "";
		for (size_t i = 0; i < length; i++) {
			enum line_kind kind = line_take(&line, stream[i]);
			if (kind != LINE_NONE)
				print_reading(&line, kind);
		}
		printf("\t");
		between = "";
		print_answers(stream, length);
		printf("\n");
	}
}

static void print_edge(void *owner, enum edge edge, uint8_t row, uint8_t col)
{
	(void)owner;
	if (edge == EDGE_GHOST || edge == EDGE_CLEAR)
		printf("%sG%d", between, edge == EDGE_GHOST);
	else
		printf("%s%c%d%d", between, edge == EDGE_DOWN ? 'D' : 'U', row, col);
	between = " ";
}

static void matrix(void)
{
	struct matrix matrix;
	unsigned ms, r[ROWS];
	matrix_clear(&matrix);
	while (scanf("%u %u %u %u %u", &ms, r, r + 1, r + 2, r + 3) == 5) {
		const uint8_t raw[ROWS] = {(uint8_t)r[0], (uint8_t)r[1], (uint8_t)r[2], (uint8_t)r[3]};
		between = "";
		matrix_step(&matrix, raw, (uint8_t)ms, print_edge, 0);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "lines"))
		lines();
	else if (argc == 2 && !strcmp(argv[1], "matrix"))
		matrix();
	else
		return 2;
	return 0;
}
