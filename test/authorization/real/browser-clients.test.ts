/** Browser libraries as pages load them, in Chromium, with clients that a seed makes. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { decodeJwt } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadDataset } from '../../../src/fixtures/index.ts'
import { hasChromium, launchChromium, withChromium } from '../../support/chromium.ts'
import { type Anything, served, type Served } from './served.ts'

const modules = resolve(import.meta.dirname, '../../../node_modules')
const libraries: Readonly<Record<string, string>> = {
  '/okta.js': `${modules}/@okta/okta-auth-js/dist/okta-auth-js.min.js`,
  '/oidc.js': `${modules}/oidc-client-ts/dist/browser/oidc-client-ts.min.js`,
}

let browser: Browser
let app: Server
let origin: string
/** Addresses at which the application was asked to sign its user out. */
const signOuts: string[] = []

beforeAll(async () => {
  if (!hasChromium) return
  browser = await launchChromium()
  app = createServer(({ url = '' }, response) => {
    if (url.startsWith('/out')) signOuts.push(url)
    const file = libraries[url]
    response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript')
    const scripts = Object.keys(libraries).map((path) => `<script src="${path}"></script>`)
    const page = `<!doctype html><html lang="en"><title>The app</title>${scripts.join('')}`
    response.end(file === undefined ? page : readFileSync(file))
  })
  app.listen(0, 'localhost')
  await once(app, 'listening')
  origin = `http://localhost:${(app.address() as AddressInfo).port}`
})

afterAll(async () => {
  await browser?.close()
  app?.close()
})

/** A browser client as a seed names it: nothing but its type and where it is. */
async function spaOf(server: Served): Promise<void> {
  const spa = { client_name: 'Spa', client_id: 'spa', application_type: 'browser' } as const
  await loadDataset(server.org, {
    clients: [
      {
        ...spa,
        redirect_uris: [`${origin}/`],
        post_logout_redirect_uris: [`${origin}/left`],
        frontchannel_logout_uri: `${origin}/out`,
        frontchannel_logout_session_required: true,
        initiate_login_uri: `${origin}/start`,
      },
    ],
  })
}

/** oidc-client-ts signs in by redirects, as the single-page application of the docs does. */
async function signInByRedirect(page: Page, server: Served): Promise<void> {
  await page.goto(`${origin}/`)
  await page.evaluate(manage, `${server.org.baseUrl}/oauth2/default`)
  await page.evaluate(() => void (globalThis as Anything).manager.signinRedirect())
  await page.waitForURL(/\/\?code=/)
  await page.evaluate(manage, `${server.org.baseUrl}/oauth2/default`)
  await page.evaluate(() => (globalThis as Anything).manager.signinRedirectCallback())
}

/** Runs in the page. */
function manage(authority: string): void {
  const global = globalThis as Anything
  global.manager = new global.oidc.UserManager({
    authority,
    client_id: 'spa',
    redirect_uri: `${global.location.origin}/`,
    post_logout_redirect_uri: `${global.location.origin}/left`,
    scope: 'openid profile',
  })
}

async function signIn(page: Page, server: Served): Promise<void> {
  await page.goto(`${server.org.baseUrl}/signin`)
  await page.getByLabel('Login').fill(server.login)
  await page.getByLabel('Password').fill(server.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
}

for (const word of ['svc', 'okta']) {
  withChromium(`okta-auth-js gets tokens in a frame and in a window where the word is ${word}`, async () => {
    await using server = await served({ prefix: word })
    await spaOf(server)
    const page = await (await browser.newContext()).newPage()
    const tokensBy = (call: 'getWithoutPrompt' | 'getWithPopup', issuer: string) =>
      page.evaluate(
        async ([name, of]) => {
          const { OktaAuth } = globalThis as Anything
          const redirectUri = `${location.origin}/`
          const scopes = ['openid', 'profile', 'offline_access']
          const auth = new OktaAuth({ issuer: of, clientId: 'spa', redirectUri, scopes, devMode: true })
          try {
            const { tokens } = await auth.token[name!]({ timeout: 10_000 })
            return tokens.idToken.claims.preferred_username
          } catch (error) {
            return (error as Anything).errorCode
          }
        },
        [call, issuer],
      )
    const { baseUrl } = server.org
    await page.goto(origin)
    expect(await tokensBy('getWithoutPrompt', `${baseUrl}/oauth2/default`)).toBe('login_required')
    await signIn(page, server)
    await page.goto(origin)
    for (const issuer of [`${baseUrl}/oauth2/default`, baseUrl]) {
      expect(await tokensBy('getWithoutPrompt', issuer)).toBe(server.login)
      expect(await tokensBy('getWithPopup', issuer)).toBe(server.login)
    }
    await page.context().close()
  })
}

withChromium(
  'oidc-client-ts signs out by redirect, and the browser tells the application on the way',
  async () => {
    await using server = await served()
    await spaOf(server)
    const page = await (await browser.newContext()).newPage()
    await signIn(page, server)
    await signInByRedirect(page, server)
    const sid = await page.evaluate(async () => {
      const { profile } = await (globalThis as Anything).manager.getUser()
      return profile.sid
    })
    signOuts.length = 0
    await page.evaluate(() => void (globalThis as Anything).manager.signoutRedirect())
    await page.waitForURL(`${origin}/left`)
    const iss = `${server.org.baseUrl}/oauth2/default`
    expect(signOuts).toEqual([`/out?${new URLSearchParams({ iss, sid })}`])
    await page.goto(`${server.org.baseUrl}/signin`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    // Again through a second factor.
    const { control } = server.org
    control.changeSettings({ signIn: { secondFactor: true } })
    control.enrollFactor({ user: server.login, factor: 'totp' })
    await page.goto(`${origin}/`)
    await page.evaluate(manage, iss)
    await page.evaluate(() => void (globalThis as Anything).manager.signinRedirect())
    await page.getByLabel('Login').fill(server.login)
    await page.getByLabel('Password').fill(server.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code').fill('wrong')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('alert').waitFor()
    control.setClock({ frozen: true })
    await page.getByLabel('Code').fill((await control.readFactorCode({ user: server.login })).code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL(/\/\?code=/)
    control.setClock({ frozen: false })
    await page.evaluate(manage, iss)
    const idToken = await page.evaluate(async () => {
      const user = await (globalThis as Anything).manager.signinRedirectCallback()
      return user.id_token
    })
    expect(decodeJwt(idToken)).toMatchObject({ amr: ['pwd', 'mfa', 'otp'] })
    await page.context().close()
  },
)

withChromium('signing out at the service tells the application, and its link leads back to it', async () => {
  await using server = await served()
  await spaOf(server)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, server)
  await signInByRedirect(page, server)
  await page.goto(`${server.org.baseUrl}/signin`)
  signOuts.length = 0
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  await page.waitForLoadState('load')
  expect(signOuts).toHaveLength(1)
  // Signed out, so the link asks for a sign-in and then leads on.
  await page.goto(`${server.org.baseUrl}/home/oidc_client/spa/login`)
  await page.getByLabel('Login').fill(server.login)
  await page.getByLabel('Password').fill(server.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${origin}/start?${new URLSearchParams({ iss: server.org.baseUrl })}`)
  await page.context().close()
})
