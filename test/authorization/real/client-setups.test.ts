import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OktaAuth } from '@okta/okta-auth-js'
import { getOAuthUrls } from '@okta/okta-auth-js'
import type { UserManager } from 'oidc-client-ts'
import * as oidc from 'openid-client'
import { afterEach, expect, test, vi } from 'vitest'
import { type Anything, Browser, callback, served, type Served } from './served.ts'

/** The programs that the console offers to copy, each run as it is copied, against a served organisation. */
const folders: string[] = []

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Runs a program like a module of an application. Returns its exports, with the named constants. */
async function run(code: string, ...constants: readonly string[]): Promise<Anything> {
  // Node finds the libraries from here.
  const folder = await mkdtemp(join('node_modules', '.client-setup-'))
  folders.push(folder)
  const file = join(process.cwd(), folder, 'program.mjs')
  await writeFile(file, `${code}\nexport { ${constants.join(', ')} }\n`)
  return import(/* @vite-ignore */ file)
}

/** The programs for a client, which is public or has a secret. */
async function setups(
  server: Served,
  isPublic: boolean,
  redirect = callback,
): Promise<Readonly<Record<string, string>>> {
  const { client_id: client, client_secret: secret } = server.client({
    redirect_uris: [redirect],
    grant_types: ['authorization_code'],
    ...(isPublic ? { application_type: 'browser', token_endpoint_auth_method: 'none' } : {}),
  })
  vi.stubEnv('CLIENT_SECRET', secret)
  return server.org.control.readClientSetup({ client })
}

test('oidc-client-ts: the program signs in by a redirect', async () => {
  await using server = await served()
  const { 'oidc-client-ts': code } = await setups(server, true)
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const left: string[] = []
  const location = { assign: (url: string) => void left.push(url) }
  const page = { location, localStorage: storage, sessionStorage: storage, addEventListener() {} }
  vi.stubGlobal('window', { ...page, self: page })
  vi.stubGlobal('localStorage', storage)
  const { manager } = (await run(code!)) as { manager: UserManager }
  // The page is left before the promise settles.
  void manager.signinRedirect()
  await vi.waitFor(() => expect(left).toHaveLength(1))
  const user = await manager.signinRedirectCallback((await new Browser(server).open(left[0]!)).href)
  expect(user.profile).toMatchObject({ sub: server.userId, email: server.login })
})

test('okta-auth-js: the program signs in with PKCE', async () => {
  await using server = await served()
  const { 'okta-auth-js': code } = await setups(server, true)
  const { auth } = (await run(code!)) as { auth: OktaAuth }
  const params = await auth.token.prepareTokenParams({ responseType: 'code' })
  const address = new URL(getOAuthUrls(auth, params).authorizeUrl!)
  address.search = String(
    new URLSearchParams({
      client_id: params.clientId!,
      redirect_uri: params.redirectUri!,
      response_type: 'code',
      scope: params.scopes!.join(' '),
      state: params.state!,
      nonce: params.nonce!,
      code_challenge: params.codeChallenge!,
      code_challenge_method: params.codeChallengeMethod!,
    }),
  )
  const back = await new Browser(server).open(address)
  const { tokens } = await auth.token.exchangeCodeForTokens({
    ...params,
    authorizationCode: back.searchParams.get('code')!,
  })
  expect(tokens.idToken!.claims).toMatchObject({ sub: server.userId, email: server.login })
})

test.each([true, false])('Auth.js: the program signs in; public client: %j', async (isPublic) => {
  await using server = await served()
  const site = 'http://localhost:3000'
  vi.stubEnv('AUTH_SECRET', 'x'.repeat(32))
  const { 'Auth.js': code } = await setups(server, isPublic, `${site}/auth/callback/identikit`)
  const { handle } = (await run(code!)) as { handle: (request: Request) => Promise<Response> }
  const cookies = new Map<string, string>()
  const send = async (address: string | URL, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await handle(
      new Request(new URL(address, site), {
        headers: { cookie },
        ...(form ? { method: 'POST', body: form } : {}),
      }),
    )
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return reply
  }
  const { csrfToken } = (await (await send('/auth/csrf')).json()) as { csrfToken: string }
  const begun = await send('/auth/signin/identikit', new URLSearchParams({ csrfToken }))
  const back = await new Browser(server).open(begun.headers.get('location')!)
  await send(back)
  const shown = await send('/auth/session')
  expect(await shown.json()).toMatchObject({ user: { name: 'Jo Ames', email: server.login } })
})

test.each([true, false])('openid-client: the program signs in; public client: %j', async (isPublic) => {
  await using server = await served()
  const { 'openid-client': code } = await setups(server, isPublic)
  const { config, verifier, url } = (await run(code!, 'config', 'verifier', 'url')) as {
    config: oidc.Configuration
    verifier: string
    url: URL
  }
  const tokens = await oidc.authorizationCodeGrant(config, await new Browser(server).open(url), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({ sub: server.userId, email: server.login })
})
