/** Searches a text for many needles at once, in one pass. */
export class StringMatcher<Value> {
  readonly #values = new Map<string, Value>()
  /** By their first four characters: the lengths of the needles, longest first. Several may begin alike. */
  readonly #lengths = new Map<string, number[]>()
  /** One bit for each hash of four characters that a needle starts with: most positions of a text end here. */
  readonly #filter = new Uint8Array(1 << 15)

  /** Adds a text of four characters or more. One that is there already keeps its value. */
  add(needle: string, value: Value): void {
    if (this.#values.has(needle)) return
    this.#values.set(needle, value)
    const start = needle.slice(0, 4)
    const lengths = this.#lengths.get(start) ?? []
    if (!lengths.includes(needle.length))
      this.#lengths.set(
        start,
        [...lengths, needle.length].sort((one, other) => other - one),
      )
    let hash = 0
    for (let at = 0; at < 4; at++) hash = rolled(hash, needle.charCodeAt(at))
    this.#filter[hash >> 3]! |= 1 << (hash & 7)
  }

  /** The needles in a text, from left to right: the longest at each place, and never one within another. */
  *in(text: string): Generator<{ readonly at: number; readonly needle: string; readonly value: Value }> {
    if (this.#values.size === 0) return
    for (let from = 0; ;) {
      const at = this.#candidate(text, from)
      if (at === undefined) return
      const needle = this.#lengths
        .get(text.slice(at, at + 4))
        ?.map((length) => text.slice(at, at + length))
        .find((each) => this.#values.has(each))
      if (needle !== undefined) yield { at, needle, value: this.#values.get(needle) as Value }
      from = at + (needle?.length ?? 1)
    }
  }

  /** Where the first needle may begin. Outside the generator this hot loop of a run is compiled. */
  #candidate(text: string, from: number): number | undefined {
    const filter = this.#filter
    let hash = 0
    for (let end = from; end < text.length; end++) {
      // The last four characters and no other: each pushes out the one that is four before it.
      hash = rolled(hash, text.charCodeAt(end))
      if (((filter[hash >> 3]! >> (hash & 7)) & 1) === 1 && end >= from + 3) return end - 3
    }
    return undefined
  }
}

function rolled(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3ffff
}
