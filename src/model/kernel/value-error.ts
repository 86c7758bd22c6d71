/** A value that cannot be read, with the name of its place: `duration: expected …, got …`. */
export class ValueError extends RangeError {
  /** The name of the place. */
  readonly place: string
  /** The message without the name: `expected …, got …`. */
  readonly reason: string

  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`)
    this.place = place
    this.reason = reason
  }
}
