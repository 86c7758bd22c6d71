/** How many bytes of evidence the HTML report takes in: with all the rest of the page it stays below 2 MB. */
const evidenceMax = 600_000

/** What is left of the room for evidence, and which exchanges were shown already. */
export class Room {
  readonly #max: number
  #taken = 0
  #isFull = false
  readonly #shown = new Map<string, string>()

  constructor(max = evidenceMax) {
    this.#max = max
  }

  /** The HTML of a card, where there is room for it; undefined from the first one on for which there is not. */
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

  /** The place of the card that shows the exchanges of a check, once one does; else the given one does from now on. */
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
