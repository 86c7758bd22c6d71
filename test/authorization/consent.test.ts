import { expect, test } from 'vitest'
import {
  asPublic,
  authorizeUrl,
  base,
  client,
  deviceGrant,
  type Form,
  hiddenFields,
  oauthOrg,
  sentBack,
} from '../support/oauth.ts'

/** A request that somebody began who was not signed in, and the pages on which two users are asked. */
async function begunElsewhere() {
  const it = await oauthOrg()
  const shop = await client(it, { consent_method: 'REQUIRED' })
  const begun = await it.open(authorizeUrl(it.at, shop.client_id))
  const { interaction } = Object.fromEntries(
    new URLSearchParams(String(begun.headers['location']).split('?')[1]),
  )
  const stranger = it.control.openSession({ user: 'admin@example.com' }).sessionCookie
  const ask = (cookie: string) => it.open(`${it.at}/authorize?interaction=${interaction}`, { cookie })
  const grants = async () => (await it.call('GET', `/api/v1/users/${it.userId}/grants`)).json.length as number
  return { ...it, shop, interaction: interaction!, stranger, ask, grants }
}

type Begun = Awaited<ReturnType<typeof begunElsewhere>>

interface Attempt {
  readonly method?: 'GET'
  readonly headers?: Readonly<Record<string, string>>
  /** Which token goes along. */
  readonly token?: (it: Begun) => Promise<string | undefined>
}

const own = async (it: Begun) => hiddenFields(await it.ask(it.cookie))['token']
const attempts: Readonly<Record<string, Attempt>> = {
  'by an address': { method: 'GET' },
  'by an address with the token of the page': { method: 'GET', token: own },
  'by a form without a token': {},
  'by a form with a made-up token': { token: async () => 'A'.repeat(44) },
  'by a form with the id of the session': {
    token: async (it) => it.control.list({ kind: 'sessions', user: it.userId })[0]!.sessionId,
  },
  'by a form with the token of another user': {
    token: async (it) => hiddenFields(await it.ask(it.stranger))['token'],
  },
  'by a form with the token of an earlier request': {
    token: async (it) =>
      hiddenFields(await it.open(authorizeUrl(it.at, it.shop.client_id), { cookie: it.cookie }))['token'],
  },
  'by a form of another page': { token: own, headers: { origin: 'https://evil.example' } },
  'by a form of a page without a name': { token: own, headers: { origin: 'null' } },
}

test.each(
  Object.entries(attempts).flatMap(([name, attempt]) =>
    ['allow', 'deny'].map((decision) => [decision, name, attempt] as const),
  ),
)('%s sent %s decides nothing', async (decision, _, { method, headers, token }) => {
  const it = await begunElsewhere()
  const sent = { interaction: it.interaction, decision, token: await token?.(it) }
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const reply =
    method === 'GET'
      ? await it.open(`${it.at}/authorize?${new URLSearchParams(given as Record<string, string>)}`, {
          cookie: it.cookie,
        })
      : await it.post('authorize', given, { cookie: it.cookie, ...headers })
  expect([reply.status, reply.headers['location'], await it.grants()]).toEqual([200, undefined, 0])
  expect(reply.text).toContain('<title>Shop asks for access</title>')
  // It is still the user's to decide.
  const decided = await it.post(
    'authorize',
    { ...hiddenFields(reply), decision },
    { cookie: it.cookie, origin: base },
  )
  expect(Object.keys(sentBack(decided))).toContain(decision === 'allow' ? 'code' : 'error')
  expect(await it.grants()).toBe(decision === 'allow' ? 1 : 0)
})

test('ignores the answer of a page after another user signed in', async () => {
  const it = await begunElsewhere()
  const page = await it.ask(it.cookie)
  const sent = await it.post(
    'authorize',
    { ...hiddenFields(page), decision: 'allow' },
    { cookie: it.stranger },
  )
  expect([sent.status, sent.text.includes('admin@example.com')]).toEqual([200, true])
  expect(it.org.grants.collection.size).toBe(0)
})

test('only the page that its user was shown connects a device', async () => {
  const it = await oauthOrg()
  const tv = await client(it, { ...asPublic, grant_types: ['authorization_code', deviceGrant] })
  const begun = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  const page = await it.open(`/activate?user_code=${begun.json.user_code}`, { cookie: it.cookie })
  const stranger = it.control.openSession({ user: 'admin@example.com' }).sessionCookie
  const send = async (form: Form, cookie: string) =>
    (await it.post('/activate', { ...hiddenFields(page), decision: 'allow', ...form }, { cookie })).text
  const { sessionId } = it.control.list({ kind: 'sessions', user: it.userId })[0]!
  for (const text of [
    await send({}, stranger),
    await send({ token: sessionId }, it.cookie),
    await send({ token: undefined, session: sessionId }, it.cookie),
  ])
    expect(text).toContain('<title>Connect Shop?</title>')
  expect(it.control.list({ kind: 'devices' })).toHaveLength(1)
  expect(await send({}, it.cookie)).toContain('<title>The device is connected</title>')
})
