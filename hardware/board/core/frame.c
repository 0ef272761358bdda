#include "frame.h"

#include <string.h>

static const char HEX[] = "0123456789ABCDEF";

/* 0x1021 without a table: the same value as binascii.crc_hqx. */
static uint16_t crc_of(const char *text, uint8_t length)
{
	uint16_t crc = 0xFFFF;
	for (uint8_t i = 0; i < length; i++) {
		uint8_t x = (uint8_t)(crc >> 8) ^ (uint8_t)text[i];
		x ^= x >> 4;
		crc = (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
	}
	return crc;
}

static int8_t hex_value(char c)
{
	const char *at = c ? strchr(HEX, c >= 'a' && c <= 'f' ? c - 'a' + 'A' : c) : 0;
	return (int8_t)(at ? at - HEX : -1);
}

void line_clear(struct line *line)
{
	line->length = 0;
	line->framed = false;
	line->spoiled = false;
}

enum line_kind line_take(struct line *line, uint8_t byte)
{
	if (byte == '$') {
		line_clear(line);
		line->framed = true;
		return LINE_NONE;
	}
	if (byte == '\r')
		return LINE_NONE;
	if (byte == '\n') {
		enum line_kind kind = LINE_NONE;
		if (line->spoiled)
			kind = LINE_JUNK;
		else if (line->framed)
			kind = LINE_FRAME;
		else if (line->length)
			kind = LINE_BARE;
		line->text[line->length] = 0;
		line->framed = line->spoiled = false;
		line->length = 0;
		return kind;
	}
	if (byte < ' ' || byte > '~' || line->length == LINE_TEXT) {
		line->spoiled = true;
		return LINE_NONE;
	}
	line->text[line->length++] = (char)byte;
	return LINE_NONE;
}

enum frame_fault frame_read(struct line *line, struct frame *frame)
{
	char *text = line->text;
	uint8_t length = (uint8_t)strlen(text);
	frame->seq = 0;
	frame->verb = 0;
	/* The shortest is `ss,V*CCCC`; the only star stands before the CRC. */
	if (length < 9 || text[length - 5] != '*' || memchr(text, '*', length - 5u))
		return FRAME_SHAPE;
	if (hex_value(text[0]) < 0 || hex_value(text[1]) < 0 || text[2] != ',' || text[3] == ',')
		return FRAME_SHAPE;
	frame->seq = (uint8_t)(hex_value(text[0]) << 4 | hex_value(text[1]));
	uint16_t sent = 0;
	for (uint8_t i = length - 4; i < length; i++) {
		int8_t value = hex_value(text[i]);
		if (value < 0)
			return FRAME_SHAPE;
		sent = (uint16_t)(sent << 4 | (uint8_t)value);
	}
	length -= 5;
	if (crc_of(text, length) != sent)
		return FRAME_CRC;
	text[length] = 0;
	if (text[4] == 0 || text[4] == ',')
		frame->verb = text[3];
	const char *comma = strchr(text + 3, ',');
	frame->args = comma ? comma + 1 : "";
	return FRAME_GOOD;
}

uint8_t frame_write(char *out, uint8_t seq, const char *body)
{
	uint8_t length = (uint8_t)strlen(body);
	if (length + 10 > LINE_MAX_BYTES)
		return 0;
	out[0] = '$';
	out[1] = HEX[seq >> 4];
	out[2] = HEX[seq & 15];
	out[3] = ',';
	memcpy(out + 4, body, length);
	uint8_t end = length + 4;
	uint16_t crc = crc_of(out + 1, end - 1);
	out[end] = '*';
	for (uint8_t i = 0; i < 4; i++)
		out[end + 1 + i] = HEX[crc >> (12 - 4 * i) & 15];
	out[end + 5] = '\n';
	return end + 6;
}
