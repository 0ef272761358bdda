/* A board without glass or beeper, for programs that look elsewhere. */
#include "board.h"

void hook_glass(const struct glass *glass)
{
	(void)glass;
}

void hook_beep(uint16_t hz, uint16_t ms)
{
	(void)hz;
	(void)ms;
}
