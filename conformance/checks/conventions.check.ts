import { a, check, type Reply, type RequirementId, type Judge, type Json } from '../engine/run/check.ts'
import { Expectation, isSet } from '../engine/judge/expectation.ts'
import { userPath, clientsPath, groupsPath, rulesPath, usersPath } from './support/paths.ts'
import { anyText } from '../tables/forms.ts'
import { fullSettings } from './support/clients.ts'
import { addressesOf } from '../engine/judge/answer-faults.ts'
import type { SightKind } from '../engine/run/watch.ts'
import { factorLink, userLinks } from '../tables/user-links.ts'

check(
  'links hold an href, and allowed methods are a list',
  { judges: ['conventions.hal.href', 'conventions.hal.hints-allow'] },
  async ({ given, api, judge, need, assume }) => {
    const user = await given.user()
    const group = await given.group({ members: [user] })
    const known = await api.control('users.get.ok').get(user.path)
    assume('users.get.ok', known.json.profile?.login === user.login, 'a user is read as it was sent')
    for (const path of [user.path, group.path]) {
      const reply = await api.get(path)
      const links = linksOf(reply.json)
      const requirement = judge('conventions.hal.href').on(reply)
      assume('users.links.present', isSet(reply.json._links), 'a record has _links, which may be null')
      requirement.ok(links.length > 0, 'there are links', reply.json._links)
      for (const [relation, link] of links) {
        requirement.like(link, { href: a.string, title: textOrNothing, method: textOrNothing }, relation)
      }
      judgeHints(judge('conventions.hal.hints-allow').on(reply), links)
    }
    judge('conventions.hal.hints-allow').commit()

    const { userId } = await need('grants')
    const grants = await api.get(`${userPath(userId)}/grants`)
    for (const grant of grants.items)
      judgeHints(judge('conventions.hal.hints-allow').on(grants), linksOf(grant))
  },
)

const textOrNothing = new Expectation(
  'a string, or nothing',
  (value) => value === undefined || typeof value === 'string',
)

/** Every link of a record with its relation; a relation may have several. */
function linksOf(record: Json): [relation: string, link: Json][] {
  return Object.entries<Json>(record?._links ?? {}).flatMap(([relation, links]) =>
    [links].flat().map((link): [string, Json] => [relation, link]),
  )
}

const methodName = /^(GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS)$/

function judgeHints(requirement: Judge, links: readonly [relation: string, link: Json][]): void {
  const given = links.filter(([, link]) => link?.hints?.allow !== undefined)
  if (given.length === 0) requirement.pass('no link has hints.allow')
  for (const [relation, { hints }] of given) requirement.every(hints.allow, a.text(methodName), relation)
}

check(
  'refusals outside the client endpoints carry the five parts of a platform-style body',
  {
    judges: [
      'errors.platform.code',
      'errors.platform.summary',
      'errors.platform.link-is-code',
      'errors.platform.id',
      'errors.platform.causes',
    ],
  },
  async ({ given, api, judge, unique }) => {
    const staged = await given.user({ activate: false })
    const group = await given.group()
    await api.control('users.get.ok').get(staged.path)
    await api.control('groups.get.ok').get(group.path)

    const refusals: Reply[] = [
      await api.get(`/api/v1/users/${unique.unknownId()}`),
      await api.get(`/api/v1/groups/${unique.unknownId()}`),
      await api.get(`/api/v1/groups/rules/${unique.unknownId()}`),
      await api.put(`${group.path}/users/${unique.unknownId()}`),
      await api.post(`${staged.path}/lifecycle/suspend`),
      await api.post(`${staged.path}/lifecycle/unsuspend`),
      await api.post(`${staged.path}/lifecycle/reactivate`, undefined, { query: { sendEmail: false } }),
      await api.post(groupsPath, {}),
      await api.post(rulesPath, {}),
      await api.post(usersPath, {}, { query: { activate: false } }),
    ]

    for (const { json, ...refused } of refusals) {
      const where = `${refused.request.method} ${refused.request.path}`
      const reply: Reply = { ...refused, json }
      judge('errors.platform.code').refused(reply)
      judge('errors.platform.code').on(reply).like(json.errorCode, a.string, `errorCode of ${where}`)
      judge('errors.platform.summary').on(reply).like(json.errorSummary, anyText, `errorSummary of ${where}`)
      judge('errors.platform.link-is-code')
        .on(reply)
        .equal(json.errorLink, json.errorCode ?? 'the errorCode', `errorLink of ${where}`)
      judge('errors.platform.id').on(reply).like(json.errorId, anyText, `errorId of ${where}`)
      judge('errors.platform.causes').on(reply).like(json.errorCauses, a.array, `errorCauses of ${where}`)
    }
  },
)

check(
  'refusals of client endpoints carry an OAuth-style body, and those of newSecret a platform-style one',
  { judges: ['errors.oauth.error', 'errors.oauth.description', 'errors.platform.new-secret'] },
  async ({ given, api, judge, unique }) => {
    const client = await given.client()
    const { client_name: _name, ...nameless } = fullSettings(client.json)
    await api.control('clients.update.ok').put(client.path, fullSettings(client.json))
    await api.control('clients.new-secret.ok').post(`${client.path}/lifecycle/newSecret`)

    const unknown = `/oauth2/v1/clients/${unique.unknownId()}`
    const refusals = [
      await api.get(unknown),
      await api.delete(unknown),
      await api.put(client.path, nameless),
      await api.post(clientsPath, nameless),
    ]
    for (const refused of refusals) {
      const where = `${refused.request.method} ${refused.request.path}`
      judge('errors.oauth.error').refused(refused)
      judge('errors.oauth.error').on(refused).like(refused.json.error, a.string, `error of ${where}`)
      judge('errors.oauth.description')
        .on(refused)
        .like(refused.json.error_description, anyText, `error_description of ${where}`)
    }
    const secretless = await api.post(`${unknown}/lifecycle/newSecret`)
    judge('errors.platform.new-secret').platformError(secretless, 404, 'E0000007')
    judge('errors.platform.new-secret').on(secretless).like(secretless.json, {
      errorSummary: anyText,
      errorLink: 'E0000007',
      errorId: anyText,
      errorCauses: a.array,
    })
  },
)

// Rules for every answer of the whole run, after any request.

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
