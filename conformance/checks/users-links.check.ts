import { a, check, type Json, type Judge, type Reply } from '../engine/run/check.ts'
import { isSet } from '../engine/judge/expectation.ts'
import { wrongUserLink } from '../engine/judge/answer-faults.ts'
import { factorLink, offeredLinks, userLinks, withheldLinks } from '../tables/user-links.ts'
import { holding, listUntil, quoted } from './support/find-records.ts'
import { userPath, usersPath } from './support/paths.ts'

/** Actions whose links any user may have. A run can bring a user to the statuses that offer them. */
const actions = userLinks.filter(({ slug }) => slug !== 'unlock')
const offered = offeredLinks.filter(({ slug }) => slug !== 'unlock')

const leadsTo = ({ slug }: (typeof userLinks)[number] | typeof factorLink) => `users.links.${slug}` as const
const isOffered = ({ slug }: (typeof userLinks)[number]) => `users.links.offered.${slug}` as const
const isNotOffered = ({ slug }: (typeof withheldLinks)[number]) => `users.links.not-offered.${slug}` as const

/** Judges the target of a link, if it exists: a full URL of the POST operation on this user. */
function judgeLink(judge: Judge, reply: Reply, relation: string): void {
  const link: Json = reply.json._links?.[relation]
  if (link === undefined) return
  const on = judge.on(reply)
  if (!on.like(link, { href: a.url }, `the ${relation} link`)) return
  const wrong = wrongUserLink(relation, reply.json)
  on.ok(
    wrong === undefined,
    `the ${relation} link leads to the operation on the user, by POST`,
    wrong ?? link,
  )
}

const relationsOf = ({ json }: Reply): string[] => Object.keys(json._links ?? {})

check(
  'the links of a user lead to the user and its operations',
  {
    judges: [
      ...actions.map(leadsTo),
      'users.links.self',
      'users.links.reset-factors-absent',
      'users.links.schema',
      'users.links.type',
    ],
    quick: true,
    observes: [...offered.map(isOffered), ...withheldLinks.map(isNotOffered)],
  },
  async ({ given, api, judge, assume, observe }) => {
    const users = [
      await given.user({ activate: false }),
      await given.user({ recoveryQuestion: true }),
      ...(await Promise.all(
        (['SUSPENDED', 'RECOVERY', 'PASSWORD_EXPIRED', 'DEPROVISIONED'] as const).map((status) =>
          given.user({ status, recoveryQuestion: true }),
        ),
      )),
    ]
    for (const link of actions) judge(leadsTo(link)).pass('where the relation is absent')
    const replies: Reply[] = []
    for (const { path, id } of users) {
      const reply = await api.get(path)
      replies.push(reply)
      assume('users.links.present', isSet(reply.json._links), 'a user has _links, which may be null')
      judge('users.links.self').matches(reply, { id, _links: { self: { href: a.url } } })
      const self = String(reply.json._links?.self?.href)
      judge('users.links.self').matches(await api.get(URL.canParse(self) ? self : '/'), { id })
      for (const link of actions) judgeLink(judge(leadsTo(link)), reply, link.relation)

      judge('users.links.reset-factors-absent').absent(reply.json._links, 'resetFactors')
      for (const [requirement, relation] of [
        ['users.links.schema', 'schema'],
        ['users.links.type', 'type'],
      ] as const) {
        const link: Json = reply.json._links?.[relation]
        if (link === undefined) judge(requirement).matches(reply, { id })
        else judge(requirement).matches(reply, { _links: { [relation]: { href: a.url } } })
      }
    }
    const carries = (link: (typeof userLinks)[number], statuses: readonly string[]): boolean[] =>
      replies
        .filter(({ json }) => statuses.includes(json.status))
        .map((reply) => relationsOf(reply).includes(link.relation))
    for (const link of offered) observe(isOffered(link), carries(link, link.offered).every(Boolean))
    for (const link of withheldLinks) observe(isNotOffered(link), !carries(link, link.never).includes(true))
  },
)

check(
  'the links of a locked-out user lead to its operations',
  {
    judges: ['users.links.unlock'],
    quick: true,
    supports: actions.map(leadsTo),
    observes: ['users.links.offered.unlock'],
    needs: ['locked-out-user'],
  },
  async ({ api, judge, need, observe }) => {
    const { id } = await need('locked-out-user')
    const reply = await api.get(userPath(id))
    judge('users.links.unlock').matches(reply, { id, status: 'LOCKED_OUT' })
    for (const link of userLinks)
      if (link.slug === 'unlock' || relationsOf(reply).includes(link.relation))
        judgeLink(judge(leadsTo(link)), reply, link.relation)
    observe('users.links.offered.unlock', relationsOf(reply).includes('unlock'))
  },
)

check(
  'the resetFactors link of an enrolled user leads to its reset_factors operation',
  { judges: ['users.links.reset-factors'], quick: true, needs: ['factor'] },
  async ({ api, judge, need }) => {
    const { id } = await need('factor')
    const reply = await api.get(userPath(id))
    judge('users.links.reset-factors').matches(reply, { id })
    judgeLink(judge('users.links.reset-factors'), reply, 'resetFactors')
  },
)

check(
  'a listed user has no other link than self',
  { judges: ['users.links.list-self-only'] },
  async ({ given, api, judge, poll }) => {
    const user = await given.user({ recoveryQuestion: true })
    for (const query of [{ filter: `id eq ${quoted(user.id)}` }, { search: `id eq ${quoted(user.id)}` }]) {
      const reply = await listUntil({ api, poll }, query, holding(user))
      judge('users.links.list-self-only').some(reply.items, { id: user.id })
      judgeSelfOnly(judge('users.links.list-self-only').on(reply), reply)
    }
    const plain = await api.get(usersPath, { query: { limit: 5 } })
    judgeSelfOnly(judge('users.links.list-self-only').on(plain), plain)
  },
)

function judgeSelfOnly(judge: Judge, { items }: Reply): void {
  judge.every(
    items.map((user) => Object.keys(user?._links ?? { self: null })),
    ['self'],
    'self is the only link of every user that has links',
  )
}

check(
  'the block details of a blocked user are there with expand=block',
  {
    judges: [
      'users.get.expand-block',
      'users.block.type',
      'users.block.applies-to',
      'users.block.unknown-devices',
    ],
    needs: ['device-block'],
  },
  async ({ api, judge, need }) => {
    const { id } = await need('device-block', { appliesTo: 'UNKNOWN_DEVICES' })
    const path = userPath(id)
    const reply = await api.get(path, { query: { expand: 'block' } })
    const held: Json = reply.json._embedded?.block
    const block: Json = Array.isArray(held) ? held[0] : held
    judge('users.get.expand-block').matches(reply, { id })
    judge('users.get.expand-block').on(reply).like(block, {}, '_embedded.block')
    judge('users.block.type').on(reply).like(block, { type: 'DEVICE_BASED' })
    judge('users.block.applies-to')
      .on(reply)
      .like(block, {
        appliesTo: a.oneOf('ANY_DEVICES', 'UNKNOWN_DEVICES'),
      })
    judge('users.block.unknown-devices').on(reply).like(block, { appliesTo: 'UNKNOWN_DEVICES' })
  },
)
