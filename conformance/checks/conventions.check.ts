import { a, check } from '../engine/run/check.ts'
import type { Judge, Json } from '../engine/run/check.ts'
import { Expectation, isSet } from '../engine/judge/expectation.ts'
import { newProfile } from './support/stage-user.ts'

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
