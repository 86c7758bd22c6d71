import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { printableIo } from '../../src/cli/printable-io.ts'
import type { Organisation } from '../../src/organisation.ts'
import { type KeyInput, listenToKeys, requestLine } from '../../src/server/terminal.ts'

const url = 'http://localhost:4010'

const createUser = (org: Organisation, login: string): Promise<Response> =>
  org.fetch('/api/v1/users', {
    method: 'POST',
    headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profile: { login, email: login, firstName: 'A', lastName: 'B' } }),
  })

test('a line shows the request, the answer, the reason of a refusal, and where to look', async () => {
  const org = createOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  await createUser(org, 'taken@example.com')
  await createUser(org, 'taken@example.com')
  const [created, refused] = org.control.readJournal()
  expect(requestLine(created!, `${url}/_console`)).toBe(
    '09:30:00  POST /api/v1/users \u001B[32m200\u001B[39m createUser',
  )
  const [asked, told = ''] = requestLine(refused!, `${url}/_console`).split('\u001B[39m')
  expect(asked).toBe('09:30:00  POST /api/v1/users \u001B[33m400')
  expect(told).toBe(
    ' login: An object with this field already exists in the current organization  → http://localhost:4010/_console#/journal/2',
  )
  expect(requestLine(refused!, undefined)).not.toContain('→')
})

test('a redirect that carries an error is no success', async () => {
  const org = createOrg({ clients: [{ client_id: 'spa', redirect_uris: ['https://app.test/'] }] })
  const asked = new URLSearchParams({
    client_id: 'spa',
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    redirect_uri: 'https://app.test/',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const { status, headers } = await org.fetch(`/oauth2/default/v1/authorize?${asked}`)
  expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('error=login_required')])
  const line = requestLine(org.control.readJournal()[0]!, url)
  expect(line).toContain('\u001B[33m302\u001B[39m The user has to sign in  → ')
  expect(line).toMatch(/ The user has to sign in {2}→ .*#\/journal\/1$/)
})

test.each([200, 303, 404, 503])('the colour of a reply with %i reaches the terminal', (status) => {
  const said: string[] = []
  const terminal = { out: (text: string) => said.push(text), error: () => {}, colour: true }
  const entry = { time: '2026-01-05T09:30:00.000Z', method: 'GET', path: '/', status, number: 1 }
  const line = requestLine(entry as Parameters<typeof requestLine>[0], undefined)
  printableIo(terminal).out(line)
  expect(said).toEqual([line])
  expect(line.split('\u001B[')).toHaveLength(3)
})

test.each([false, true])('keys open the console, reset, and stop; read-only: %s', async (isReadOnly) => {
  const org = createOrg()
  await createUser(org, 'here@example.com')
  const before = org.control.describe().users.total
  const done: string[] = []
  let press: ((data: string) => void) | undefined
  const input: KeyInput = {
    setRawMode: (isRaw) => done.push(`raw ${isRaw}`),
    on: (_, listener) => (press = listener),
    off: () => (press = undefined),
    resume: () => done.push('resume'),
    pause: () => done.push('pause'),
  }
  const release = listenToKeys(
    input,
    { url, org },
    {
      out: (text) => done.push(text.trim()),
      clear: () => done.push('clear'),
      open: (address) => done.push(`open ${address}`),
      stop: () => done.push('stop'),
      isReadOnly,
    },
  )
  for (const key of ['o', 'x', 'c', 'r', 'q', '\u0003']) press!(key)
  release()
  expect(press).toBeUndefined()
  expect(done).toEqual([
    'raw true',
    'resume',
    `open ${url}/_console`,
    'clear',
    isReadOnly ? 'This server is read-only: it cannot be reset.' : 'Reset: back at the seeded state.',
    'stop',
    'stop',
    'raw false',
    'pause',
  ])
  expect(org.control.describe().users.total).toBe(isReadOnly ? before : before - 1)
})
