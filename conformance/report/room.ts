/** Bytes of evidence in the HTML report: the whole page stays below 2 MB. */
const evidenceMax = 600_000

/** How many warnings, records left behind, or problems of the baseline a report for people lists. */
export const listedMax = 50

/** A line for each of the first items, and one that counts the rest. */
export function listed<T>(
  items: readonly T[],
  line: (item: T) => string,
  rest: (text: string) => string,
): string[] {
  const more = items.length - listedMax
  return [...items.slice(0, listedMax).map(line), ...(more > 0 ? [rest(`and ${more} more`)] : [])]
}

/** The remaining room for evidence, and the exchanges that are already shown. */
export class Room {
  readonly #max: number
  #taken = 0
  #isFull = false
  readonly #shown = new Map<string, string>()

  constructor(max = evidenceMax) {
    this.#max = max
  }

  /** The HTML of a card if it fits. Once a card does not fit, this and every later one is undefined. */
  take(card: string, make: () => string): string | undefined {
    if (this.#isFull) return undefined
    const html = make()
    const { length } = new TextEncoder().encode(html)
    this.#isFull = this.#taken + length > this.#max
    if (this.#isFull) {
      for (const [check, place] of this.#shown) if (place === card) this.#shown.delete(check)
      return undefined
    }
    this.#taken += length
    return html
  }

  /** The card that shows the exchanges of a check: the given one at the first call, later the same one. */
  placeOf(check: string, card: string): string {
    const known = this.#shown.get(check) ?? card
    this.#shown.set(check, known)
    return known
  }
}

/** The beginning of a text that is longer than this many characters, and by how much it is longer. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length - max} characters more)`
}

/** The first items, how many are left out, and the last: of a short list, all of it. */
export function folded<Item>(
  items: readonly Item[],
  first: number,
): { readonly before: readonly Item[]; readonly left: readonly Item[]; readonly last: readonly Item[] } {
  if (items.length <= first + 2) return { before: items, left: [], last: [] }
  return { before: items.slice(0, first), left: items.slice(first, -1), last: items.slice(-1) }
}

/** The beginning of a text, for a line of a terminal. */
export function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
