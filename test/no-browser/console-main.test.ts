import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeStorage, stubFetch } from './page-globals.ts'

const drawn: unknown[][] = []
vi.mock('../../src/console/page.tsx', () => ({ drawConsole: (...given: unknown[]) => drawn.push(given) }))
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

/** The part of an element that the page needs to say why the console is missing. */
class FakeElement {
  children: FakeElement[] = []
  textContent = ''
  isConnected = false
  press = (): void => undefined

  addEventListener(_: string, listener: () => void): void {
    this.press = listener
  }

  setAttribute(): void {}

  replaceChildren(...children: FakeElement[]): void {
    this.children = children
    for (const each of children) each.isConnected = true
  }
}

/** Loads the page at a path. Its prompts get the typed texts one after another. */
async function load(
  pathname: string,
  answer: Parameters<typeof stubFetch>[0],
  typed: (string | null)[] = [],
) {
  const place = new FakeElement()
  const asked: string[] = []
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', {
    querySelector: () => place,
    createElement: () => new FakeElement(),
  })
  vi.stubGlobal('prompt', (text: string) => {
    asked.push(text)
    return typed.shift() ?? null
  })
  const calls = stubFetch(answer)
  await import('../../src/console/main.ts')
  await vi.waitFor(() => expect(drawn.length + place.children.length).toBeGreaterThan(0))
  const said = place.children[0]?.textContent
  return { asked, calls, said, place, tryAgain: () => place.children[1]!.press() }
}

const refused = (error: string) => Response.json({ error }, { status: 403 })

test.each([
  ['/_console', ''],
  ['/orgs/a/_console/', '/orgs/a'],
  ['/orgs/a/_console/people', '/orgs/a'],
])('draws the console of the page at %s', async (pathname, base) => {
  const { calls, asked, place } = await load(pathname, () => Response.json({}))
  expect(calls.map(({ url, method, headers }) => [method, url, headers])).toEqual([
    ['POST', `${base}/_control/describe`, {}],
  ])
  expect(drawn).toEqual([[place, { backendOf: [base, undefined] }]])
  expect(asked).toEqual([])
})

test('asks for the control token until it is the one, and keeps it for the tab', async () => {
  const { calls, asked, place } = await load(
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
  expect(drawn).toEqual([[place, { backendOf: ['', 'right'] }]])
  expect(storage.kept).toEqual(new Map([[tokenKey, 'right']]))
})

test('says so where nobody types it, and asks again', async () => {
  const { said, asked, tryAgain } = await load('/_console', () => refused('control-token-required'))
  expect(said).toBe('The console needs the control token of this server.')
  tryAgain()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

const again = 'It tries again by itself.'

test.each([
  [
    () => refused('control-closed'),
    'The control plane of this server is closed; start it with --control-token to use the console.',
  ],
  [() => refused('odd'), `The console cannot reach the server: odd. ${again}`],
  [
    () => new Response('<html>', { status: 502 }),
    `The console cannot reach the server: status 502. ${again}`,
  ],
  [() => Promise.reject(new Error('no route')), `The console cannot reach the server: no route. ${again}`],
])('says why it cannot be used, and draws the console once the server answers: %#', async (answer, text) => {
  storage.setItem(tokenKey, 'kept')
  let isUp = false
  const { said, asked, tryAgain } = await load('/_console', () => (isUp ? Response.json({}) : answer()))
  expect([said, asked, drawn]).toEqual([text, [], []])
  isUp = true
  tryAgain()
  await vi.waitFor(() => expect(drawn).toHaveLength(1))
  expect(drawn[0]![1]).toEqual({ backendOf: ['', 'kept'] })
})
