import { organisationTexts } from '../contract/resources/issuer.ts'
import { refuseUnknown } from '../handlers/path-hint.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, withoutNulls } from './handler.ts'

export const organisation = {
  getOrganisation: (_, org) => ({ status: 200, body: shown(org) }),
  changeOrganisation({ body }, org) {
    org.tables.profile.value = textsOf({ ...org.tables.profile.value, ...body })
    return { status: 200, body: shown(org) }
  },
  replaceOrganisation({ body }, org) {
    org.tables.profile.value = textsOf(body)
    return { status: 200, body: shown(org) }
  },
  getWellKnownOrganisation({ params }, org, { request }) {
    const { prefix } = org.vocabulary
    if (params.document !== `${prefix}-organization`) return refuseUnknown(org, request)
    // Clients ask an older engine for less: it has no policies of applications.
    return {
      status: 200,
      body: { id: idOf(org), pipeline: 'v1', _links: { organization: { href: org.baseUrl } } },
    }
  },
} satisfies Partial<BeyondHandlers>

/** The texts that an organisation has; other members of a body are ignored. */
function textsOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(withoutNulls(body)).filter(([name]) => organisationTexts.includes(name))
  return Object.fromEntries(texts) as Readonly<Record<string, string>>
}

/** Its id, which is always the same: an organisation has no other one. */
function idOf({ authorizationServers }: Org): string {
  return authorizationServers.own.id.replace(/^aus/, '00o')
}

function shown(org: Org): object {
  const since = org.groups.resolve(org.groups.everyoneId).created
  const byDefault = Object.fromEntries(organisationTexts.map((name) => [name, null]))
  const { hostname } = new URL(org.baseUrl)
  return {
    id: idOf(org),
    subdomain: hostname.split('.')[0],
    ...byDefault,
    companyName: org.authorizationServers.own.name,
    ...org.tables.profile.value,
    status: 'ACTIVE',
    created: since,
    lastUpdated: since,
    expiresAt: null,
    _links: { self: { href: `${org.baseUrl}/api/v1/org` } },
  }
}
