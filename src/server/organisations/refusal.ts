import type { WireReply } from '../../handlers/wire.ts'
import { failure } from '../control-reply.ts'

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

export function unknownOrganisation(name: string): WireReply {
  return failure(404, 'unknown-organisation', `There is no organisation named ${name.slice(0, 100)}`)
}
