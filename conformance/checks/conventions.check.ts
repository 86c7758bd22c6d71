import { a, check } from '../engine/run/check.ts'
import type { Judge, Json, Reply } from '../engine/run/check.ts'
import { Expectation, isSet } from '../engine/judge/expectation.ts'
import type { Api } from '../engine/run/api.ts'
import type { ClauseId } from '../registry/clauses.ts'
import { newProfile } from './support/stage-user.ts'

check(
  'successes of every area hold JSON and say so',
  {
    judges: ['conventions.json.body', 'conventions.json.content-type', 'conventions.json.clients-charset'],
  },
  async ({ given, api, judge, rely }) => {
    const user = await given.user()
    const group = await given.group({ members: [user] })
    const client = await given.client()
    const known = await api.control('users.get.ok').get(user.path)
    rely('users.get.ok', known.json.profile?.login === user.login, 'a user is read as it was sent')
    const {
      client_secret: _secret,
      client_secret_expires_at: _at,
      client_id_issued_at: _issued,
      ...settings
    } = client.json

    const as = (owner: ClauseId): Api => api.control(owner)
    const platform = [
      known,
      await as('users.update.ok').post(user.path, { profile: { nickName: 'Fern' } }),
      await as('users.list.ok').get('/api/v1/users', { query: { limit: 1 } }),
      await as('users.groups.ok').get(`${user.path}/groups`),
      await as('users.suspend.ok').post(`${user.path}/lifecycle/suspend`),
      await as('groups.get.ok').get(group.path),
      await as('groups.update.ok').put(group.path, { profile: group.json.profile }),
      await as('groups.list.ok').get('/api/v1/groups', { query: { limit: 1 } }),
      await as('membership.list.ok').get(`${group.path}/users`),
    ]
    const clients = [
      await as('clients.get.ok').get(client.path),
      await as('clients.list.ok').get('/oauth2/v1/clients', { query: { limit: 1 } }),
      await as('clients.update.ok').put(client.path, settings),
      await as('clients.new-secret.ok').post(`${client.path}/lifecycle/newSecret`),
    ]
    for (const reply of [...platform, ...clients]) {
      const where = `${reply.request.method} ${reply.request.path}`
      if (reply.text === '') continue
      judge('conventions.json.body')
        .on(reply)
        .ok(reply.body !== undefined, `${where} answers JSON`, reply.text)
      judge('conventions.json.content-type').on(reply).equal(mediaType(reply), 'application/json', where)
    }
    for (const reply of clients) {
      judge('conventions.json.clients-charset')
        .on(reply)
        .like(reply.headers['content-type'], a.text(/;\s*charset\s*=\s*"?utf-8"?\s*(;|$)/i))
    }
  },
)

function mediaType({ headers }: Reply): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase()
}

/** A timestamp, or nothing: for an event that has not happened yet. */
const timestampOrNothing = new Expectation(
  'an ISO 8601 UTC timestamp with milliseconds, or nothing',
  (value) => value === undefined || a.nothing.holds(value) || a.timestamp.holds(value),
)

const userTimestamps = {
  created: a.timestamp,
  lastUpdated: a.timestamp,
  activated: timestampOrNothing,
  statusChanged: timestampOrNothing,
  lastLogin: timestampOrNothing,
  passwordChanged: timestampOrNothing,
}

const groupTimestamps = {
  created: a.timestamp,
  lastUpdated: a.timestamp,
  lastMembershipUpdated: a.timestamp,
}

check(
  'timestamps of users and groups are ISO 8601 in UTC with milliseconds',
  { judges: ['conventions.timestamps.users', 'conventions.timestamps.groups'] },
  async ({ given, api, judge }) => {
    const user = await given.user({ status: 'SUSPENDED' })
    const group = await given.group({ members: [user] })
    const users = judge('conventions.timestamps.users')
    users.like(user.json, userTimestamps)
    users.matches(await api.get(user.path), userTimestamps)
    users.every((await api.get('/api/v1/users', { query: { limit: 5 } })).items, userTimestamps)
    const groups = judge('conventions.timestamps.groups')
    groups.like(group.json, groupTimestamps)
    groups.matches(await api.get(group.path), groupTimestamps)
    groups.every((await api.get('/api/v1/groups', { query: { limit: 5 } })).items, groupTimestamps)
  },
)

check(
  'timestamps of rules are ISO 8601 in UTC with milliseconds, and the expression type keeps its spelling',
  { judges: ['conventions.timestamps.rules', 'conventions.naming.expression'], needs: ['rule-expression'] },
  async ({ given, api, judge }) => {
    const rule = await given.rule({ groups: [await given.group()] })
    const read = await api.get(rule.path)
    const listed = await api.get('/api/v1/groups/rules', { query: { limit: 5 } })
    const timestamps = { created: a.timestamp, lastUpdated: a.timestamp }
    const rules = judge('conventions.timestamps.rules')
    rules.like(rule.json, timestamps)
    rules.matches(read, timestamps)
    rules.on(listed).every(listed.items, timestamps)
    const type = { conditions: { expression: { type: 'urn:svc:expression:1.0' } } }
    judge('conventions.naming.expression').like(rule.json, type)
    judge('conventions.naming.expression').matches(read, type)
  },
)

/** Between 2001 and 5138: milliseconds would be a thousand times as many. */
const unixSeconds = new Expectation(
  'a number of seconds since 1970',
  (value) => typeof value === 'number' && value > 1e9 && value < 1e11,
)

const secondsOrNothing = new Expectation(
  'a number of seconds since 1970, or nothing',
  (value) => value === undefined || value === null || unixSeconds.holds(value),
)

const secondsOrNever = new Expectation(
  'a number of seconds since 1970, 0, or nothing',
  (value) => value === 0 || secondsOrNothing.holds(value),
)

check(
  'timestamps of clients are unix seconds',
  { judges: ['conventions.timestamps.clients'] },
  async ({ given, api, judge }) => {
    const client = await given.client()
    const clause = judge('conventions.timestamps.clients')
    clause.like(client.json, {
      client_id_issued_at: secondsOrNothing,
      client_secret_expires_at: secondsOrNever,
    })
    clause.matches(await api.get(client.path), { client_id_issued_at: secondsOrNothing })
    const listed = await api.get('/oauth2/v1/clients', { query: { limit: 5 } })
    clause.on(listed).every(listed.items, {
      client_id_issued_at: secondsOrNothing,
      client_secret_expires_at: secondsOrNever,
    })
  },
)

check(
  'links hold an href, and allowed methods are a list',
  { judges: ['conventions.hal.href', 'conventions.hal.hints-allow'] },
  async ({ given, api, judge, need, rely }) => {
    const user = await given.user()
    const group = await given.group({ members: [user] })
    const known = await api.control('users.get.ok').get(user.path)
    rely('users.get.ok', known.json.profile?.login === user.login, 'a user is read as it was sent')
    for (const path of [user.path, group.path]) {
      const reply = await api.get(path)
      const links = linksOf(reply.json)
      const clause = judge('conventions.hal.href').on(reply)
      rely('users.links.present', isSet(reply.json._links), 'a record has _links, which may be null')
      clause.ok(links.length > 0, 'there are links', reply.json._links)
      for (const [relation, link] of links) {
        clause.like(link, { href: a.string, title: textOrNothing, method: textOrNothing }, relation)
      }
      judgeHints(judge('conventions.hal.hints-allow').on(reply), links)
    }
    judge('conventions.hal.hints-allow').settle()

    const { userId } = await need('grants')
    const grants = await api.get(`/api/v1/users/${encodeURIComponent(userId)}/grants`)
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

function judgeHints(clause: Judge, links: readonly [relation: string, link: Json][]): void {
  const given = links.filter(([, link]) => link?.hints?.allow !== undefined)
  if (given.length === 0) clause.pass('no link has hints.allow')
  for (const [relation, { hints }] of given) clause.every(hints.allow, a.text(methodName), relation)
}

check(
  'links and embedded parts that a caller sends are not taken over',
  { judges: ['conventions.hal.links-read-only', 'conventions.hal.embedded-read-only'] },
  async ({ given, api, judge, unique, rely }) => {
    const user = await given.user({ activate: false })
    const group = await given.group()
    rely('groups.create.ok', group.json.profile?.name === group.name, 'a group comes back as it was sent')
    const profile = newProfile(unique)
    const calls: readonly (readonly [method: string, path: string, body: object])[] = [
      ['POST', '/api/v1/users?activate=false', { profile }],
      ['POST', user.path, { profile: { nickName: 'Fern' } }],
      ['POST', '/api/v1/groups', { profile: { name: unique('group') } }],
      ['PUT', group.path, { profile: group.json.profile }],
    ]
    const linked = `https://forged.example.com/${unique()}`
    const embedded = `https://forged.example.com/${unique()}`
    for (const [method, path, body] of calls) {
      for (const [clause, part, href, forged] of [
        [
          'conventions.hal.links-read-only',
          '_links',
          linked,
          { self: { href: linked }, forged: { href: linked } },
        ],
        ['conventions.hal.embedded-read-only', '_embedded', embedded, { forged: { href: embedded } }],
      ] as const) {
        const sent = part === '_links' ? body : renamed(body, unique)
        const written = await api.request(method, path, { ...sent, [part]: forged })
        // A server may refuse a property that only it may write, or ignore it.
        if (written.status >= 400) {
          judge(clause).refused(written)
          continue
        }
        judge(clause).matches(written, { id: a.string })
        const record = path.split('?')[0] ?? ''
        const reread = await api.get(
          method === 'POST' && record !== user.path ? `${record}/${written.json.id}` : record,
        )
        for (const reply of [written, reread]) {
          judge(clause).success(reply)
          judge(clause)
            .on(reply)
            .ok(
              !reply.text.includes(href),
              `${part} sent to ${method} ${record} does not come back`,
              reply.json[part],
            )
        }
      }
    }
  },
)

/** The same create again, with another name. */
function renamed(body: Json, unique: { (hint?: string): string; login(): string }): Json {
  if (typeof body.profile?.login === 'string') {
    const login = unique.login()
    return { ...body, profile: { ...body.profile, login } }
  }
  return typeof body.profile?.name === 'string'
    ? { ...body, profile: { ...body.profile, name: unique('group') } }
    : body
}

check(
  'groups and providers are spelled with the word of the service',
  {
    judges: [
      'conventions.naming.group-type',
      'conventions.naming.group-class',
      'conventions.naming.provider',
    ],
  },
  async ({ given, api, judge, rely }) => {
    const group = await given.group()
    const user = await given.user()
    judge('conventions.naming.group-type').like(group.json, { type: 'SVC_GROUP' })
    const read = await api.get(group.path)
    judge('conventions.naming.group-type').matches(read, { type: 'SVC_GROUP' })
    judge('conventions.naming.provider').like(user.json, { credentials: { provider: { type: 'SVC' } } })
    judge('conventions.naming.provider').matches(await api.get(user.path), {
      credentials: { provider: { type: 'SVC' } },
    })
    for (const clause of ['conventions.naming.group-type', 'conventions.naming.provider'] as const)
      judge(clause).settle()
    rely(
      'groups.object-class.array',
      isSet(read.json.objectClass),
      'a group has an objectClass, which may be null',
    )
    for (const json of [group.json, read.json])
      judge('conventions.naming.group-class').like(json, { objectClass: a.listWith('svc:user_group') })
  },
)

check(
  'groups imported from a directory keep the spellings of their class and qualified name',
  {
    judges: ['conventions.naming.directory-class', 'conventions.naming.directory-name'],
    needs: ['directory-group'],
  },
  async ({ api, judge, need }) => {
    const { id } = await need('directory-group')
    const group = await api.get(`/api/v1/groups/${encodeURIComponent(id)}`)
    judge('conventions.naming.directory-name').matches(group, {
      profile: { directoryDomainQualifiedName: a.string },
    })
    // The class may be null: then nothing shows its spelling.
    if (isSet(group.json.objectClass))
      judge('conventions.naming.directory-class').matches(group, {
        objectClass: a.listWith('svc:directory_security_principal'),
      })
  },
)

check(
  'the parameter svc-response of Content-Type trims users, read and listed',
  { judges: ['conventions.naming.response-parameter'] },
  async ({ given, api, judge, rely, poll }) => {
    const user = await given.user()
    const whole = await api.control('users.get.ok').get(user.path)
    rely('users.credentials.present', whole.json.credentials, 'a user shows its credentials')
    const clause = judge('conventions.naming.response-parameter')
    const headers = { 'Content-Type': 'application/json; svc-response=omitCredentials' }
    const read = await api.get(user.path, { headers })
    clause.matches(read, { id: user.id })
    clause.on(read).absent(read.json, 'credentials')
    const find = (): Promise<Reply> =>
      api.get('/api/v1/users', { query: { filter: `id eq "${user.id}"` }, headers })
    const listed = await poll.until(find, ({ items }) => items.length === 1)
    clause.on(listed).every(listed.items, { id: user.id, credentials: a.missing })
  },
)
