/* Lines on the wire: `$ss,VERB[,arg...]*CCCC\n`, at most 64 bytes.
 *
 *     $  07 , D , 25 * 3FA1 \n
 *     |  |    |   |    |
 *     |  |    |   |    +-- CRC-16, 0x1021 from FFFF, of what stands between $ and *
 *     |  |    |   +------- arguments
 *     |  |    +----------- verb
 *     |  +---------------- sequence number, hexadecimal, one count per direction
 *     +------------------- a frame starts again wherever this stands
 *
 * Feed `line_take` with bytes as they come; when it answers LINE_FRAME, `frame_read`
 * says whether the line may be believed. A bare line (no `$`) has no CRC: it is what
 * a person types in a serial monitor.
 */
#ifndef BANQUIER_FRAME_H
#define BANQUIER_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_MAX_BYTES 64               /* with the $ and the \n */
#define LINE_TEXT (LINE_MAX_BYTES - 2)  /* what can stand between them */

enum line_kind { LINE_NONE, LINE_FRAME, LINE_BARE, LINE_JUNK };

struct line {
	char text[LINE_TEXT + 1];  /* ends with 0 once complete */
	uint8_t length;
	bool framed;
	bool spoiled;  /* too long, or a byte that is no ASCII: dropped at its end */
};

struct frame {
	uint8_t seq;
	char verb;         /* 0: a word of several letters, no verb of this version */
	const char *args;  /* what follows the verb's comma, or "" */
};

enum frame_fault { FRAME_GOOD, FRAME_SHAPE, FRAME_CRC };

void line_clear(struct line *line);
enum line_kind line_take(struct line *line, uint8_t byte);

/* Cuts the CRC off `line->text` and finds the parts. `seq` is filled even for FRAME_CRC. */
enum frame_fault frame_read(struct line *line, struct frame *frame);

/* Writes a whole line with its `\n` into `out` (LINE_MAX_BYTES); answers its length,
 * or 0 when it would be longer than a line may be. */
uint8_t frame_write(char *out, uint8_t seq, const char *body);

#endif
