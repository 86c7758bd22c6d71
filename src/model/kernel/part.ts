import type { OrgParts } from '../org-parts.ts'

/** Some parts of an organisation, by their names. */
export type Uses<Name extends keyof OrgParts> = Pick<OrgParts, Name>

/** A part of an organisation. It names the parts that it uses, which the organisation creates before it. */
export class Part<Name extends keyof OrgParts> {
  protected readonly org: Uses<Name>

  constructor(org: Uses<Name>) {
    this.org = org
  }
}
