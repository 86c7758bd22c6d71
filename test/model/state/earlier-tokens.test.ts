/** State whose tokens are in twelve parts, as versions before the one table of tokens stored it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createOrg, type Organisation } from '../../../src/index.ts'
import type { StateRow } from '../../../src/model/kernel/state-log.ts'
import { orgOfRows } from '../../../src/model/org-rows.ts'
import { callback, deviceGrant } from '../../support/oauth.ts'

type Client = { readonly client_id: string; readonly client_secret: string }

const { rows, secrets, clients } = JSON.parse(
  readFileSync(new URL('earlier-tokens.json', import.meta.url), 'utf8'),
) as {
  readonly rows: readonly StateRow[]
  readonly secrets: Readonly<Record<string, string>>
  readonly clients: Readonly<Record<'shop' | 'tv', Client>>
}

/** Which secrets of a time still open something: a status, or the answer of the token endpoint. */
async function opened({ fetch, control, baseUrl, model }: Organisation, time: 'Early' | 'Late') {
  const of = (kind: string): string => secrets[kind + time]!
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(new Request(baseUrl + path, { headers }))).status
  const token = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form)
    const reply = await fetch(new Request(`${baseUrl}/oauth2/v1/token`, { method: 'POST', body }))
    const json = (await reply.json()) as { error_description?: string; token_type?: string }
    return json.error_description ?? json.token_type
  }
  const { shop, tv } = clients
  const headers = { authorization: `Basic ${btoa(`${shop.client_id}:${shop.client_secret}`)}` }
  const ofCode = { grant_type: 'authorization_code', code: of('code'), redirect_uri: callback }
  const redeemed = await fetch(
    new Request(`${baseUrl}/oauth2/v1/token`, { method: 'POST', headers, body: new URLSearchParams(ofCode) }),
  )
  return {
    session: await status('/api/v1/users/me', { cookie: of('session') }),
    api: await status('/api/v1/users/me', { authorization: `SSWS ${of('api')}` }),
    bearer: await status('/api/v1/users', { authorization: `Bearer ${of('bearer')}` }),
    access: control.inspectToken({ token: of('access') }).active,
    accessForApi: control.list({ kind: 'tokens' }).accessTokens.some(({ id }) => id === idOf(of('access'))),
    refresh: control.inspectToken({ token: of('refresh') }).active,
    retired: model.refreshTokens.presented(of('retired'))?.retiredAt !== undefined,
    code: redeemed.status,
    device: await token({ grant_type: deviceGrant, device_code: of('device'), client_id: tv.client_id }),
    oneTime: model.oneTimeLinks.look(of('oneTime')) !== undefined,
    interaction: model.tokens.live('interaction', of('interaction').split('=')[1]!) !== undefined,
    assertion: model.tokens.get('assertion', `assertion ${shop.client_id} jti${time}`) !== undefined,
  }
}

/** The id in an access token. */
function idOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string }).jti
}

const all = {
  session: 200,
  api: 200,
  bearer: 200,
  access: true,
  accessForApi: true,
  refresh: true,
  retired: true,
  code: 200,
  device: 'The user has not answered yet',
  oneTime: true,
  interaction: true,
  assertion: true,
}

const none = {
  session: 403,
  api: 401,
  bearer: 401,
  access: false,
  accessForApi: false,
  refresh: false,
  retired: false,
  code: 400,
  device: 'The device code is unknown, or was issued to another client',
  oneTime: false,
  interaction: false,
  assertion: false,
}

test('tokens that an earlier version stored open what they opened, and those that had ended do not', async () => {
  const org = createOrg({ rows })
  expect(await opened(org, 'Late')).toEqual(all)
  const ended = { session: 403, api: 401, bearer: 401, code: 400, device: 'The user refused' }
  expect(await opened(org, 'Early')).toEqual({ ...all, ...ended })
})

test('a snapshot of an earlier version has the tokens of its time', async () => {
  const org = createOrg({ rows })
  org.control.restoreSnapshot({ name: 'early' })
  expect(await opened(org, 'Early')).toEqual(all)
  expect(await opened(org, 'Late')).toEqual(none)
  org.reset()
  const { code: _, device: __, ...others } = none
  expect(await opened(org, 'Early')).toMatchObject(others)
})

test('tokens of an earlier version are stored again once, with those of snapshots', () => {
  const { log } = orgOfRows(rows).state
  const stored = new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row]))
  for (const row of log.drain()) {
    if (row[2] === null) stored.delete(`${row[0]} ${row[1]}`)
    else stored.set(`${row[0]} ${row[1]}`, row)
  }
  expect(log.drain()).toEqual([])
  const tokensIn = (list: Iterable<StateRow>) =>
    [...list].flatMap((row) =>
      /token|session|code|replay|guess|inter/i.test(row[0]) ? JSON.stringify(row) : [],
    )
  expect(tokensIn(stored.values()).sort()).toEqual(tokensIn(log.all()).sort())
  const again = orgOfRows(stored.values())
  expect(tokensIn(again.state.log.all()).sort()).toEqual(tokensIn(log.all()).sort())
  expect(again.state.log.drain()).toEqual([])
})
