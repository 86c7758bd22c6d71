import { check, type Api, type CheckContext, type Json, type Reply } from '../engine/run/check.ts'
import { readPages } from '../engine/run/api.ts'
import { openSession } from './support/arrange.ts'
import { userPath } from './support/paths.ts'

const path = '/api/v1/users/me/lifecycle/delete_sessions'

/** A supplied session, and whether it is valid. */
async function suppliedSession({ api, need, assume }: CheckContext): Promise<{
  readonly own: Api
  readonly cookie: string
  readonly userId: string
  readonly tried: () => Promise<Reply>
}> {
  const { cookie, userId } = await need('session-cookie')
  const own = api.withCookie(cookie)
  const tried = (): Promise<Reply> => own.get('/api/v1/users/me')
  assume('users.get.me-cookie', (await tried()).json.id === userId, 'the session is in force')
  return { own, cookie, userId, tried }
}

for (const [requirement, body] of [
  ['sessions.delete-own.keep-default', {}],
  ['sessions.delete-own.keep', { keepCurrent: true }],
] as const) {
  check(
    `delete_sessions with ${JSON.stringify(body)} leaves the session of the caller`,
    { judges: [requirement, 'sessions.delete-own.ok'], needs: ['session-cookie', 'end-sessions'] },
    async (context) => {
      const { own, userId, tried } = await suppliedSession(context)
      const reply = await own.post(path, body)
      context.judge('sessions.delete-own.ok').status(reply, 200)
      context.judge('sessions.delete-own.ok').equal(reply.body, {}, 'an empty object')
      context.judge(requirement).success(reply)
      context.judge(requirement).matches(await tried(), { id: userId })
    },
  )
}

check(
  'strangers, and calls on another id, end no session',
  { judges: [], supports: ['auth.required.users', 'errors.unknown-resource'], needs: ['sign-in'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user()
    const { tried } = await openSession(context, user)
    const clear = (caller: Api, id: string): Promise<Reply> => caller.delete(`${userPath(id)}/sessions`)
    for (const [requirement, caller, id] of [
      ['auth.required.users', api.anonymous(), user.id],
      ['auth.required.users', api.as(`never-issued-${unique()}`), user.id],
      ['errors.unknown-resource', api, unique.near(user.id)],
    ] as const) {
      judge(requirement).refused(await clear(caller, id))
      judge(requirement).equal((await tried()).json.id, user.id, 'whose session it is after the refusal')
    }
  },
)

// The supplied session is of no use afterwards, so this check comes last.
check(
  'delete_sessions with keepCurrent=false ends the session of the caller too',
  { judges: ['sessions.delete-own.not-keep'], needs: ['session-cookie', 'end-sessions'], alone: true },
  async (context) => {
    const { own, tried } = await suppliedSession(context)
    context.judge('sessions.delete-own.not-keep').success(await own.post(path, { keepCurrent: false }))
    context.judge('sessions.delete-own.not-keep').refused(await tried())
  },
)

check(
  'delete_sessions ends the other sessions of the user',
  { judges: ['sessions.delete-own.others'], needs: ['sign-in', 'end-sessions'] },
  async (context) => {
    const { given, api, judge } = context
    const user = await given.user()
    const own = await openSession(context, user)
    const other = await openSession(context, user)
    judge('sessions.delete-own.others').success(
      await api.withCookie(own.cookie).post(path, { keepCurrent: true }),
    )
    judge('sessions.delete-own.others').refused(await other.tried())
  },
)

check(
  'delete_sessions with an API token and no session is refused',
  { judges: ['sessions.delete-own.api-token'], needs: ['end-sessions'] },
  async ({ api, judge }) => {
    await api.control('users.get.me-token').get('/api/v1/users/me')
    judge('sessions.delete-own.api-token').refused(await api.post(path, { keepCurrent: true }))
  },
)

check(
  'delete_sessions with a cookie of no valid session is refused with 403',
  { judges: ['sessions.delete-own.invalid'], needs: ['session-cookie'] },
  async (context) => {
    const { cookie, tried, userId } = await suppliedSession(context)
    const stray = `${cookie.slice(0, cookie.indexOf('='))}=${context.unique.unknownId()}`
    const judged = context.judge('sessions.delete-own.invalid')
    judged.status(await context.api.withCookie(stray).post(path, { keepCurrent: false }), 403)
    judged.matches(await tried(), { id: userId })
  },
)

check(
  'delete_sessions works from the page of a trusted origin',
  { judges: ['sessions.delete-own.origin'], needs: ['session-cookie', 'end-sessions', 'trusted-origin'] },
  async (context) => {
    const { own } = await suppliedSession(context)
    const { origin } = await context.need('trusted-origin')
    const reply = await own.withHeaders({ Origin: origin }).post(path, { keepCurrent: true })
    const judged = context.judge('sessions.delete-own.origin')
    judged.status(reply, 200)
    judged.equal(reply.headers['access-control-allow-origin'], origin, 'the origin that may read the reply')
    judged.equal(reply.headers['access-control-allow-credentials'], 'true', 'whether with credentials')
  },
)

check(
  'clearing sessions is answered with 204',
  { judges: ['sessions.clear.no-content'] },
  async ({ given, api, judge }) => {
    const user = await given.user()
    judge('sessions.clear.no-content').empty(await api.delete(`${user.path}/sessions`), 204)
  },
)

check(
  'clearing sessions ends those of this user and of no other',
  { judges: ['sessions.clear.ended', 'sessions.clear.others-kept'], needs: ['sign-in'] },
  async (context) => {
    const { given, api, judge } = context
    const user = await given.user()
    const other = await given.user()
    const ended = await openSession(context, user)
    const kept = await openSession(context, other)
    const reply = await api.delete(`${user.path}/sessions`)
    judge('sessions.clear.ended').success(reply)
    judge('sessions.clear.ended').refused(await ended.tried())
    judge('sessions.clear.others-kept').success(reply)
    judge('sessions.clear.others-kept').matches(await kept.tried(), { id: other.id })
  },
)

for (const [requirement, oauthTokens] of [
  ['sessions.clear.tokens', true],
  ['sessions.clear.tokens-default', undefined],
] as const) {
  check(
    `clearing sessions ${oauthTokens ? 'with oauthTokens=true revokes' : 'without oauthTokens keeps'} refresh tokens`,
    { judges: [requirement], needs: ['refresh-tokens'] },
    async ({ api, judge, need }) => {
      const { userId, clientId, tokenIds } = await need('refresh-tokens')
      const tokens = `${userPath(userId)}/clients/${encodeURIComponent(clientId)}/tokens`
      const before = await readPages(api.control('tokens.list.ok'), tokens, {})
      judge(requirement).success(await api.delete(`${userPath(userId)}/sessions`, { query: { oauthTokens } }))
      const after = await readPages(api, tokens, {})
      judge(requirement).on(after).equal(Array.isArray(after.body), true, 'a list')
      for (const id of tokenIds) {
        const token: Json = before.items.find((each) => each?.id === id)
        judge(requirement).ok(token, 'the token was in force before', before.items)
        // A revoked token may stay in the list, with another status.
        const inForce = { id, status: token?.status ?? null }
        if (oauthTokens) judge(requirement).none(after.items, inForce)
        else judge(requirement).some(after.items, inForce)
      }
    },
  )
}

check(
  'clearing sessions with oauthTokens=true revokes access tokens',
  { judges: ['sessions.clear.access-tokens'], needs: ['refresh-tokens', 'access-tokens'] },
  async ({ api, judge, need }) => {
    const { userId, issued, standalone, active } = await need('access-tokens')
    const tokens = [issued, ...(standalone === undefined ? [] : [standalone])]
    const judged = judge('sessions.clear.access-tokens')
    for (const token of tokens) judged.equal(await active(token), true, 'the token is good before')
    judged.success(await api.delete(`${userPath(userId)}/sessions`, { query: { oauthTokens: true } }))
    for (const token of tokens) judged.equal(await active(token), false, 'the token is good after')
  },
)
