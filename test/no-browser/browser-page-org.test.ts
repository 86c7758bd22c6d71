import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Keeping, PageOrg } from '../../src/browser/page-org.ts'
import { createOrganisation } from '../../src/organisation.ts'
import { FakeIndexedDb } from './fake-indexed-db.ts'
import { FakeStorage } from './page-globals.ts'

/** What tabs were joined by: the tests of tabs.ts say what they do. */
const joined: { name: string; lead: () => Promise<{ apiToken: string }> }[] = []
let isLeader = true
let asked: unknown[] = []
let left = 0
let answer: () => Promise<unknown> = async () => 'answer'
vi.mock('../../src/browser/tabs.ts', () => ({
  Tabs: {
    join: async (name: string, lead: () => Promise<{ apiToken: string }>) => {
      joined.push({ name, lead })
      if (isLeader) await lead()
      return {
        isLeader,
        apiToken: 'of the tab',
        leave: () => void (left += 1),
        ask: (question: unknown) => {
          asked.push(question)
          return answer()
        },
      }
    },
  },
}))

let warned: string[]
let storage: FakeStorage

beforeEach(() => {
  joined.length = 0
  isLeader = true
  asked = []
  left = 0
  answer = async () => 'answer'
  warned = []
  storage = new FakeStorage()
  vi.stubGlobal('indexedDB', new FakeIndexedDb())
  vi.stubGlobal('navigator', { locks: {} })
  vi.stubGlobal('sessionStorage', storage)
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warned.push(text))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const request = { method: 'GET', path: '/api/v1/users', query: '', header: () => undefined, body: '' }
const ada = { login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

function pageOf(more: Partial<Keeping> = {}) {
  const org = createOrganisation()
  const page = new PageOrg(org, {
    persist: false,
    name: 'default',
    madeOf: 'm',
    goOn: (rows) => createOrganisation({ rows }),
    ...more,
  })
  return { org, page }
}

const logins = ({ org }: { org: ReturnType<typeof createOrganisation> }): unknown[] =>
  org.data.users.all().map(({ profile }) => profile.login)

test('an organisation that is not kept is in this tab, and filled once', async () => {
  const it = pageOf({ world: { users: [ada] } })
  expect([it.page.isLeader, it.page.apiToken, it.page.org]).toEqual([true, it.org.apiToken, it.org])
  expect(logins(it)).toEqual(['admin@example.com'])
  await Promise.all([it.page.prepare(), it.page.prepare()])
  await it.page.prepare()
  expect(logins(it)).toEqual(['admin@example.com', 'ada@example.com'])
  expect(joined).toEqual([])
  expect(await it.page.dispatch(request)).toMatchObject({ status: 401 })
  expect(it.page.refuse(request, 'not-found')).toMatchObject({ status: 404 })
  expect(await it.page.ask({ kind: 'control', action: 'listMails', input: {} })).toHaveLength(1)
  it.page.leave()
  expect(left).toBe(0)
  await it.page.prepare()
  expect(logins(it)).toHaveLength(2)
})

test.each([[undefined], ['empty']])('a world %j fills nothing', async (world) => {
  const it = pageOf({ world })
  await it.page.prepare()
  expect(logins(it)).toEqual(['admin@example.com'])
})

test('control asks by promises, of whatever name, and is no promise itself', async () => {
  const { page, org } = pageOf({ world: { users: [ada] } })
  expect((page.control as unknown as { then: unknown }).then).toBeUndefined()
  expect((page.control as never)[Symbol.iterator]).toBeUndefined()
  await page.control.setUserStatus({ user: ada.login, status: 'SUSPENDED' })
  expect(org.data.users.all()[1]!.status).toBe('SUSPENDED')
  expect(await page.control.listMails({ kind: 'activation' })).toHaveLength(1)
  expect(await page.control.listMails({ kind: 'welcome' })).toEqual([])
  await expect((page.control as unknown as { nothing: () => unknown }).nothing()).rejects.toThrow(
    'control: there is no action nothing',
  )
})

test('what could not be prepared is prepared anew', async () => {
  const { page } = pageOf({ world: 'no-such-world' })
  await expect(page.prepare()).rejects.toThrow(/no-such-world/)
  await expect(page.prepare()).rejects.toThrow(/no-such-world/)
  let isDown = true
  const later = pageOf({ persist: 'local' })
  vi.stubGlobal('navigator', {
    get locks() {
      return {}
    },
  })
  vi.stubGlobal('sessionStorage', {
    getItem() {
      if (isDown) throw new Error('denied')
      return 'tab'
    },
    setItem() {},
  })
  const session = pageOf({ persist: 'session' })
  await expect(session.page.prepare()).rejects.toThrow('denied')
  isDown = false
  await session.page.prepare()
  expect(joined.map(({ name }) => name)).toEqual(['identikit:default:tab'])
  expect(later.page.isLeader).toBe(true)
})

test('one that is kept is shared by the tabs of the origin', async () => {
  const it = pageOf({ persist: 'local', name: 'shop', world: { users: [ada] } })
  await it.page.prepare()
  expect(joined.map(({ name }) => name)).toEqual(['identikit:shop'])
  expect(logins({ org: it.page.org })).toEqual(['admin@example.com', 'ada@example.com'])
  expect([it.page.isLeader, it.page.apiToken]).toEqual([true, 'of the tab'])
  expect(await it.page.dispatch(request)).toMatchObject({ status: 401 })
  const question = { kind: 'control', action: 'a', input: 1 } as const
  expect(await it.page.ask(question)).toBe('answer')
  expect(asked).toEqual([question])
  it.page.leave()
  it.page.leave()
  expect([left, it.page.apiToken]).toEqual([1, it.page.org.apiToken])
  await it.page.prepare()
  expect(joined).toHaveLength(2)
  // The next tab goes on from what is kept, and does not fill it once more.
  const next = pageOf({ persist: 'local', name: 'shop', world: { users: [ada] } })
  await next.page.prepare()
  expect(next.page.org).not.toBe(next.org)
  expect(logins({ org: next.page.org })).toHaveLength(2)
})

test('a tab keeps an organisation of its own under a name that stays', async () => {
  const { page } = pageOf({ persist: 'session' })
  await page.prepare()
  await pageOf({ persist: 'session' }).page.prepare()
  const [first, second] = joined.map(({ name }) => name)
  expect(first).toMatch(/^identikit:default:[\w-]{36}$/)
  expect(second).toBe(first)
  expect([...storage.kept]).toEqual([['identikit:default', first!.slice('identikit:default:'.length)]])
})

test('in a tab that shares that of another one, calls are asked of it', async () => {
  isLeader = false
  const { page, org } = pageOf({ persist: 'local' })
  await page.prepare()
  expect([page.isLeader, page.apiToken]).toEqual([false, 'of the tab'])
  expect(() => page.org).toThrow(
    'worker.org: another tab has the organisation; worker.control reaches it from every tab',
  )
  answer = async () => ({ status: 204, headers: {}, body: '' })
  expect(await page.dispatch(request)).toEqual({ status: 204, headers: {}, body: '' })
  expect(asked).toEqual([
    { kind: 'call', request: { method: 'GET', path: '/api/v1/users', query: '', body: '', headers: [] } },
  ])
  answer = async () => {
    throw new Error('lost')
  }
  expect(await page.dispatch(request)).toEqual({
    status: 500,
    headers: {},
    body: '',
    broken: { kind: 'connection-reset' },
  })
  expect(page.refuse(request, 'not-found').status).toBe(404)
  expect(org.apiToken).not.toBe(page.apiToken)
})

test('a page that browsers share nothing with keeps nothing, and says so', async () => {
  vi.stubGlobal('navigator', {})
  const it = pageOf({ persist: 'local', world: { users: [ada] } })
  await it.page.prepare()
  expect([joined.length, logins(it).length]).toEqual([0, 2])
  expect(warned).toEqual([
    'identikit: this browser keeps no state here: it lasts until the page is loaded again (browsers share and keep it on pages of HTTPS and of localhost only)',
  ])
})
