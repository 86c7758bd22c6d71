import type { Single } from '../kernel/single.ts'

/** A window as it is stored. */
export interface RateWindowState {
  /** Milliseconds since 1970. */
  readonly end: number
  readonly used: number
}

/** A window of time in which requests are counted. Snapshots do not include it. */
export class RateWindow {
  readonly #stored: Single<RateWindowState>
  #end = 0
  #used = 0

  constructor(stored: Single<RateWindowState>) {
    this.#stored = stored.follow({
      read: () => ({ end: this.#end, used: this.#used }),
      write: ({ end, used }) => {
        this.#end = end
        this.#used = used
      },
    })
  }

  get end(): number {
    return this.#end
  }

  /** Counts a request. With `newEnd`, a new window begins with it. Returns the count of the window. */
  count(newEnd?: number): number {
    if (newEnd !== undefined) {
      this.#end = newEnd
      this.#used = 0
    }
    this.#stored.touch()
    return (this.#used += 1)
  }
}
