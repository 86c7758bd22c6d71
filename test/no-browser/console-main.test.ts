import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeDocument, FakeStorage, stubFetch } from './page-globals.ts'

const drawn: unknown[][] = []
vi.mock('../../src/console/mount.tsx', () => ({ drawConsole: (...given: unknown[]) => drawn.push(given) }))
vi.mock('../../src/console/server-backend.ts', () => ({
  serverBackend: (...given: unknown[]) => ({ backendOf: given }),
}))

const storage = new FakeStorage()
const tokenKey = 'identikit-control-token'

beforeEach(() => {
  vi.resetModules()
  drawn.length = 0
  storage.kept.clear()
})

afterEach(() => vi.unstubAllGlobals())

/** Loads the page at a path; what is typed where it asks comes one after the other. */
async function load(
  pathname: string,
  answer: Parameters<typeof stubFetch>[0],
  typed: (string | null)[] = [],
) {
  const page = new FakeDocument()
  const asked: string[] = []
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal(
    'document',
    Object.assign(page, { querySelector: (selector: string) => ({ element: selector }) }),
  )
  vi.stubGlobal('prompt', (text: string) => {
    asked.push(text)
    return typed.shift() ?? null
  })
  const calls = stubFetch(answer)
  await import('../../src/console/main.ts')
  await vi.waitFor(() => expect(drawn.length + page.body.texts.length).toBe(1))
  return { asked, calls, said: page.body.texts }
}

const refused = (error: string) => Response.json({ error }, { status: 403 })

test.each([
  ['/_console', ''],
  ['/orgs/a/_console/', '/orgs/a'],
  ['/orgs/a/_console/people', '/orgs/a'],
])('draws the console of the page at %s', async (pathname, base) => {
  const { calls, asked } = await load(pathname, () => Response.json({}))
  expect(calls.map(({ url, method, headers }) => [method, url, headers])).toEqual([
    ['POST', `${base}/_control/describe`, {}],
  ])
  expect(drawn).toEqual([[{ element: '#console' }, { backendOf: [base, undefined] }, true]])
  expect(asked).toEqual([])
})

test('asks for the control token until it is the one, and keeps it for the tab', async () => {
  const { calls, asked } = await load(
    '/_console',
    ({ headers }) =>
      headers['authorization'] === 'Bearer right' ? Response.json({}) : refused('control-token-required'),
    ['wrong', 'right'],
  )
  expect(asked).toEqual([
    'Control token of this server',
    'This is not the token; control token of this server',
  ])
  expect(calls.map(({ headers }) => headers)).toEqual([
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Bearer right' },
  ])
  expect(drawn).toEqual([[{ element: '#console' }, { backendOf: ['', 'right'] }, true]])
  expect(storage.kept).toEqual(new Map([[tokenKey, 'right']]))
})

test('says so where nobody types it', async () => {
  const { said } = await load('/_console', () => refused('control-token-required'))
  expect(said).toEqual(['The console needs the control token of this server. Reload this page to type it.'])
})

test.each([
  [
    () => refused('control-closed'),
    'The control plane of this server is closed; start it with --control-token to use the console.',
  ],
  [() => refused('odd'), 'The console cannot reach the server: odd. Reload this page to try again.'],
  [
    () => Response.json({}, { status: 502 }),
    'The console cannot reach the server: status 502. Reload this page to try again.',
  ],
  [
    () => Promise.reject(new Error('no route')),
    'The console cannot reach the server: no route. Reload this page to try again.',
  ],
])('says why it cannot be used, and forgets a token that may be wrong: %#', async (answer, text) => {
  storage.setItem(tokenKey, 'kept')
  const { said, asked } = await load('/_console', answer)
  expect([said, asked, storage.kept.size]).toEqual([[text], [], 0])
})
