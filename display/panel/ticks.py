"""The unit's time as the panel counts it."""

TICKS_A_SECOND = 32_768
SLOT, SCAN, FRAME = 128, 256, 512
NEVER = 1 << 62
