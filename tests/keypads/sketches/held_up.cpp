/* The board's Arduino sketch with something else in its loop that takes 20 to 51 ms each time. */
#include <Arduino.h>

#define loop one_loop
#include "banquier.ino"
#undef loop

void loop()
{
	delay(20 + (millis() * 7 & 31));
	one_loop();
}
