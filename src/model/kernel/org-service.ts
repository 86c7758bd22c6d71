import type { Org } from '../org.ts'

/** Some services of an organisation, by their names. */
export type Uses<Name extends keyof Org> = Pick<Org, Name>

/** A service of an organisation. It names the services that it uses, which the organisation creates before it. */
export class OrgService<Name extends keyof Org> {
  protected readonly org: Uses<Name>

  constructor(org: Uses<Name>) {
    this.org = org
  }
}
