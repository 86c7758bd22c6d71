/** Texts that are looked for in others, all of them at once: one pass over a text, however many there are. */
export class Needles<Value> {
  /** By their first four characters, longest first. */
  readonly #byStart = new Map<string, { needle: string; value: Value }[]>()
  /** One entry for each hash of four characters that a needle starts with: most positions of a text end here. */
  readonly #filter = new Uint8Array(1 << 16)

  /** Adds a text of four characters or more. One that is there already keeps its value. */
  add(needle: string, value: Value): void {
    const start = needle.slice(0, 4)
    const list = this.#byStart.get(start) ?? []
    if (list.some((each) => each.needle === needle)) return
    list.push({ needle, value })
    list.sort((one, other) => other.needle.length - one.needle.length)
    this.#byStart.set(start, list)
    let hash = 0
    for (let at = 0; at < 4; at++) hash = rolled(hash, needle.charCodeAt(at))
    this.#filter[hash] = 1
  }

  /** What stands in a text, from left to right, the longest where several begin; nothing within another one. */
  *in(text: string): Generator<{ readonly at: number; readonly needle: string; readonly value: Value }> {
    if (this.#byStart.size === 0) return
    let hash = 0
    let from = 0
    for (let end = 0; end < text.length; end++) {
      // The last four characters and no other: each pushes out the one that is four before it.
      hash = rolled(hash, text.charCodeAt(end))
      const at = end - 3
      if (at < from || this.#filter[hash] === 0) continue
      const found = this.#byStart
        .get(text.slice(at, end + 1))
        ?.find(({ needle }) => text.startsWith(needle, at))
      if (found === undefined) continue
      yield { at, ...found }
      from = at + found.needle.length
    }
  }
}

function rolled(hash: number, code: number): number {
  return ((hash << 4) ^ code) & 0xffff
}
