/** Which id or token of ours stands for which one of the recording. */
export class Pairs {
  readonly #ours = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** Notes that one of the recording is one of ours from now on. */
  pair(recorded: string, ours: string): void {
    this.#ours.set(recorded, ours)
    this.#taken.add(ours)
  }

  /** Ours for one of the recording; undefined where there is none. */
  oursOf(recorded: string): string | undefined {
    return this.#ours.get(recorded)
  }

  /** Whether one of ours stands for one of the recording already. */
  isTaken(ours: string): boolean {
    return this.#taken.has(ours)
  }

  /** A text of the recording with ours in the place of its ids and tokens. */
  translate(text: string): string {
    if (this.#ours.size === 0) return text
    return text.replaceAll(idLike, (word) => this.#ours.get(word) ?? word)
  }
}

const idLike = /[\w-]{6,}/g
