/** The reason why an organisation is not created, or not found. */
export class OrganisationRefusal extends Error {
  override readonly name = 'OrganisationRefusal'
  /** HTTP status. */
  readonly status: number
  /** The error's name, for programs. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
