/** Rules for every answer of the whole run, after any request. */
import type { ClauseId, Reply } from '../engine/run/check.ts'
import { check } from '../engine/run/check.ts'
import { addressesOf } from '../engine/judge/record-links.ts'
import type { SightKind } from '../engine/run/watch.ts'
import { factorLink, userLinks } from '../tables/user-links.ts'
import { usersPath, groupsPath, clientsPath } from './support/paths.ts'

const leads = 'the links of every record lead to what they are named after, by its method'

/** The links of users, each with its clause. */
const linksOfUsers = [...userLinks, factorLink].map(
  ({ relation, slug }) => [`user-link-${relation}`, `users.links.${slug}`] as const,
)

const clauses: Readonly<Record<string, ClauseId>> = {
  password: 'credentials.password.write-only',
  answer: 'credentials.answer.write-only',
  hash: 'credentials.hash.write-only',
  'client-secret': 'clients.get.no-secret',
  'media-type': 'conventions.json.content-type',
  'relative-link': 'conventions.hal.href',
  'no-self-link': 'conventions.paging.link-self',
  'user-time': 'conventions.timestamps.users',
  'group-time': 'conventions.timestamps.groups',
  'rule-time': 'conventions.timestamps.rules',
  'client-time': 'conventions.timestamps.clients',
  'grant-time': 'grants.created',
  'token-time': 'tokens.created',
  'user-self': 'users.links.self',
  'group-self': 'groups.links.self',
  'grant-self': 'grants.links.self',
  'token-self': 'tokens.links.self',
  'other-host': 'conventions.hal.one-address',
  'group-link-users': 'groups.links.users',
  'group-link-apps': 'groups.links.apps',
  'grant-link-client': 'grants.links.client',
  'grant-link-user': 'grants.links.user',
  'token-link-client': 'tokens.links.client',
  'token-link-user': 'tokens.links.user',
  'token-link-revoke': 'tokens.links.revoke',
  ...Object.fromEntries(linksOfUsers),
} satisfies Partial<Record<SightKind, ClauseId>>

const times = 'every time is ISO 8601 in UTC with milliseconds'
const self = 'the self link of every record leads to that record'

const says: Readonly<Record<string, string>> = {
  password: 'no password that was sent stands in an answer',
  answer: 'no answer to a recovery question that was sent stands in an answer',
  hash: 'no hash that was sent stands in an answer',
  'client-secret':
    'no secret of a client stands in an answer to anything but a registration, an update or newSecret',
  'media-type': 'every success with a body is application/json',
  'relative-link': 'the targets of links are full URLs',
  'no-self-link': 'every page with a next link has a self link',
  'user-time': times,
  'group-time': times,
  'rule-time': times,
  'client-time': 'every client carries the time of issue as a number',
  'grant-time': times,
  'token-time': times,
  'user-self': self,
  'group-self': self,
  'grant-self': self,
  'token-self': self,
  'other-host': 'every link to an operation of the service leads to its one address',
}

check(
  'no answer to any call shows what no answer may',
  { judges: [], supports: [...new Set(Object.values(clauses))], last: true },
  async ({ judge, sights }) => {
    // If nothing was seen, that shows nothing: other checks show that there was something to see.
    for (const { kind, where } of sights) {
      const clause = clauses[kind]
      if (clause !== undefined && !judge(clause).failed) judge(clause).fail(says[kind] ?? leads, where)
    }
  },
)

check(
  'links to operations of the service lead to one address',
  { judges: ['conventions.hal.one-address'] },
  async ({ api, given, judge, rely }) => {
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
    rely('conventions.paging.link-self', addresses.size > 0, 'there is a link to an operation')
    judge('conventions.hal.one-address').equal([...addresses].slice(1), [], 'further addresses')
  },
)
