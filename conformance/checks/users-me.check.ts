import { a, check } from '../engine/run/check.ts'

const me = '/api/v1/users/me'

check(
  'the user of a session changes a property of the own profile, and the others stay',
  { judges: ['users.update-me.ok', 'users.update-me.keeps'], needs: ['session-cookie', 'me'] },
  async ({ api, judge, need, unique }) => {
    const { cookie, userId } = await need('session-cookie')
    const own = api.withCookie(cookie)
    const { json: first } = await own.control('users.get.me-cookie').get(me)
    await own.post(me, { profile: { title: 'Gardener' } })
    const { json: before } = await own.control('users.get.me-cookie').get(me)
    const { nickName: old = null, ...others } = before.profile ?? {}
    const { nickName: _, title: __, ...kept } = first.profile ?? {}
    const nickName = unique('nick')
    const reply = await own.post(me, { profile: { nickName } })
    judge('users.update-me.ok').matches(reply, { id: userId, profile: { nickName } })
    const read = await own.get(me)
    judge('users.update-me.ok').matches(read, { id: userId, profile: { nickName } })
    judge('users.update-me.keeps').success(reply)
    judge('users.update-me.keeps').matches(read, { profile: { login: a.string, ...others, ...kept } })
    await own.post(me, { profile: { nickName: old } })
  },
)

check(
  'an update of the own profile works from the page of a trusted origin',
  { judges: ['users.update-me.cors'], needs: ['session-cookie', 'me', 'trusted-origin'] },
  async ({ api, judge, need, unique }) => {
    const { cookie, userId } = await need('session-cookie')
    const { origin } = await need('trusted-origin')
    const page = api.withCookie(cookie).withHeaders({ Origin: origin })
    const { json: before } = await page.control('users.get.me-cookie').get(me)
    const preflight = await api.anonymous().request('OPTIONS', me, undefined, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    judge('users.update-me.cors').success(preflight)
    judge('users.update-me.cors').equal(
      preflight.headers['access-control-allow-origin'],
      origin,
      'the preflight allows the origin',
    )
    const nickName = unique('page')
    const reply = await page.post(me, { profile: { nickName } })
    judge('users.update-me.cors').matches(reply, { id: userId, profile: { nickName } })
    judge('users.update-me.cors').equal(
      reply.headers['access-control-allow-origin'],
      origin,
      'the reply may be read from the origin',
    )
    judge('users.update-me.cors').equal(
      reply.headers['access-control-allow-credentials'],
      'true',
      'the reply may be read with credentials',
    )
    await page.post(me, { profile: { nickName: before.profile?.nickName ?? null } })
  },
)

for (const [property, requirement] of [
  ['email', 'users.update-me.email-waits'],
  ['secondEmail', 'users.update-me.second-email-waits'],
] as const) {
  check(
    `a new ${property} of the own profile waits for its verification`,
    { judges: [requirement], needs: ['session-cookie', 'me', 'mail'] },
    async ({ api, judge, need, unique }) => {
      const { cookie, userId } = await need('session-cookie')
      const own = api.withCookie(cookie)
      const { json: before } = await own.control('users.get.me-cookie').get(me)
      const old: string | null = before.profile?.[property] ?? null
      const reply = await own.post(me, { profile: { [property]: unique.email() } })
      judge(requirement).success(reply)
      judge(requirement).matches(await own.get(me), { id: userId, profile: { [property]: old ?? a.nothing } })
    },
  )
}

check(
  'a new e-mail of the own profile makes the service send a verification e-mail',
  { judges: ['users.update-me.email-sent'], needs: ['session-cookie', 'me', 'mail', 'outbox'] },
  async ({ api, judge, need, unique, poll }) => {
    const { cookie, userId } = await need('session-cookie')
    const { mailTo } = await need('outbox')
    for (const property of ['email', 'secondEmail']) {
      const before = (await mailTo(userId)).length
      const reply = await api.withCookie(cookie).post(me, { profile: { [property]: unique.email() } })
      judge('users.update-me.email-sent').success(reply)
      const after = await poll.until(
        async () => (await mailTo(userId)).length,
        (count) => count > before,
      )
      judge('users.update-me.email-sent').ok(after > before, `a mail for a new ${property}`, after - before)
    }
  },
)
