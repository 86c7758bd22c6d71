import type { Org, OrgContext } from '../org.ts'

/** Some services of an organisation, by their names. */
export type Uses<Name extends keyof Org> = Pick<Org, Name>

/** A service of an organisation. It names the services that it uses, in addition to the base of the organisation. */
export class OrgService<Name extends keyof Org = never> {
  protected readonly org: Uses<keyof OrgContext | Name>

  constructor(org: Uses<keyof OrgContext | Name>) {
    this.org = org
  }
}
