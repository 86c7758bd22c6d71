import { SingleRow, type Stateful } from '../kernel/state.ts'

interface Window {
  /** Milliseconds since 1970. */
  readonly end: number
  readonly used: number
}

/** A window of time in which requests are counted; in no snapshot, as requests went before it all the same. */
export class RateWindow implements Stateful<Window> {
  readonly rows = new SingleRow(() => this.snapshot())
  #end = 0
  #used = 0

  get end(): number {
    return this.#end
  }

  /** Counts a request, as the first one where a window begins. Returns how many there were. */
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
