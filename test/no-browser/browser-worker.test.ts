import { getResponse, http, HttpResponse, type RequestHandler } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setupWorker } from '../../src/browser.ts'
import { createOrg } from '../../src/index.ts'
import { FakeIndexedDb } from './fake-indexed-db.ts'
import { FakeDocument } from './page-globals.ts'

/** What msw was given, and what was asked of it. */
const { steps, given } = vi.hoisted(() => ({ steps: [] as unknown[], given: [] as unknown[][] }))
vi.mock('msw/browser', () => ({
  setupWorker(...handlers: unknown[]) {
    given.push(handlers)
    return {
      listHandlers: () => handlers,
      start: async (options: unknown) => void steps.push(['start', options]),
      stop: async () => void steps.push(['stop']),
    }
  },
}))
vi.mock('../../src/browser/tabs.ts', () => ({
  Tabs: {
    join: async (_: string, lead: () => Promise<{ end: () => Promise<void> }>) => {
      const { end } = await lead()
      return { isLeader: true, apiToken: 'of the tab', leave: () => void end() }
    },
  },
}))

let page: FakeDocument

beforeEach(() => {
  steps.length = 0
  given.length = 0
  page = new FakeDocument()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL('https://app.test/shop/'))
})

afterEach(() => vi.unstubAllGlobals())

const answered = (request: Request): Promise<Response | undefined> =>
  getResponse(given.at(-1) as RequestHandler[], request.clone())

const ada = { login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

test('makes a worker in which an organisation answers once it has started', async () => {
  const worker = setupWorker({ world: { users: [ada] }, seed: 'a' })
  expect([worker.isLeader, worker.org.baseUrl]).toEqual([true, 'https://svc.example.com'])
  expect(worker.apiToken).toBe(worker.org.apiToken)
  expect(worker.org.data.users.count()).toBe(1)
  await worker.start({ quiet: true })
  expect(steps).toEqual([['start', { quiet: true }]])
  expect(worker.org.data.users.count()).toBe(2)
  const request = new Request('https://svc.example.com/api/v1/users/ada@example.com', {
    headers: { Authorization: `SSWS ${worker.apiToken}` },
  })
  expect((await answered(request))!.status).toBe(200)
  expect(await worker.control.listSessions({ user: ada.login })).toEqual([])
  expect(page.listeners.get('click')).toBe(1)
  await worker.stop()
  expect(steps.slice(1)).toEqual([['stop']])
  expect(page.listeners.get('click')).toBe(0)
})

test('a worker that was never started can be stopped', async () => {
  const worker = setupWorker()
  await worker.stop()
  expect(steps).toEqual([])
})

test('takes an organisation that there is', async () => {
  const org = createOrg({ baseUrl: 'https://id.test' })
  const worker = setupWorker(org)
  expect(worker.org).toBe(org)
  await worker.start()
  expect(org.data.users.count()).toBe(1)
  expect((await answered(new Request('https://id.test/api/v1/users')))!.status).toBe(401)
  await worker.stop()
})

test('handlers of the page come before the organisation’s', async () => {
  setupWorker(
    {},
    http.get('https://svc.example.com/api/v1/users', () => HttpResponse.text('own')),
  )
  expect(await (await answered(new Request('https://svc.example.com/api/v1/users')))!.text()).toBe('own')
})

test.each([
  ['/', 'https://app.test'],
  ['/idp', 'https://app.test/idp'],
  ['https://id.test', 'https://id.test'],
])('a base URL of %s is that of the page where it is a path', (baseUrl, expected) => {
  expect(setupWorker({ baseUrl }).org.baseUrl).toBe(expected)
})

test('a path is none where there is no page', () => {
  vi.stubGlobal('location', undefined)
  expect(() => setupWorker({ baseUrl: '/idp' })).toThrow(/baseUrl/)
})

test('goes on from what is kept, unless it is made of something else', async () => {
  vi.stubGlobal('navigator', { locks: {} })
  vi.stubGlobal('indexedDB', new FakeIndexedDb())
  const started = async (options: object) => {
    const worker = setupWorker({ persist: 'local', ...options })
    await worker.start()
    const found = worker.org.data.users.count()
    const users = new Request('https://svc.example.com/api/v1/users', {
      method: 'POST',
      headers: { Authorization: `SSWS ${worker.org.apiToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ profile: { ...ada, login: 'new@example.com', email: 'new@example.com' } }),
    })
    expect((await answered(users))!.status).toBe(found === 3 ? 400 : 200)
    await worker.stop()
    return [found, worker.org.model.options.transitionDelay]
  }
  const world = { users: [ada] }
  expect(await started({ world })).toEqual([2, undefined])
  expect(await started({ world })).toEqual([3, undefined])
  expect(await started({ world: 'empty' })).toEqual([1, undefined])
  expect(await started({ world: 'empty', transitionDelay: 0 })).toEqual([1, 0])
})

test('a base URL that is no address is refused', () => {
  expect(() => setupWorker({ baseUrl: 'idp' })).toThrow(/baseUrl: Expected an http or https URL/)
})

test('unknown paths go on to the network, or are refused where asked', async () => {
  const request = new Request('https://app.test/api/cart')
  setupWorker({ baseUrl: '/', onUnknownPath: 'network' })
  expect(await answered(request)).toBeUndefined()
  setupWorker({ baseUrl: '/', onUnknownPath: 'refuse' })
  expect((await answered(request))!.status).toBe(404)
})

test('refuses what it cannot take', () => {
  expect(() => setupWorker({ persist: 'yes' as never })).toThrow(
    new TypeError('persist: Expected local, session or false, found "yes"'),
  )
  expect(() => setupWorker({ serchLag: 1 } as never)).toThrow(/serchLag/)
  for (const persist of ['local', 'session', false] as const) {
    expect(setupWorker({ persist }).isLeader).toBe(true)
  }
})
