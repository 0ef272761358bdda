/* Keypad sketches as people write them: SHAPE is how a press is printed, HABIT what else they do, and
 * LEGENDS the characters of a pad of four rows.
 *
 * While the first key of its last row is held, a FLOOD sketch types two keys in turn.
 *
 * Same pins as the framed board, so that the rig can press the keys. */
#include "Arduino.h"

enum { BARE, LINE, STATED, PRESSED, COLON, AFTER, JSON };
enum { QUIET, STATUS, RELEASES_LOST, FLOOD };

static const char KEYS[] = LEGENDS;
static const byte COLUMNS = (sizeof KEYS - 1) / 4;
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
	else if (SHAPE == JSON)
		line("{\"key\":\"", key, "\"}");
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
	for (byte n = 0; n < 4 * COLUMNS; n++) {
		pinMode(ROW[n / COLUMNS], OUTPUT);
		bool down = !digitalRead(COL[n % COLUMNS]);
		pinMode(ROW[n / COLUMNS], INPUT);
		if (down != was[n])
			report(KEYS[n], was[n] = down);
	}
	if (HABIT == FLOOD && was[3 * COLUMNS])
		report(KEYS[++loops % 2], true);
	if (HABIT == STATUS && ++loops % 5 == 0)
		print(loops % 2 ? "Average loops per second = 12345\r\n" : "5 volts on A5, temp 21.5 C\r\n");
	delay(16);
}
