/** Data that cannot be carried, by reason: a thousand users make one line. */
export class Notes {
  readonly #names = new Map<string, string[]>()

  /** @param name The record, if the reason does not show it. */
  add(reason: string, name?: string): void {
    const names = this.#names.get(reason) ?? []
    if (name !== undefined) names.push(name)
    this.#names.set(reason, names)
  }

  /** A line for each reason. */
  lines(): readonly string[] {
    return [...this.#names].map(([reason, names]) => {
      if (names.length === 0) return reason
      const shown = names.slice(0, namesShown).join(', ')
      return `${reason}: ${shown}${names.length > namesShown ? ` and ${names.length - namesShown} more` : ''}`
    })
  }
}

const namesShown = 3
