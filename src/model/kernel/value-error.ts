/** A value that cannot be read, with the name of its place: `duration: expected …, got …`. */
export class ValueError extends RangeError {
  /** The message without the name: `expected …, got …`. */
  readonly reason: string

  constructor(name: string, reason: string) {
    super(`${name}: ${reason}`)
    this.reason = reason
  }
}
