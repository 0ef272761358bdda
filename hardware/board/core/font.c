#include "font.h"

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

static const uint16_t FOURTEEN_DIGITS[10] = {
	A | B | C | D | E | F | K | L, B | C | K, A | B | D | E | G,  A | B | C | D | G2,
	B | C | F | G,                 A | D | F | G1 | N, A | C | D | E | F | G, A | B | C,
	A | B | C | D | E | F | G,     A | B | C | D | F | G,
};

static const uint16_t FOURTEEN_LETTERS[26] = {
	[0] = A | B | C | E | F | G,
	['B' - 'A'] = A | B | C | D | G2 | J | M,
	['C' - 'A'] = A | D | E | F,
	['D' - 'A'] = A | B | C | D | J | M,
	['E' - 'A'] = A | D | E | F | G,
	['F' - 'A'] = A | E | F | G1,
	['G' - 'A'] = A | C | D | E | F | G2,
	['H' - 'A'] = B | C | E | F | G,
	['I' - 'A'] = A | D | J | M,
	['J' - 'A'] = B | C | D | E,
	['K' - 'A'] = E | F | G1 | K | N,
	['L' - 'A'] = D | E | F,
	['M' - 'A'] = B | C | E | F | H | K,
	['N' - 'A'] = B | C | E | F | H | N,
	['O' - 'A'] = A | B | C | D | E | F,
	['P' - 'A'] = A | B | E | F | G,
	['Q' - 'A'] = A | B | C | D | E | F | N,
	['R' - 'A'] = A | B | E | F | G | N,
	['S' - 'A'] = A | C | D | F | G,
	['T' - 'A'] = A | J | M,
	['U' - 'A'] = B | C | D | E | F,
	['V' - 'A'] = E | F | K | L,
	['W' - 'A'] = B | C | E | F | L | N,
	['X' - 'A'] = H | K | L | N,
	['Y' - 'A'] = H | K | M,
	['Z' - 'A'] = A | D | K | L,
};

static const uint8_t SEVEN_DIGITS[10] = {0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B};

uint16_t fourteen(char c)
{
	if (c >= '0' && c <= '9')
		return FOURTEEN_DIGITS[c - '0'];
	if (c >= 'a' && c <= 'z')
		c = (char)(c - 'a' + 'A');
	if (c >= 'A' && c <= 'Z')
		return FOURTEEN_LETTERS[c - 'A'];
	switch (c) {
	case '-':
		return G;
	case '+':
		return G | J | M;
	case '/':
		return K | L;
	case '\'':
		return K;
	case '?':
		return A | B | G2 | M;
	case '!':
		return J | M;
	case '=':
		return D | G;
	case '_':
		return D;
	case '(':
		return K | N;
	case ')':
		return H | L;
	case '*':
		return G | H | J | K | L | M | N;
	case ':':
		return J | M;
	case '%':
		return C | F | K | L;
	default:
		return 0;
	}
}

uint8_t seven(char c)
{
	if (c >= '0' && c <= '9')
		return SEVEN_DIGITS[c - '0'];
	switch (c) {
	case '-':
		return 0x01;
	case '_':
		return 0x08;
	case 'A':
		return 0x77;
	case 'C':
		return 0x4E;
	case 'E':
		return 0x4F;
	case 'F':
		return 0x47;
	case 'H':
		return 0x37;
	case 'J':
		return 0x3C;
	case 'L':
		return 0x0E;
	case 'P':
		return 0x67;
	case 'U':
		return 0x3E;
	case 'b':
		return 0x1F;
	case 'c':
		return 0x0D;
	case 'd':
		return 0x3D;
	case 'n':
		return 0x15;
	case 'o':
		return 0x1D;
	case 'r':
		return 0x05;
	case 't':
		return 0x0F;
	case 'u':
		return 0x1C;
	default:
		return 0;
	}
}
