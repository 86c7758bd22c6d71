/** Rules for every answer of the whole run, after any request. */
import { check, type Reply, type RequirementId } from '../engine/run/check.ts'
import { addressesOf } from '../engine/judge/answer-faults.ts'
import type { SightKind } from '../engine/run/watch.ts'
import { factorLink, userLinks } from '../tables/user-links.ts'
import { clientsPath, groupsPath, usersPath } from './support/paths.ts'

const times = 'every time is ISO 8601 in UTC with milliseconds'
const self = 'the self link of every record leads to that record'
const parts = 'every refusal carries the parts of its style'
const leads = 'the links of every record lead to what they are named after, by its method'

/** The requirement that each kind of sight breaks, and what it says of every answer. */
const rules: Readonly<Record<string, readonly [RequirementId, says: string]>> = {
  password: ['credentials.password.write-only', 'no password that was sent stands in an answer'],
  answer: [
    'credentials.answer.write-only',
    'no answer to a recovery question that was sent stands in an answer',
  ],
  hash: ['credentials.hash.write-only', 'no hash that was sent stands in an answer'],
  'client-secret': [
    'clients.get.no-secret',
    'no secret of a client stands in an answer to anything but a registration, an update or newSecret',
  ],
  'media-type': ['conventions.json.content-type', 'every success with a body is application/json'],
  'relative-link': ['conventions.hal.href', 'the targets of links are full URLs'],
  'no-self-link': ['conventions.paging.link-self', 'every page with a next link has a self link'],
  'user-time': ['conventions.timestamps.users', times],
  'group-time': ['conventions.timestamps.groups', times],
  'rule-time': ['conventions.timestamps.rules', times],
  'client-time': ['conventions.timestamps.clients', 'every client carries the time of issue as a number'],
  'grant-time': ['grants.created', times],
  'token-time': ['tokens.created', times],
  'user-self': ['users.links.self', self],
  'group-self': ['groups.links.self', self],
  'grant-self': ['grants.links.self', self],
  'token-self': ['tokens.links.self', self],
  'other-host': [
    'conventions.hal.one-address',
    'every link to an operation of the service leads to its one address',
  ],
  'error-summary': ['errors.platform.summary', parts],
  'error-link': ['errors.platform.link-is-code', parts],
  'error-id': ['errors.platform.id', parts],
  'error-causes': ['errors.platform.causes', parts],
  'oauth-description': ['errors.oauth.description', parts],
  'new-secret-style': ['errors.platform.new-secret', 'the refusals of newSecret are in the platform style'],
  'group-link-users': ['groups.links.users', leads],
  'group-link-apps': ['groups.links.apps', leads],
  'grant-link-client': ['grants.links.client', leads],
  'grant-link-user': ['grants.links.user', leads],
  'token-link-client': ['tokens.links.client', leads],
  'token-link-user': ['tokens.links.user', leads],
  'token-link-revoke': ['tokens.links.revoke', leads],
  ...Object.fromEntries(
    [...userLinks, factorLink].map(
      ({ relation, slug }) => [`user-link-${relation}`, [`users.links.${slug}`, leads]] as const,
    ),
  ),
} satisfies Partial<Record<SightKind, readonly [RequirementId, string]>>

check(
  'no answer to any call shows what no answer may',
  {
    judges: [],
    supports: [...new Set(Object.values(rules).map(([requirement]) => requirement))],
    last: true,
  },
  async ({ judge, sights }) => {
    // If nothing was seen, that shows nothing: other checks show that there was something to see.
    for (const { kind, where } of sights) {
      const [requirement, says = ''] = rules[kind] ?? []
      if (requirement !== undefined && !judge(requirement).failed) judge(requirement).fail(says, where)
    }
  },
)

check(
  'links to operations of the service lead to one address',
  { judges: ['conventions.hal.one-address'] },
  async ({ api, given, judge, assume }) => {
    const group = await given.group()
    const user = await given.user({ activate: false, password: false })
    const replies: readonly Reply[] = [
      await api.get(user.path),
      await api.get(group.path),
      await api.get(usersPath, { query: { limit: 1 } }),
      await api.get(groupsPath, { query: { limit: 1 } }),
      await api.get(clientsPath, { query: { limit: 1 } }),
    ]
    const addresses = new Set(replies.flatMap(({ json, links }) => addressesOf(json, Object.values(links))))
    assume('conventions.paging.link-self', addresses.size > 0, 'there is a link to an operation')
    judge('conventions.hal.one-address').equal([...addresses].slice(1), [], 'further addresses')
  },
)
