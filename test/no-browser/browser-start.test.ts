import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker, stopWorker } from '../../src/browser/start-worker.ts'
import { FakeStorage, stubFetch } from './page-globals.ts'

class FakeServiceWorker extends EventTarget {
  controller: object | null = {}
}

let serviceWorker: FakeServiceWorker
let storage: FakeStorage
let page: { href: string; pathname: string; reloads: number; reload: () => void }
const mark = 'identikit:loaded-again'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  serviceWorker = new FakeServiceWorker()
  storage = new FakeStorage()
  page = {
    href: 'https://app.test/sub/page',
    pathname: '/sub/page',
    reloads: 0,
    reload: () => void (page.reloads += 1),
  }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', page)
})

afterEach(async () => {
  for (const { worker, starting } of made.splice(0)) await stopWorker(worker, starting.stop)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const made: { worker: never; starting: { stop: never } }[] = []
const script = (type = 'text/javascript', status = 200) =>
  new Response(null, { status, headers: { 'content-type': type } })
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A worker of msw, whose start answers a registration of a scope. */
function workerOf({ scope = 'https://app.test/sub/', fails }: { scope?: string | null; fails?: Error } = {}) {
  const steps: unknown[] = []
  const worker = {} as never
  const starting = {
    async prepare() {
      steps.push('prepare')
    },
    start(this: unknown, options: unknown) {
      steps.push(this === worker ? 'start' : 'start of another', options)
      return fails ? Promise.reject(fails) : Promise.resolve(scope === null ? undefined : { scope })
    },
    stop(this: unknown) {
      steps.push(this === worker ? 'stop' : 'stop of another')
    },
  } as never
  made.push({ worker, starting })
  return {
    steps,
    start: (options?: object) => startWorker(worker, starting, options),
    stop: () => stopWorker(worker, (starting as { stop: never }).stop),
  }
}

test('looks whether the script is there, prepares, and starts the worker', async () => {
  const calls = stubFetch(() => script())
  const one = workerOf()
  storage.setItem(mark, '')
  expect(await one.start()).toEqual({ scope: 'https://app.test/sub/' })
  expect(calls.map(({ method, url }) => [method, url])).toEqual([
    ['HEAD', 'https://app.test/mockServiceWorker.js'],
  ])
  expect(one.steps).toEqual(['prepare', 'start', undefined])
  expect(storage.kept.size).toBe(0)
  // A second start is the first.
  await one.start({})
  expect(one.steps).toHaveLength(3)
  await one.stop()
  await one.stop()
  expect(one.steps.slice(3)).toEqual(['stop'])
  const options = { serviceWorker: { url: './own.js' } }
  await one.start(options)
  expect(calls[1]!.url).toBe('https://app.test/sub/own.js')
  expect(one.steps.slice(4)).toEqual(['prepare', 'start', options])
})

test('a page has one worker at a time', async () => {
  stubFetch(() => script())
  const [one, two] = [workerOf(), workerOf()]
  const first = one.start()
  await expect(two.start()).rejects.toThrow(
    'start: this page has a worker already; stop() it, or give that one all that is to answer',
  )
  await first
  await two.stop()
  expect(two.steps).toEqual([])
  await one.stop()
  await two.start()
  expect(two.steps).toHaveLength(3)
})

test.each([
  ['where msw looks for the worker itself', () => ({ findWorker: () => true })],
  ['where there are no service workers', () => void vi.stubGlobal('navigator', {})],
])('asks for no script %s', async (_, options) => {
  const calls = stubFetch(() => script('text/html'))
  const one = workerOf({ scope: null })
  expect(await one.start(options() ?? undefined)).toBeUndefined()
  expect([calls.length, one.steps.length]).toEqual([0, 3])
})

const missing = (path: string): string =>
  `start: there is no worker script at ${path}: run "npx msw init public" in the folder of your application, with the folder that it serves for "public", or say where the script is: start({ serviceWorker: { url } })`

test.each([
  ['not there', () => script('text/plain', 404)],
  ['a page in its place', () => script('text/html; charset=utf-8')],
  ['an error', () => script('text/javascript', 500)],
])('says what to do where the script is %s, and can be started again', async (_, answer) => {
  let reply = answer
  stubFetch(() => reply())
  const one = workerOf()
  await expect(one.start({ serviceWorker: { url: '/a.js' } })).rejects.toThrow(missing('/a.js'))
  expect(one.steps).toEqual([])
  reply = script
  await one.start()
  expect(one.steps).toHaveLength(3)
})

test.each([
  ['takes no HEAD', () => script('text/html', 405)],
  ['knows no HEAD', () => script('text/html', 501)],
  ['answers no type', () => new Response(null)],
  ['is away', () => Promise.reject(new Error('down'))],
])('leaves it to msw where a server %s', async (_, answer) => {
  stubFetch(answer)
  const one = workerOf()
  await one.start()
  expect(one.steps).toHaveLength(3)
})

test('a start that fails takes back what msw has patched, and another can come', async () => {
  stubFetch(() => script())
  const failure = new Error('a script that throws')
  const one = workerOf({ fails: failure })
  await expect(one.start()).rejects.toBe(failure)
  expect(one.steps).toEqual(['prepare', 'start', undefined, 'stop'])
  await expect(one.start()).rejects.toBe(failure)
  const two = workerOf()
  await two.start()
  // That the first fails late does not take it from the second.
  await expect(one.start()).rejects.toThrow('this page has a worker already')
})

test('a start that fails late does not end that of another worker', async () => {
  const answers: PromiseWithResolvers<Response>[] = []
  stubFetch(() => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  const [one, two] = [workerOf(), workerOf()]
  const first = one.start()
  await one.stop()
  const second = two.start()
  answers[0]!.resolve(script('text/html'))
  await expect(first).rejects.toThrow('there is no worker script')
  await expect(one.start()).rejects.toThrow('this page has a worker already')
  answers[1]!.resolve(script())
  await second
})

test('says where the script is to be for a page that it does not serve', async () => {
  stubFetch(() => script())
  serviceWorker.controller = null
  const one = workerOf({ scope: 'https://app.test/other/' })
  await expect(one.start()).rejects.toThrow(
    'start: the worker script is for pages below /other/, and this page is at /sub/page: put the script where the page is, or above it, and say where: start({ serviceWorker: { url } })',
  )
  expect(page.reloads).toBe(0)
})

test('waits until the worker has the page', async () => {
  stubFetch(() => script())
  serviceWorker.controller = null
  let isStarted = false
  const started = workerOf().start()
  void started.then(() => (isStarted = true))
  await settle()
  vi.advanceTimersByTime(499)
  await settle()
  expect([isStarted, page.reloads]).toEqual([false, 0])
  serviceWorker.controller = {}
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  await started
  expect([vi.getTimerCount(), page.reloads]).toEqual([0, 0])
})

test('loads the page once more where the browser gives it no worker', async () => {
  stubFetch(() => script())
  serviceWorker.controller = null
  let isOver = false
  const one = workerOf()
  void one.start().then(
    () => (isOver = true),
    () => (isOver = true),
  )
  await settle()
  vi.advanceTimersByTime(500)
  await settle()
  expect([isOver, page.reloads, storage.kept.get(mark)]).toEqual([false, 1, ''])
  await one.stop()
  // The page that was loaded again.
  const again = workerOf()
  const failed = expect(again.start()).rejects.toThrow(
    'start: the browser keeps the service worker away from this page; load it again',
  )
  await settle()
  vi.advanceTimersByTime(500)
  await failed
  expect(page.reloads).toBe(1)
})
