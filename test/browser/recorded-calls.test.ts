/** A recording that Chromium makes of an application, as `identikit compare` reads it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { serve } from '../../src/server.ts'
import { runHere } from '../cli/run-here.ts'
import { launchChromium, withChromium } from '../support/chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'chromium-har-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Header {
  readonly name: string
  readonly value: string
}

interface Entry {
  readonly request: { readonly url: string; readonly method: string; headers: Header[]; cookies: unknown[] }
  readonly response: {
    readonly status: number
    headers: Header[]
    cookies: unknown[]
    readonly content: { size: number; text?: string; encoding?: string }
  }
}

interface Created {
  readonly id: string
  readonly client_id: string
}

/** Has a browser sign in, work with users, groups, rules and clients, and leave a HAR. */
async function recorded(file: string): Promise<void> {
  const browser = await launchChromium()
  const server = await serve({ port: 0, options: { apiToken: 'token', seed: 'in a browser' } })
  try {
    const context = await browser.newContext({
      recordHar: { path: file, content: 'embed', mode: 'full' },
      bypassCSP: true,
    })
    const page = await context.newPage()
    await page.goto(`${server.url}/signin`)
    const call = (
      method: string,
      path: string,
      body?: unknown,
      token: string | null = 'token',
    ): Promise<Created> =>
      page.evaluate(
        async ([method, path, body, token]) => {
          const response = await fetch(path, {
            method,
            headers: {
              ...(token === null ? {} : { authorization: `SSWS ${token}` }),
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
          const text = await response.text()
          return (text === '' ? {} : JSON.parse(text)) as Created
        },
        [method, path, body, token] as const,
      )
    const users = '/api/v1/users'
    const groups = '/api/v1/groups'
    const login = 'zoë@people.example'
    const ada = await call('POST', users, {
      profile: { firstName: 'Zoë', lastName: 'Lind', email: 'zoe@people.example', login },
      credentials: { password: { value: 'Very-Secret-77' } },
    })
    const kilns = await call('POST', groups, { profile: { name: 'Kilns' } })
    await call('PUT', `${groups}/${kilns.id}/users/${ada.id}`)
    await call('GET', `${groups}/${kilns.id}/users?limit=1`)
    const rule = await call('POST', `${groups}/rules`, {
      type: 'group_rule',
      name: 'Kilns',
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department=="Kilns"' } },
      actions: { assignUserToGroups: { groupIds: [kilns.id] } },
    })
    await call('POST', `${groups}/rules/${rule.id}/lifecycle/activate`)
    const client = await call('POST', '/oauth2/v1/clients', {
      client_name: 'Shop',
      redirect_uris: ['https://shop.example/callback'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      application_type: 'web',
      token_endpoint_auth_method: 'client_secret_basic',
    })
    await call('GET', `/oauth2/v1/clients/${client.client_id}`)
    await page.goto(`${server.url}/signin`)
    await page.getByLabel('Login').fill(login)
    await page.getByLabel('Password', { exact: true }).fill('Very-Secret-77')
    await page.keyboard.press('Enter')
    await page.getByText('Sign out').waitFor()
    await call('GET', `${users}/me`, undefined, null)
    await call('POST', `${users}/me`, { profile: { nickName: 'Z' } }, null)
    await call('GET', `${users}/${ada.id}`)
    await call('POST', `${users}/me/lifecycle/delete_sessions`, { keepCurrent: true }, null)
    await call('GET', `${users}/00uNobodyHasThisId00`)
    await call('DELETE', `${groups}/${kilns.id}`)
    await context.close()
  } finally {
    await server.close()
    await browser.close()
  }
}

/** The archive as developer tools export it: without cookies and tokens, some bodies in base64, one gone, HTTP/2. */
function exported(text: string): string {
  const har = JSON.parse(text) as { log: { entries: Entry[] } }
  const secret = /^(?:authorization|cookie|set-cookie)$/i
  for (const [index, entry] of har.log.entries.entries()) {
    const { request, response } = entry
    const { host, pathname } = new URL(request.url)
    request.headers = [
      { name: ':authority', value: host },
      { name: ':method', value: request.method },
      { name: ':path', value: pathname },
      ...request.headers.filter(({ name }) => !secret.test(name)),
    ]
    response.headers = response.headers.filter(({ name }) => !secret.test(name))
    request.cookies = response.cookies = []
    const { content } = response
    if (index % 2 === 0 && content.text !== undefined && content.encoding === undefined)
      Object.assign(content, { encoding: 'base64', text: Buffer.from(content.text).toString('base64') })
    // The browser throws bodies of other pages away.
    if (/clients\//.test(request.url)) delete content.text
    Object.assign(entry, {
      _initiator: { type: 'script', stack: { callFrames: [] } },
      _resourceType: 'fetch',
    })
  }
  return JSON.stringify(har)
}

withChromium(
  'a HAR of an application in Chromium compares clean, and so does the one that is exported',
  async () => {
    const file = join(folder, 'app.har')
    await recorded(file)
    const whole = await runHere(['compare', file, '--no-config'])
    expect(whole.out).toMatch(/^Compared 14 calls of 1 recording; 14 got the same status/)
    expect(whole.out).toContain('No difference.')
    expect(whole.out).not.toContain('Not compared')
    const stripped = join(folder, 'exported.har')
    writeFileSync(stripped, exported(readFileSync(file, 'utf8')))
    const { out, code } = await runHere(['compare', stripped, '--no-config'])
    expect(out).toContain('No difference.')
    expect(out).toMatch(/^Compared 1\d calls/)
    expect(code).toBe(0)
  },
)
