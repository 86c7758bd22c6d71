/** The fewest empty places at the start for which the list moves up. */
const minGaps = 1000

/** A list that gives up its oldest items. However long the list is, that costs as little as an addition. */
export class RecentList<Item> {
  /** Oldest first; the places before `#first` are empty. */
  #items: (Item | undefined)[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Removes the oldest item, which must exist. */
  takeOldest(): Item {
    const oldest = this.#items[this.#first]!
    this.#items[this.#first] = undefined
    this.#first += 1
    // Only sometimes, so that each item moves at most once on average.
    if (this.#first > minGaps && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return oldest
  }

  /** The first items that a test picks, oldest first. */
  find(picked: (item: Item) => boolean, limit = Number.POSITIVE_INFINITY): Item[] {
    const found: Item[] = []
    for (let index = this.#first; index < this.#items.length && found.length < limit; index += 1) {
      const item = this.#items[index]!
      if (picked(item)) found.push(item)
    }
    return found
  }

  clear(): void {
    this.#items = []
    this.#first = 0
  }
}
