/** Why an organisation is not made, or not there. */
export class OrganisationRefusal extends Error {
  override readonly name = 'OrganisationRefusal'
  /** HTTP status. */
  readonly status: number
  /** Its name, for programs. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
