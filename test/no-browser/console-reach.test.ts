import { h, render } from 'preact'
import { act as actOnce } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer, Listener } from '../../src/console/backend.ts'
import type { OrgEvent } from '../../src/control/events/event-log.ts'
import { interpretations } from '../../src/contract/interpretations/index.ts'
import {
  gathered,
  messageOf,
  Provide,
  type Reach,
  useList,
  useLoaded,
  usePolled,
} from '../../src/console/reach.ts'
import { listActions } from '../../src/server/list-actions.ts'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

/** Acts, and waits until the new elements have loaded. */
async function act(work: () => Promise<unknown>): Promise<void> {
  await actOnce(async () => void (await work()))
  for (let turn = 0; turn < 3; turn += 1) await actOnce(async () => {})
}

/** As much of an element as a component needs that draws nothing. */
function emptyElement() {
  return {
    nodeType: 1,
    childNodes: [],
    firstChild: null,
    namespaceURI: 'http://www.w3.org/1999/xhtml',
  } as never
}

/** Runs a hook with an input that may change; returns its last result. */
async function running<Result>(use: (need: string) => Result, backend: object = {}) {
  const listeners = new Set<Listener>()
  const reach = {
    backend,
    onEvent(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as Reach
  const root = emptyElement()
  let result: Result | undefined
  const Component = ({ need }: { need: string }) => {
    result = use(need)
    return null
  }
  const draw = (need: string) =>
    act(async () => render(h(Provide, { value: reach, children: h(Component, { need }) }), root))
  await draw('a')
  return {
    draw,
    listeners,
    last: () => result as Result,
    happen: (type?: string) =>
      act(async () => {
        for (const listener of listeners) listener(type === undefined ? undefined : ({ type } as OrgEvent))
      }),
    pass: (milliseconds: number) =>
      act(async () => {
        vi.advanceTimersByTime(milliseconds)
      }),
    leave: () => act(async () => render(null, root)),
  }
}

test('runs at once, and once more for all calls of the time that follows', () => {
  const times: number[] = []
  let now = 0
  const { call, stop } = gathered(() => times.push(now))
  const pass = (by: number): void => {
    now += by
    vi.advanceTimersByTime(by)
  }
  call()
  expect(times).toEqual([0])
  pass(10)
  call()
  call()
  pass(49)
  expect(times).toEqual([0])
  pass(1)
  expect(times).toEqual([0, 60])
  pass(60)
  // Nothing was called meanwhile.
  pass(100)
  expect(times).toEqual([0, 60])
  call()
  expect(times).toEqual([0, 60, 220])
  call()
  stop()
  pass(100)
  expect(times).toHaveLength(3)
})

test('loads, and loads again for what concerns it, or where something was missed', async () => {
  let loads = 0
  const hook = await running((need) =>
    useLoaded(async () => `${need}${(loads += 1)}`, [need], ['user.', 'group.']),
  )
  expect(hook.last()).toMatchObject({ value: 'a1', problem: undefined })
  await hook.happen('users.created')
  await hook.happen('session.opened')
  expect(hook.last().value).toBe('a1')
  await hook.happen('group.created')
  expect(hook.last().value).toBe('a2')
  await hook.pass(60)
  await hook.happen()
  expect(hook.last().value).toBe('a3')
  await hook.draw('a')
  expect(loads).toBe(3)
  await hook.draw('b')
  expect([hook.last().value, hook.listeners.size]).toEqual(['b4', 1])
  await act(async () => hook.last().reload())
  expect(hook.last().value).toBe('b5')
  await hook.happen('user.deleted')
  await hook.happen('user.deleted')
  expect(loads).toBe(6)
  await hook.leave()
  await hook.pass(100)
  expect([loads, hook.listeners.size]).toEqual([6, 0])
})

test('concerns nothing unless it is said', async () => {
  let loads = 0
  const hook = await running(() => useLoaded(async () => (loads += 1), []))
  await hook.happen('user.created')
  await hook.happen('Stryker was here')
  expect(loads).toBe(1)
  await hook.leave()
})

test('keeps the loaded value when a later load fails, and drops late answers', async () => {
  const answers: PromiseWithResolvers<string>[] = []
  const hook = await running(() =>
    useLoaded(() => {
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    }, []),
  )
  const reload = () => act(async () => hook.last().reload())
  expect(hook.last()).toMatchObject({ value: undefined, problem: undefined })
  await act(async () => answers[0]!.resolve('one'))
  await reload()
  await act(async () => answers[1]!.reject(new Error('down')))
  expect(hook.last()).toMatchObject({ value: 'one', problem: 'down' })
  await reload()
  await reload()
  await act(async () => answers[3]!.resolve('four'))
  expect(hook.last()).toMatchObject({ value: 'four', problem: undefined })
  await act(async () => answers[2]!.resolve('three'))
  expect(hook.last().value).toBe('four')
  await reload()
  await reload()
  await act(async () => answers[4]!.reject(new Error('late')))
  expect(hook.last().problem).toBeUndefined()
  await hook.leave()
})

test('tries again after each failure, and waits longer each time', async () => {
  let loads = 0
  let isUp = false
  const hook = await running(() =>
    useLoaded(async () => {
      loads += 1
      if (!isUp) throw new Error('down')
      return 'up'
    }, []),
  )
  for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const before = loads
    await hook.pass(pause - 1)
    expect([loads, hook.last().problem]).toEqual([before, 'down'])
    await hook.pass(1)
    expect(loads).toBe(before + 1)
  }
  isUp = true
  await act(async () => hook.last().reload())
  expect(hook.last()).toMatchObject({ value: 'up', problem: undefined })
  await hook.pass(60_000)
  expect(loads).toBe(9)
  await hook.leave()
})

test('polls for values that have no event', async () => {
  let loads = 0
  const hook = await running(() => usePolled(async () => (loads += 1)))
  expect(hook.last().value).toBe(1)
  await hook.pass(999)
  expect(loads).toBe(1)
  await hook.pass(1)
  expect(hook.last().value).toBe(2)
  await hook.pass(1000)
  expect(hook.last().value).toBe(3)
  await hook.leave()
  await hook.pass(5000)
  expect(loads).toBe(3)
})

test('asks a slow server again only after its answer', async () => {
  let loads = 0
  let answer = (_value: number): void => {}
  const hook = await running(() =>
    usePolled(() => {
      loads += 1
      return new Promise<number>((resolve) => (answer = resolve))
    }),
  )
  await hook.pass(5000)
  expect(loads).toBe(1)
  await act(async () => answer(7))
  expect(hook.last().value).toBe(7)
  await hook.pass(1000)
  expect(loads).toBe(2)
  await hook.leave()
})

test('lists page by page, and all pages again for what concerns it', async () => {
  const calls: string[] = []
  const pages: Record<string, Partial<Answer>> = {
    '/first': { body: ['a', 'b'], next: '/second' },
    '/second': { body: ['c'], next: '/third' },
    '/third': { body: ['d'] },
    '/other': { body: ['x'] },
    '/bad': { status: 404, body: { errorSummary: 'Not there' } },
  }
  const backend = {
    async call(method: string, path: string) {
      calls.push(`${method} ${path}`)
      return { status: 200, next: undefined, explanation: undefined, body: [], ...pages[path] }
    },
  }
  const paths: Record<string, string> = { a: '/first', b: '/other', c: '/bad' }
  const hook = await running((need) => useList<string>(paths[need]!, ['user.']), backend)
  expect(hook.last()).toMatchObject({
    rows: ['a', 'b'],
    loaded: { problem: undefined },
    onEnd: expect.any(Function),
  })
  await act(async () => hook.last().onEnd!())
  expect(hook.last().rows).toEqual(['a', 'b', 'c'])
  await act(async () => hook.last().onEnd!())
  expect(hook.last()).toMatchObject({ rows: ['a', 'b', 'c', 'd'], onEnd: undefined })
  expect(calls.splice(0)).toEqual(
    ['/first', '/first', '/second', '/first', '/second', '/third'].map((path) => `GET ${path}`),
  )
  await hook.happen('user.created')
  expect(calls.splice(0)).toEqual(['GET /first', 'GET /second', 'GET /third'])
  await hook.happen('group.created')
  expect(calls).toEqual([])
  await hook.draw('b')
  expect(hook.last()).toMatchObject({ rows: ['x'], onEnd: undefined })
  await hook.draw('c')
  expect(hook.last()).toMatchObject({ rows: ['x'], loaded: { problem: 'Not there' } })
  await hook.leave()
})

test('a list that is under way has no items and no more of them', async () => {
  const hook = await running(() => useList('/', []), { call: () => new Promise(() => {}) })
  expect(hook.last()).toMatchObject({ rows: [], loaded: { value: undefined }, onEnd: undefined })
  await hook.leave()
})

test('offers no further page while the last one asked for is on its way', async () => {
  const answers: PromiseWithResolvers<Answer>[] = []
  const hook = await running(() => useList('/', []), {
    call() {
      const answer = Promise.withResolvers<Answer>()
      answers.push(answer)
      return answer.promise
    },
  })
  const page: Answer = { status: 200, next: '/next', explanation: undefined, body: [1] }
  await act(async () => answers[0]!.resolve(page))
  await act(async () => hook.last().onEnd!())
  expect(hook.last()).toMatchObject({ rows: [1], onEnd: undefined })
  await act(async () => answers[1]!.resolve(page))
  await act(async () => answers[2]!.resolve(page))
  expect(hook.last()).toMatchObject({ rows: [1, 1], onEnd: expect.any(Function) })
  await hook.leave()
})

test('says what an error says', () => {
  expect([messageOf(new Error('a')), messageOf('b'), messageOf(3)]).toEqual(['a', 'b', '3'])
})

interface Described {
  readonly description: string
  readonly 'x-sources': readonly string[]
  readonly properties?: Readonly<Record<string, Described>>
}

test('the forms of settings describe each one, and name known interpretations', () => {
  const known = interpretations.map(({ id }) => `interpretation ${id}`)
  const forms = listActions().filter(({ name }) => name === 'changeSettings')
  const fields = forms.flatMap(({ input }) => {
    const { passwordPolicy: _, ...settings } = input.properties as unknown as Record<string, Described>
    const members = Object.values(settings).flatMap(({ properties = {} }) => Object.values(properties))
    return [...Object.values(settings), ...members.filter((member) => 'x-sources' in member)]
  })
  for (const { description, 'x-sources': sources } of fields) {
    expect(description).toMatch(/^[A-Z`{].{8,}/)
    for (const source of sources)
      expect(known.includes(source) || /^(?:Clients|Groups|Users|RFC)\b/.test(source), source).toBe(true)
  }
  expect(fields.filter(({ 'x-sources': sources }) => sources.length > 0).length).toBeGreaterThan(20)
})
