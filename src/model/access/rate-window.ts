import { SingleRow, type Stateful } from '../kernel/state.ts'

interface Window {
  /** Milliseconds since 1970. */
  readonly end: number
  readonly used: number
}

/** A window of time in which requests are counted. Snapshots do not include it. */
export class RateWindow implements Stateful<Window> {
  readonly rows = new SingleRow(() => this.snapshot())
  #end = 0
  #used = 0

  get end(): number {
    return this.#end
  }

  /** Counts a request. With `newEnd`, a new window begins with it. Returns the count of the window. */
  count(newEnd?: number): number {
    if (newEnd !== undefined) {
      this.#end = newEnd
      this.#used = 0
    }
    this.rows.touch(true)
    return (this.#used += 1)
  }

  snapshot(): Window {
    return { end: this.#end, used: this.#used }
  }

  restore({ end, used }: Window): void {
    this.#end = end
    this.#used = used
  }
}
