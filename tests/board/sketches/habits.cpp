/* Keypad sketches as people write them: SHAPE is how a press is printed, HABIT what else they do.
 * Same pins as the framed board, so that the rig can press the keys. */
#include "Arduino.h"

enum { BARE, LINE, STATED, PRESSED, COLON, AFTER };
enum { QUIET, STATUS, RELEASES_LOST };

static const char LEGENDS[] = "123A456B789C*0#D";
static const byte ROW[] = {A0, A1, A2, A3}, COL[] = {6, 7, 8, 12};
static bool was[16];
static unsigned loops, releases;

static void print(const char *text)
{
	while (*text)
		Serial.put(*text++);
}

static void line(const char *before, char key, const char *after)
{
	print(before);
	Serial.put(key);
	print(after);
	if (SHAPE != BARE)
		print("\r\n");
}

static void report(char key, bool down)
{
	if (!down && HABIT == RELEASES_LOST && releases++ % 3)
		return;
	if (SHAPE == STATED)
		line("Key ", key, down ? " PRESSED." : " RELEASED.");
	else if (SHAPE == PRESSED)
		line("", key, down ? " pressed" : " released");
	else if (!down)
		return;
	else
		line(SHAPE == COLON ? "Key pressed: " : SHAPE == AFTER ? "pressed " : "", key, "");
}

void setup()
{
	Serial.begin(SPEED);
	for (byte col : COL)
		pinMode(col, INPUT_PULLUP);
}

void loop()
{
	for (byte n = 0; n < 16; n++) {
		pinMode(ROW[n / 4], OUTPUT);
		bool down = !digitalRead(COL[n % 4]);
		pinMode(ROW[n / 4], INPUT);
		if (down != was[n])
			report(LEGENDS[n], was[n] = down);
	}
	if (HABIT == STATUS && ++loops % 5 == 0)
		print(loops % 2 ? "Average loops per second = 12345\r\n" : "5 volts on A5, temp 21.5 C\r\n");
	delay(16);
}
