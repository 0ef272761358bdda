// BLAKE2b without a key (RFC 7693), of bytes in hexadecimal: the engine's own Python takes three hundred
// times as long. A 64-bit word is two 32-bit ones, the low one first.
const IV = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19]);
const SIGMA = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
  "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a",
  "6fe9b308c2d714a5", "a2847615fb9e3cd0"].map((row) => [...row].map((sign) => parseInt(sign, 16)));
const QUARTERS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

function digit(hex, at) {
  const code = hex.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

export function blake2b(hex, size) {
  const length = hex.length / 2, state = IV.slice(), words = new Uint32Array(32), block = new Uint8Array(128);
  const message = new Uint32Array(block.buffer);

  function add(to, low, high) {
    const sum = words[to] + low;
    words[to + 1] += high + (sum > 0xffffffff ? 1 : 0);
    words[to] = sum;
  }

  // words[at] = (words[at] xor words[other]), rotated to the right by `bits` below 32, and by 32 more.
  function mix(at, other, bits, swaps) {
    const low = words[at] ^ words[other], high = words[at + 1] ^ words[other + 1];
    words[at + swaps] = bits ? (low >>> bits) ^ (high << (32 - bits)) : low;
    words[at + 1 - swaps] = bits ? (high >>> bits) ^ (low << (32 - bits)) : high;
  }

  function quarter(a, b, c, d, first, second) {
    add(a, words[b], words[b + 1]);
    add(a, message[first], message[first + 1]);
    mix(d, a, 0, 1);
    add(c, words[d], words[d + 1]);
    mix(b, c, 24, 0);
    add(a, words[b], words[b + 1]);
    add(a, message[second], message[second + 1]);
    mix(d, a, 16, 0);
    add(c, words[d], words[d + 1]);
    mix(b, c, 31, 1);
  }

  state[0] ^= 0x01010000 ^ size;
  for (let at = 0, last = false; !last;) {
    const end = Math.min(at + 128, length);
    block.fill(0);
    for (let byte = at; byte < end; byte++) block[byte - at] = digit(hex, 2 * byte) << 4 | digit(hex, 2 * byte + 1);
    at = end;
    last = at === length;
    words.set(state);
    words.set(IV, 16);
    words[24] ^= at;
    if (last) for (const word of [28, 29]) words[word] = ~words[word];
    for (let round = 0; round < 12; round++) {
      const order = SIGMA[round % 10];
      for (let nth = 0; nth < QUARTERS.length; nth++) { // twice as quick as forEach
        const [a, b, c, d] = QUARTERS[nth];
        quarter(2 * a, 2 * b, 2 * c, 2 * d, 2 * order[2 * nth], 2 * order[2 * nth + 1]);
      }
    }
    for (let word = 0; word < 16; word++) state[word] ^= words[word] ^ words[word + 16];
  }
  return [...new Uint8Array(state.buffer, 0, size)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
