/* Reads the file of test vectors that both ends of the wire share, and checks this end.
 *
 *     stream <TAB> what is read in it <TAB> what the board answers
 *
 * A stream is bytes with \n \r \t \\ and \xNN; readings and answers are parted by ` | `. */
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4096

static uint8_t unescape(const char **text)
{
	if (**text != '\\')
		return (uint8_t) * (*text)++;
	char kind = (*text)[1];
	*text += 2;
	switch (kind) {
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	case 'x': {
		char hex[3] = {(*text)[0], (*text)[1], 0};
		*text += 2;
		return (uint8_t)strtoul(hex, 0, 16);
	}
	default:
		return (uint8_t)kind;
	}
}

static void append(char *out, const char *part)
{
	if (*out)
		strncat(out, " | ", LONGEST - strlen(out) - 1);
	strncat(out, part, LONGEST - strlen(out) - 1);
}

static void reading(struct line *line, enum line_kind kind, char *out)
{
	char text[2 * LINE_MAX_BYTES];
	struct frame frame;
	if (kind == LINE_BARE) {
		snprintf(text, sizeof text, "bare %s", line->text);
	} else if (kind == LINE_JUNK) {
		snprintf(text, sizeof text, "junk");
	} else {
		switch (frame_read(line, &frame)) {
		case FRAME_SHAPE:
			snprintf(text, sizeof text, "shape");
			break;
		case FRAME_CRC:
			snprintf(text, sizeof text, "crc %02X", frame.seq);
			break;
		default:
			if (frame.verb)
				snprintf(text, sizeof text, "frame %02X %c%s%s", frame.seq, frame.verb,
				         *frame.args ? " " : "", frame.args);
			else
				snprintf(text, sizeof text, "word %02X", frame.seq);
		}
	}
	append(out, text);
}

static bool same(unsigned number, const char *what, const char *expected, const char *obtained)
{
	if (!strcmp(expected, obtained))
		return true;
	printf("line %u: %s\n  expected %s\n  obtained %s\n", number, what, expected, obtained);
	return false;
}

static void answers(const char *stream, char *out)
{
	static const uint8_t nothing[ROWS];
	struct board board;
	struct line said;
	board_start(&board, 8, 3);
	line_clear(&said);
	board_tick(&board, nothing, 1);
	while (board_next_byte(&board) >= 0)
		; /* its hello */
	while (*stream)
		command_hear(&board, unescape(&stream));
	board_tick(&board, nothing, 1);
	for (int byte; (byte = board_next_byte(&board)) >= 0;) {
		struct frame frame;
		char text[LINE_MAX_BYTES];
		if (line_take(&said, (uint8_t)byte) != LINE_FRAME)
			continue;
		if (frame_read(&said, &frame) != FRAME_GOOD)
			append(out, "unreadable");
		snprintf(text, sizeof text, "%s", said.text + 3);
		append(out, text);
	}
}

/* A frame that we would write like this ourselves. */
static bool written_alike(unsigned number, const char *stream)
{
	char raw[LONGEST], body[LINE_MAX_BYTES], text[LINE_MAX_BYTES + 1];
	size_t length = 0;
	while (*stream && length < sizeof raw - 1)
		raw[length++] = (char)unescape(&stream);
	raw[length] = 0;
	snprintf(body, sizeof body, "%.*s", (int)(length - 10), raw + 4);
	uint8_t written = frame_write(text, (uint8_t)strtoul((char[]){raw[1], raw[2], 0}, 0, 16), body);
	text[written] = 0;
	return same(number, "written", raw, text);
}

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "r") : 0;
	if (!file) {
		fprintf(stderr, "vectors: give the file of vectors\n");
		return 2;
	}
	static char row[LONGEST];
	unsigned number = 0, checked = 0, wrong = 0;
	while (fgets(row, sizeof row, file)) {
		number++;
		row[strcspn(row, "\n")] = 0;
		if (!*row || *row == '#')
			continue;
		char *readings = strchr(row, '\t');
		if (!readings)
			continue;
		*readings++ = 0;
		char *answered = strchr(readings, '\t');
		if (answered)
			*answered++ = 0;
		char obtained[LONGEST] = "";
		struct line line;
		line_clear(&line);
		for (const char *at = row; *at;) {
			enum line_kind kind = line_take(&line, unescape(&at));
			if (kind != LINE_NONE)
				reading(&line, kind, obtained);
		}
		bool exact = !strncmp(readings, "exact ", 6);
		if (exact)
			memmove(readings, "frame ", 6);
		wrong += !same(number, row, readings, obtained);
		if (exact)
			wrong += !written_alike(number, row);
		if (answered) {
			*obtained = 0;
			answers(row, obtained);
			wrong += !same(number, row, answered, obtained);
		}
		checked++;
	}
	fclose(file);
	printf("%u vectors, %u wrong\n", checked, wrong);
	return wrong != 0 || checked == 0;
}
