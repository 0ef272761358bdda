/* A simulated board: the compiled firmware in simavr, the world around its pins in C.
 *
 *     stdin: keys, faults ───▶ matrix.c ──▶ pins ┐
 *                                                 ├ simavr ── UART ── wire.c ── pseudo-terminal
 *     stdout: what was seen ◀── glass.c ◀── pins ┘
 *
 * Times are in cycles of the chip's own clock unless a name says otherwise. */
#ifndef BANQUIER_RIG_H
#define BANQUIER_RIG_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

#define HZ 16000000u
#define MS (HZ / 1000u)

enum { PORT_B, PORT_C, PORT_D, PORTS };

uint32_t draw(uint32_t below);

/* --- matrix.c: contacts, nets, the levels that the chip reads */
void matrix_attach(avr_t *avr);
void matrix_after_reset(avr_t *avr);
void matrix_move(avr_t *avr, int row, int col, bool close, unsigned bounce_ms);
void matrix_cable(unsigned us);
extern void (*matrix_on_port_b)(uint8_t before, uint8_t after);

struct matrix_counts {
	uint64_t contention; /* a net was driven both ways */
	uint64_t high;       /* a row or column was driven high */
	uint64_t serial;     /* D0 or D1 was driven or pulled by the port */
};
extern struct matrix_counts matrix_counts;

/* --- glass.c: MAX7219, HT16K33, piezo */
void glass_attach(avr_t *avr);
void glass_after_reset(void);
void glass_step(avr_t *avr, uint64_t ms);
void glass_fit(bool letters);
void glass_print(void);
void beeps_print(void);

/* --- wire.c: the UART's pseudo-terminal, its accidents */
bool wire_plug(void); /* a pseudo-terminal */
void wire_unplug(void);
const char *wire_name(void);
void wire_attach(avr_t *avr);
bool wire_step(void); /* once a ms; true: the port was opened */
void wire_flush(void);
void wire_patient(bool patient);       /* wait for a slow reader instead of losing bytes */
void wire_print(void);

#endif
