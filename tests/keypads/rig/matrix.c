/* The keypad as an electrician sees it: rows and columns are nets, closed contacts join them.
 *
 * A net is low when any pin on it drives low, high when any drives high, else pulled up if any
 * pin pulls, else it floats and reads low. Nothing here knows which pins are rows: ghosts, and
 * firmware that scans the other way round, come out by themselves.
 *
 * The levels are computed when the chip reads a PIN register, by standing in for simavr's own
 * reading: its pin interrupts remember old levels across a reset, and every write to PORT or DDR
 * puts bare pull-ups back. */
#include "rig.h"

#include <string.h>

#define ROWS 4
#define COLS 8
#define NETS (ROWS + COLS)
#define PULSES 3
#define EDGES 1024

struct pin {
	uint8_t port, bit;
};

static const struct pin PINS[NETS] = {
	{PORT_C, 0}, {PORT_C, 1}, {PORT_C, 2}, {PORT_C, 3},             /* K0..K3: A0..A3 */
	{PORT_D, 2}, {PORT_D, 3}, {PORT_D, 4}, {PORT_D, 5},             /* S0..S3: D2..D5 */
	{PORT_D, 6}, {PORT_D, 7}, {PORT_B, 0}, {PORT_B, 4},             /* S4..S7: D6 D7 D8 D12 */
};

/* Data addresses of PINx on the 328P; DDRx and PORTx follow. */
static const uint16_t PIN_ADDRESS[PORTS] = {0x23, 0x26, 0x29};

struct edge {
	avr_cycle_count_t when;
	uint8_t row, col;
	bool closed;
};

static bool contact[ROWS][COLS];
static struct edge edges[EDGES];
static int edge_count;

struct matrix_counts matrix_counts;
void (*matrix_on_port_b)(uint8_t before, uint8_t after);

static struct {
	avr_io_read_t read;
	void *read_param;
	avr_io_write_t write[2]; /* DDR, PORT */
	void *write_param[2];
} original[PORTS];

static uint8_t ddr(avr_t *avr, int port)
{
	return avr->data[PIN_ADDRESS[port] + 1];
}

static uint8_t out(avr_t *avr, int port)
{
	return avr->data[PIN_ADDRESS[port] + 2];
}

static int root(const int8_t *parent, int net)
{
	while (parent[net] != net)
		net = parent[net];
	return net;
}

static avr_cycle_count_t cable, released[NETS];
static bool was_low[NETS];

void matrix_cable(unsigned us)
{
	cable = (avr_cycle_count_t)us * (HZ / 1000000u);
}

/* The level of every pin of the matrix as a mask, bit n for PINS[n]. */
static uint16_t levels(avr_t *avr)
{
	int8_t parent[NETS];
	bool low[NETS] = {0}, high[NETS] = {0}, pulled[NETS] = {0};
	for (int8_t net = 0; net < NETS; net++)
		parent[net] = net;
	for (int row = 0; row < ROWS; row++)
		for (int col = 0; col < COLS; col++)
			if (contact[row][col])
				parent[root(parent, row)] = (int8_t)root(parent, ROWS + col);
	for (int net = 0; net < NETS; net++) {
		int top = root(parent, net);
		uint8_t bit = (uint8_t)(1u << PINS[net].bit);
		bool one = out(avr, PINS[net].port) & bit;
		if (ddr(avr, PINS[net].port) & bit) {
			low[top] |= !one;
			high[top] |= one;
			matrix_counts.high += one;
		} else {
			pulled[top] |= one;
		}
	}
	uint16_t mask = 0;
	for (int net = 0; net < NETS; net++) {
		int top = root(parent, net);
		matrix_counts.contention += top == net && low[net] && high[net];
		/* A long cable holds its charge: a net that is let go reads low for a while. */
		if (low[top])
			was_low[net] = true;
		else if (was_low[net]) {
			was_low[net] = false;
			released[net] = avr->cycle;
		}
		bool charged = !cable || avr->cycle >= released[net] + cable;
		if (!low[top] && charged && (high[top] || pulled[top]))
			mask |= (uint16_t)(1u << net);
	}
	return mask;
}

static uint8_t pin_read(avr_t *avr, avr_io_addr_t address, void *param)
{
	int port = (int)(intptr_t)param;
	uint8_t value = original[port].read(avr, address, original[port].read_param);
	uint16_t mask = levels(avr);
	for (int net = 0; net < NETS; net++) {
		if (PINS[net].port != port || ddr(avr, port) & (1u << PINS[net].bit))
			continue;
		value &= (uint8_t)~(1u << PINS[net].bit);
		if (mask & (1u << net))
			value |= (uint8_t)(1u << PINS[net].bit);
	}
	return value;
}

static void drive_write(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	int port = (int)(intptr_t)param;
	int which = address - PIN_ADDRESS[port] - 1; /* 0: DDR, 1: PORT */
	uint8_t before = avr->data[address];
	original[port].write[which](avr, address, value, original[port].write_param[which]);
	if (port == PORT_D && value & 0x03)
		matrix_counts.serial++;
	if (port == PORT_B && which == 1 && matrix_on_port_b)
		matrix_on_port_b(before, value);
	if (before != value)
		levels(avr); /* for what it counts */
}

void matrix_attach(avr_t *avr)
{
	for (int port = 0; port < PORTS; port++) {
		int io = AVR_DATA_TO_IO(PIN_ADDRESS[port]);
		original[port].read = avr->io[io].r.c;
		original[port].read_param = avr->io[io].r.param;
		avr->io[io].r.c = pin_read;
		avr->io[io].r.param = (void *)(intptr_t)port;
		for (int which = 0; which < 2; which++) {
			original[port].write[which] = avr->io[io + 1 + which].w.c;
			original[port].write_param[which] = avr->io[io + 1 + which].w.param;
			avr->io[io + 1 + which].w.c = drive_write;
			avr->io[io + 1 + which].w.param = (void *)(intptr_t)port;
		}
	}
}

static avr_cycle_count_t contacts_move(avr_t *avr, avr_cycle_count_t when, void *param)
{
	(void)param;
	avr_cycle_count_t next = 0;
	int kept = 0;
	for (int i = 0; i < edge_count; i++) {
		if (edges[i].when <= when) {
			contact[edges[i].row][edges[i].col] = edges[i].closed;
		} else {
			if (!next || edges[i].when < next)
				next = edges[i].when;
			edges[kept++] = edges[i];
		}
	}
	edge_count = kept;
	levels(avr);
	return next;
}

/* A reset forgets simavr's timers; the keys stay pressed. */
void matrix_after_reset(avr_t *avr)
{
	avr_cycle_count_t next = contacts_move(avr, avr->cycle, 0);
	if (next)
		avr_cycle_timer_register(avr, next - avr->cycle, contacts_move, 0);
}

void matrix_move(avr_t *avr, int row, int col, bool close, unsigned bounce_ms)
{
	if (row < 0 || row >= ROWS || col < 0 || col >= COLS)
		return;
	/* What the last movement of this contact still had to do is overtaken. */
	int kept = 0;
	for (int i = 0; i < edge_count; i++)
		if (edges[i].row != row || edges[i].col != col)
			edges[kept++] = edges[i];
	edge_count = kept;
	contact[row][col] = close;
	uint32_t times[2 * PULSES];
	unsigned count = bounce_ms ? 2 * PULSES : 0;
	for (unsigned i = 0; i < count; i++) {
		uint32_t time = 1 + draw(bounce_ms * MS);
		unsigned at = i;
		for (; at && times[at - 1] > time; at--)
			times[at] = times[at - 1];
		times[at] = time;
	}
	for (unsigned i = 0; i < count && edge_count < EDGES; i++)
		edges[edge_count++] = (struct edge){
			avr->cycle + times[i], (uint8_t)row, (uint8_t)col, i % 2 ? close : !close};
	avr_cycle_timer_cancel(avr, contacts_move, 0);
	matrix_after_reset(avr);
}
