/** Pairs each recorded id or token with one of the mock. */
export class Pairs {
  readonly #ours = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** Notes a pair of a recorded text and one of the mock. */
  pair(recorded: string, ours: string): void {
    this.#ours.set(recorded, ours)
    this.#taken.add(ours)
  }

  /** The mock's text for a recorded one; undefined if it is unknown. */
  oursOf(recorded: string): string | undefined {
    return this.#ours.get(recorded)
  }

  /** Whether a text of the mock is in a pair already. */
  isTaken(ours: string): boolean {
    return this.#taken.has(ours)
  }

  /** A recorded text with the mock's ids and tokens. */
  translate(text: string): string {
    if (this.#ours.size === 0) return text
    return text.replaceAll(idLike, (word) => this.#ours.get(word) ?? word)
  }
}

const idLike = /[\w-]{6,}/g
