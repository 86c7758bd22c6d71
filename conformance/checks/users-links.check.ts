import type { ClauseId, Json, Judge, Reply } from '../engine/check.ts'
import { a, check } from '../engine/check.ts'
import { isSet } from '../engine/expectation.ts'
import { idsOf, listUntil, quoted } from './support/find-users.ts'

/** The operation that each relation leads to, below the user's own path (document 3, User links). */
const operations = [
  ['users.links.activate', 'activate', '/lifecycle/activate'],
  ['users.links.deactivate', 'deactivate', '/lifecycle/deactivate'],
  ['users.links.suspend', 'suspend', '/lifecycle/suspend'],
  ['users.links.unsuspend', 'unsuspend', '/lifecycle/unsuspend'],
  ['users.links.reset-password', 'resetPassword', '/lifecycle/reset_password'],
  ['users.links.expire-password', 'expirePassword', '/lifecycle/expire_password'],
  ['users.links.forgot-password', 'forgotPassword', '/credentials/forgot_password'],
  ['users.links.change-password', 'changePassword', '/credentials/change_password'],
  ['users.links.change-recovery-question', 'changeRecoveryQuestion', '/credentials/change_recovery_question'],
] as const satisfies readonly (readonly [ClauseId, string, string])[]

/** Judges where a link leads, if it is there: a full URL of the operation on this very user. */
function judgeLink(judge: Judge, reply: Reply, relation: string, suffix: string): void {
  const link: Json = reply.json._links?.[relation]
  if (link === undefined) return
  const on = judge.on(reply)
  if (!on.like(link, { href: a.url }, `the ${relation} link`)) return
  const { pathname } = new URL(String(link.href))
  const end = `/api/v1/users/${encodeURIComponent(String(reply.json.id))}${suffix}`
  on.ok(pathname.endsWith(end), `the ${relation} link leads to …${end}`, link.href)
}

check(
  'the links of a user lead to the user and its operations',
  {
    judges: [
      ...operations.map(([clause]) => clause),
      'users.links.self',
      'users.links.reset-factors-absent',
      'users.links.schema',
      'users.links.type',
    ],
  },
  async ({ given, api, judge, rely }) => {
    const users = [
      await given.user({ activate: false }),
      await given.user({ recoveryQuestion: true }),
      ...(await Promise.all(
        (['SUSPENDED', 'RECOVERY', 'PASSWORD_EXPIRED', 'DEPROVISIONED'] as const).map((status) =>
          given.user({ status, recoveryQuestion: true }),
        ),
      )),
    ]
    for (const [clause] of operations) judge(clause).pass('where the relation is absent')
    for (const { path, id } of users) {
      const reply = await api.get(path)
      rely('users.links.present', isSet(reply.json._links), 'a user has _links, which may be null')
      judge('users.links.self').matches(reply, { id, _links: { self: { href: a.url } } })
      const self = String(reply.json._links?.self?.href)
      judge('users.links.self').matches(await api.get(URL.canParse(self) ? self : '/'), { id })
      for (const [clause, relation, suffix] of operations) judgeLink(judge(clause), reply, relation, suffix)

      judge('users.links.reset-factors-absent').absent(reply.json._links, 'resetFactors')
      for (const [clause, relation] of [
        ['users.links.schema', 'schema'],
        ['users.links.type', 'type'],
      ] as const) {
        const link: Json = reply.json._links?.[relation]
        if (link === undefined) judge(clause).matches(reply, { id })
        else judge(clause).matches(reply, { _links: { [relation]: { href: a.url } } })
      }
    }
  },
)

check(
  'the unlock link of a locked-out user leads to its unlock operation',
  { judges: ['users.links.unlock'], needs: ['locked-out-user'] },
  async ({ api, judge, need }) => {
    const { id } = await need('locked-out-user')
    const reply = await api.get(`/api/v1/users/${encodeURIComponent(id)}`)
    judge('users.links.unlock').matches(reply, { id, status: 'LOCKED_OUT' })
    judgeLink(judge('users.links.unlock'), reply, 'unlock', '/lifecycle/unlock')
  },
)

check(
  'the resetFactors link of an enrolled user leads to its reset_factors operation',
  { judges: ['users.links.reset-factors'], needs: ['factor'] },
  async ({ api, judge, need }) => {
    const { id } = await need('factor')
    const reply = await api.get(`/api/v1/users/${encodeURIComponent(id)}`)
    judge('users.links.reset-factors').matches(reply, { id })
    judgeLink(judge('users.links.reset-factors'), reply, 'resetFactors', '/lifecycle/reset_factors')
  },
)

check(
  'a listed user has no other link than self',
  { judges: ['users.links.list-self-only'] },
  async ({ given, api, judge, poll }) => {
    const user = await given.user({ recoveryQuestion: true })
    for (const query of [{ filter: `id eq ${quoted(user.id)}` }, { search: `id eq ${quoted(user.id)}` }]) {
      const reply = await listUntil({ api, poll }, query, (each) => idsOf(each).includes(user.id))
      judge('users.links.list-self-only').some(reply.items, { id: user.id })
      judgeSelfOnly(judge('users.links.list-self-only').on(reply), reply)
    }
    const plain = await api.get('/api/v1/users', { query: { limit: 5 } })
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
    const path = `/api/v1/users/${encodeURIComponent(id)}`
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
