#include "font.h"

#include <string.h>

enum {
	A = 1 << 0,
	B = 1 << 1,
	C = 1 << 2,
	D = 1 << 3,
	E = 1 << 4,
	F = 1 << 5,
	G1 = 1 << 6,
	G2 = 1 << 7,
	H = 1 << 8,
	J = 1 << 9,
	K = 1 << 10,
	L = 1 << 11,
	M = 1 << 12,
	N = 1 << 13,
	G = G1 | G2,
};

static const char FOURTEEN[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-+/'?!=_()*:%";
static const uint16_t FOURTEEN_SHAPES[] = {
	A | B | C | D | E | F | K | L, B | C | K, A | B | D | E | G,  A | B | C | D | G2,    /* 0 */
	B | C | F | G,                 A | D | F | G1 | N, A | C | D | E | F | G, A | B | C, /* 4 */
	A | B | C | D | E | F | G,     A | B | C | D | F | G,                                /* 8 */
	A | B | C | E | F | G,         A | B | C | D | G2 | J | M,     A | D | E | F,        /* A */
	A | B | C | D | J | M,         A | D | E | F | G,              A | E | F | G1,       /* D */
	A | C | D | E | F | G2,        B | C | E | F | G,              A | D | J | M,        /* G */
	B | C | D | E,                 E | F | G1 | K | N,             D | E | F,            /* J */
	B | C | E | F | H | K,         B | C | E | F | H | N,          A | B | C | D | E | F, /* M */
	A | B | E | F | G,             A | B | C | D | E | F | N,      A | B | E | F | G | N, /* P */
	A | C | D | F | G,             A | J | M,                      B | C | D | E | F,    /* S */
	E | F | K | L,                 B | C | E | F | L | N,          H | K | L | N,        /* V */
	H | K | M,                     A | D | K | L,                                        /* Y */
	G,                             G | J | M,                      K | L,                /* - */
	K,                             A | B | G2 | M,                 J | M,                /* ' */
	D | G,                         D,                              K | N,                /* = */
	H | L,                         G | H | J | K | L | M | N,      J | M,                /* ) */
	C | F | K | L,                                                                       /* % */
};

static const char SEVEN[] = "0123456789-_ACEFHJLPUbcdnortu";
static const uint8_t SEVEN_SHAPES[] = {
	0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B, /* 0 */
	0x01, 0x08, 0x77, 0x4E, 0x4F, 0x47, 0x37, 0x3C, 0x0E, 0x67, /* - */
	0x3E, 0x1F, 0x0D, 0x3D, 0x15, 0x1D, 0x05, 0x0F, 0x1C,       /* U */
};

uint16_t fourteen(char c)
{
	if (c >= 'a' && c <= 'z')
		c = (char)(c - 'a' + 'A');
	const char *at = c ? strchr(FOURTEEN, c) : 0;
	return at ? FOURTEEN_SHAPES[at - FOURTEEN] : 0;
}

uint8_t seven(char c)
{
	const char *at = c ? strchr(SEVEN, c) : 0;
	return at ? SEVEN_SHAPES[at - SEVEN] : 0;
}
