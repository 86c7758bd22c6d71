/** The inner state of a generator: four words of 32 bits. Opaque; only {@link Random.restore} reads it. */
export type RandomState = readonly [number, number, number, number]

/** The seed of ids, tokens and fixtures if you name no seed. */
export const defaultSeed = 'identikit'

const WORD = 2 ** 32

/**
 * A deterministic random generator: the same seed gives the same values, in browsers and in Node. It is the small fast
 * counter generator "sfc32": 128 bits of state, no period shorter than 2^32. It must not guard real secrets. A class:
 * each organisation has about a dozen, and separate closures would take several kilobytes each.
 */
export class Random {
  readonly #text: string
  #a: number
  #b: number
  #c: number
  #counter: number

  /** @param seed Any text, or a number, which counts as its decimal text: `7` and `'7'` are the same seed. */
  constructor(seed: string | number) {
    this.#text = String(seed)
    ;[this.#a, this.#b, this.#c, this.#counter] = hashSeed(this.#text)
    for (let round = 0; round < 12; round++) this.uint32()
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0
    return result >>> 0
  }

  /** A float from 0 (included) to 1 (excluded), with 53 random bits. */
  next(): number {
    return ((this.uint32() >>> 5) * 67_108_864 + (this.uint32() >>> 6)) / 9_007_199_254_740_992
  }

  /**
   * A whole number from 0 (included) to `max` (excluded), evenly distributed.
   * @throws RangeError when `max` is not a whole number of 1 or more.
   */
  int(max: number): number {
    if (!Number.isSafeInteger(max) || max < 1) {
      throw new RangeError(`int(max): expected a whole number of 1 or more, got ${max}`)
    }
    if (max > WORD) return Math.floor(this.next() * max)
    // Evenly: what is left above the last whole multiple is drawn again. `WORD % max` would take most of the time.
    for (;;) {
      const drawn = this.uint32()
      const value = drawn % max
      if (drawn - value <= WORD - max) return value
    }
  }

  /**
   * One element of a list.
   * @throws RangeError when the list is empty.
   */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('pick(list): the list is empty')
    return list[this.int(list.length)] as T
  }

  /** `length` bytes. */
  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    for (let index = 0; index < length; index += 1) bytes[index] = this.uint32() & 0xff
    return bytes
  }

  /**
   * A separate generator for one purpose. It depends only on the seed and the label, and not on values drawn before.
   * So the values of one part of the organisation never shift those of another part.
   */
  fork(label: string): Random {
    return new Random(`${this.#text}\u0000${label}`)
  }

  /** The present state, for `restore`. */
  state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter]
  }

  /** Goes back to an earlier state of a generator with the same seed. */
  restore(state: RandomState): void {
    ;[this.#a, this.#b, this.#c, this.#counter] = state
  }
}

/** Spreads a text over four words, so that seeds with one different letter give unrelated values. */
function hashSeed(text: string): [number, number, number, number] {
  let a = 1_779_033_703
  let b = 3_144_134_277
  let c = 1_013_904_242
  let d = 2_773_480_762
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ unit, 597_399_067)
    b = c ^ Math.imul(b ^ unit, 2_869_860_233)
    c = d ^ Math.imul(c ^ unit, 951_274_213)
    d = a ^ Math.imul(d ^ unit, 2_716_044_179)
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067)
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233)
  c = Math.imul(a ^ (c >>> 17), 951_274_213)
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179)
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
}
