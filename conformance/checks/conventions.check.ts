import { a, check } from '../engine/run/check.ts'
import type { Judge, Json } from '../engine/run/check.ts'
import { Expectation, isSet } from '../engine/judge/expectation.ts'
import { userPath } from './support/paths.ts'

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
