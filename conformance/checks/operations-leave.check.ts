/** Sessions and grants that outlive the operations on a user; and writes at the same time. */
import { check, type Api, type Json } from '../engine/run/check.ts'
import { Refused } from '../engine/run/interruption.ts'
import {
  holding,
  idsOf,
  listClientsUntil,
  listGroupsUntil,
  listRulesUntil,
  listUntil,
} from './support/find-records.ts'
import { readPages } from '../engine/run/api.ts'
import { consentPaths, isActive, openSession } from './support/arrange.ts'
import { memberPath, userPath } from './support/paths.ts'

type Step = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', suffix: string, body?: Json]

const reads: readonly Step[] = [
  ['GET', ''],
  ['GET', '/groups'],
  ['GET', '/appLinks'],
]

/** Takes a step; skips a step that a run may not take with a lent user. */
async function take(api: Api, path: string, [method, suffix, body]: Step): Promise<void> {
  try {
    await api.request(method, path + suffix, body)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

check(
  'a session outlives reads and updates of its user',
  { judges: ['users.operations.sessions-kept'], needs: ['sign-in'] },
  async (context) => {
    const { given, api, judge } = context
    const user = await given.user({ recoveryQuestion: true })
    const { tried } = await openSession(context, user)
    const steps: readonly Step[] = [
      ...reads,
      ['GET', '/grants'],
      ['GET', '/clients'],
      ['POST', '', { profile: { title: 'Gardener' } }],
      ['PUT', '', { profile: { ...user.profile, title: 'Botanist' } }],
      [
        'POST',
        '/credentials/change_recovery_question',
        {
          password: { value: user.password },
          recovery_question: { question: 'Which one?', answer: 'this one' },
        },
      ],
      ['POST', '/credentials/forgot_password?sendEmail=false'],
      ['DELETE', '/grants'],
    ]
    for (const step of steps) {
      await take(api, user.path, step)
      const session = await tried()
      judge('users.operations.sessions-kept')
        .on(session)
        .equal(session.json.id, user.id, `the session after ${step[0]} ${step[1]}`)
    }
  },
)

check(
  'an update leaves a user in its status, whatever that is',
  { judges: [], supports: ['users.operations.status-kept'] },
  async ({ given, api, judge }) => {
    for (const status of ['STAGED', 'SUSPENDED', 'PASSWORD_EXPIRED', 'RECOVERY'] as const) {
      const user = await given.user({ status })
      const { statusChanged }: Json = (await api.get(user.path)).json
      const title = { ...user.profile, title: 'Gardener' }
      // An update of such a user may be refused.
      await api.post(user.path, { profile: { title: 'Botanist' } })
      await api.put(user.path, { profile: title })
      const after = await api.get(user.path)
      judge('users.operations.status-kept').matches(after, { id: user.id, status })
      judge('users.operations.status-kept').equal(
        after.json.statusChanged ?? null,
        statusChanged ?? null,
        `statusChanged of a user who is ${status} after an update`,
      )
    }
  },
)

check(
  'a grant outlives what is done to its user',
  { judges: ['grants.outlive-operations'], needs: ['early-access', 'grants'] },
  async ({ api, judge, need, assume, unique }) => {
    const { userId, clientId, grantIds } = await need('grants')
    const path = userPath(userId)
    const [password, next] = [unique.password(), unique.password()]
    const question = { question: 'Which answer?', answer: unique('answer') }
    const { profile } = (await api.get(path)).json
    const { grants } = consentPaths(userId, clientId)
    const inForce = async (): Promise<string[]> => {
      const { items } = await readPages(api, grants, {})
      return items
        .filter(isActive(grantIds))
        .map(({ id }) => String(id))
        .toSorted()
    }
    const before = await inForce()
    assume('grants.status.active', before.length === grantIds.length, 'the grants are in force')
    const steps: readonly Step[] = [
      ...reads,
      ['GET', '/clients'],
      ['GET', `/clients/${encodeURIComponent(clientId)}/tokens`],
      ['POST', '', { credentials: { password: { value: password }, recovery_question: question } }],
      ['PUT', '', { profile: { ...profile, title: 'Gardener' } }],
      ['DELETE', '/sessions'],
      [
        'POST',
        '/credentials/change_recovery_question',
        { password: { value: password }, recovery_question: question },
      ],
      ['POST', '/credentials/forgot_password?sendEmail=false'],
      [
        'POST',
        '/credentials/forgot_password',
        { password: { value: next }, recovery_question: { answer: question.answer } },
      ],
      ['POST', '/lifecycle/suspend'],
      ['POST', '/lifecycle/unsuspend'],
      ['POST', '/lifecycle/reset_factors'],
      ['POST', '/lifecycle/expire_password'],
      ['POST', '/lifecycle/reset_password?sendEmail=false'],
      ['POST', '/lifecycle/reactivate?sendEmail=false'],
      [
        'POST',
        '/credentials/change_password',
        { oldPassword: { value: next }, newPassword: { value: password } },
      ],
    ]
    for (const step of steps) {
      await take(api, path, step)
      judge('grants.outlive-operations').equal(
        await inForce(),
        before,
        `the grants in force after ${step[0]} ${step[1].replace(clientId, '{clientId}')}`,
      )
    }
  },
)

check(
  'two updates of a user at the same time both hold',
  { judges: [], supports: ['users.update.keeps'] },
  async ({ given, api, judge }) => {
    const user = await given.user({ activate: false })
    const [title, nick] = await Promise.all([
      api.post(user.path, { profile: { title: 'Gardener' } }),
      api.post(user.path, { profile: { nickName: 'Sage' } }),
    ])
    // The server may refuse one of them, and then nothing is required.
    if (title.status >= 300 || nick.status >= 300) return
    const { json } = await api.get(user.path)
    judge('users.update.keeps').like(json.profile, { title: 'Gardener', nickName: 'Sage' }, 'both updates')
  },
)

check(
  'two users who join a group at the same time are both members, and both leave it so',
  { judges: [], supports: ['membership.add.effect', 'membership.remove.effect'] },
  async ({ given, api, judge }) => {
    const users = [await given.user({ activate: false }), await given.user({ activate: false })]
    const group = await given.group()
    const ids = users.map(({ id }) => id)
    const members = async (): Promise<string[]> =>
      (await readPages(api, `${group.path}/users`, {})).items.map((each) => String(each?.id)).toSorted()
    for (const [requirement, method, wanted] of [
      ['membership.add.effect', 'PUT', ids.toSorted()],
      ['membership.remove.effect', 'DELETE', []],
    ] as const) {
      const replies = await Promise.all(ids.map((id) => api.request(method, memberPath(group, { id }))))
      if (replies.some(({ status }) => status >= 300)) return
      judge(requirement).equal(await members(), wanted, `the members after both ${method}`)
    }
  },
)

check(
  'a cookie of no session is refused on the current user, and changes nothing',
  { judges: ['auth.cookie.invalid'], needs: ['session-cookie'] },
  async ({ api, judge, need, unique }) => {
    const { cookie, userId } = await need('session-cookie')
    const own = await api.withCookie(cookie).control('users.get.me-cookie').get('/api/v1/users/me')
    const name = cookie.slice(0, cookie.indexOf('='))
    for (const stray of [`${name}=${unique.unknownId()}`, `${cookie}x`]) {
      judge('auth.cookie.invalid').refused(await api.withCookie(stray).get('/api/v1/users/me'))
    }
    const after = await api.get(userPath(userId))
    judge('auth.cookie.invalid').equal(
      after.json.profile?.login,
      own.json.profile?.login,
      'the login of the user',
    )
  },
)

check(
  'a text of signs that a URL escapes is found as it was sent, and by nothing else',
  {
    judges: [],
    supports: ['groups.search.name', 'users.search.profile', 'clients.list.q'],
  },
  async (context) => {
    const { given, judge, unique } = context
    // Decoded again, %41 would be A, and + a space.
    const text = `${unique('q')} 50%41+b&c`
    const decoded = text.replace('%41', 'A')
    for (const [requirement, noun, list, property, make] of [
      ['groups.search.name', 'group', listGroupsUntil, 'name', (name: string) => given.group({ name })],
      [
        'users.search.profile',
        'user',
        listUntil,
        'lastName',
        (lastName: string) => given.user({ activate: false, profile: { lastName } }),
      ],
    ] as const) {
      const made = [[text, await make(text)] as const, [decoded, await make(decoded)] as const]
      for (const [name, { id }] of made.toReversed()) {
        const search = `profile.${property} eq "${name}"`
        const found = await list(context, { search }, ({ items }) => items.length > 0)
        judge(requirement).equal(idsOf(found), [id], `the ${noun} named ${name}`)
      }
    }

    const client = await given.client({ client_name: text })
    const decoy = await given.client({ client_name: decoded })
    const found = idsOf(await listClientsUntil(context, { q: text }, holding(client)))
    judge('clients.list.q').ok(found.includes(client.id), `the client named ${text}`, found)
    judge('clients.list.q').ok(!found.includes(decoy.id), `not the client named ${decoded}`, found)
  },
)

check(
  'a login with a percent sign is addressed by its own encoding',
  { judges: [], supports: ['users.path.login'] },
  async ({ given, api, judge, unique }) => {
    const login = unique.login()
    const at = login.indexOf('@')
    const signed = at < 0 ? `${login}%41` : `${login.slice(0, at)}%41${login.slice(at)}`
    const user = await given.user({ activate: false, profile: { login: signed } })
    const reply = await api.get(userPath(signed))
    judge('users.path.login').equal(reply.json.id, user.id, `the user with the login ${signed}`)
  },
)

check(
  'a keyword of signs that a URL escapes finds the rule whose name has it, and no other',
  {
    judges: [],
    supports: ['rules.list.search', 'rules.list.search-excludes'],
    needs: ['rule-expression'],
  },
  async (context) => {
    const { given, judge, unique } = context
    const text = `${unique()} 5%41+b`.slice(-50)
    const groups = [await given.group()]
    const rule = await given.rule({ groups, name: text })
    const decoy = await given.rule({ groups, name: text.replace('%41', 'A') })
    const { items } = await listRulesUntil(context, { search: text }, holding(rule))
    judge('rules.list.search').some(items, { id: rule.id })
    judge('rules.list.search-excludes').none(items, { id: decoy.id })
  },
)

check(
  'no application is listed twice among those of a user',
  { judges: [], supports: ['users.app-links.direct'], needs: ['application'] },
  async ({ api, judge, need, assume }) => {
    const { userId } = await need('application')
    assume('users.app-links.direct', userId !== undefined, 'a user has an application')
    const { items } = await api.get(`${userPath(userId)}/appLinks`)
    const shown = items.map((each) => JSON.stringify(each))
    judge('users.app-links.direct').equal(new Set(shown).size, shown.length, 'how many differ')
  },
)
