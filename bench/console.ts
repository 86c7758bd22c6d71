import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/support/chromium.ts'
import { type ServerProcess, startIdentikit } from './processes.ts'
import { get, post, send } from './protocol.ts'
import { parsingTime } from './reference.ts'
import { addReferences } from './plain-list.ts'
import { againstParsing, ratioRow, type Row, rounded } from './report.ts'
import { busyTime } from './page.ts'
import { median } from './rounds.ts'

/** How long anything in the page may take before the measurement gives up, in milliseconds. */
const patience = 120_000

/** For how many frames a list is scrolled, and by how many pixels in each. A fast swipe moves 7,200 in a second. */
const scrolled = { frames: 180, step: 120 }

/** Measures the console in Chromium: the time until it is usable, its scrolling, and how soon it shows an event. */
export async function measureConsole(
  rounds: number,
  isWanted: (name: string) => boolean,
  note: (row: Row) => void,
): Promise<void> {
  await using browser = await launchChromium()
  if (isWanted('console usable') || isWanted('console event')) {
    await withServer('large:10000', async (server) => {
      for (const place of ['', 'people']) note(await usable(browser, server, place, rounds))
      for (const place of ['', 'people']) note(await eventToPage(browser, server, place, rounds))
    })
  }
  if (isWanted('console scroll') || isWanted('console search')) {
    await withServer('large:100000', async (server) => {
      if (isWanted('console scroll')) {
        const lists = async (place: string, label: string, what: string): Promise<void> =>
          (await scrolling(browser, server, rounds, place, label, what)).forEach(note)
        await lists('people', 'People', '100,000 users')
        await requests(server, 10_000)
        await lists('journal', 'Requests', '10,000 requests')
      }
      if (isWanted('console search')) note(await typing(browser, server, rounds))
    })
  }
}

async function withServer(
  world: string,
  measure: (server: ServerProcess) => Promise<unknown>,
): Promise<void> {
  await using server = await startIdentikit(world, undefined, 'journal')
  // Here the server builds the script from its source, once; the package contains the script.
  await fetch(`http://127.0.0.1:${server.port}/_console/console.js`).then((reply) => reply.text())
  await measure(server)
}

/** Opens the console in its own browser context, with an empty cache. */
async function inPage<Result>(
  browser: Browser,
  { port }: ServerProcess,
  place: string,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.addInitScript(watchPage, patience)
  await page.goto(`http://127.0.0.1:${port}/_console#/${place}`)
  return await measure(page)
}

/** The times that the page reports when the scripts below ask. */
interface Watched {
  /** Milliseconds since 1970 at which a text first appeared. */
  readonly whenThere: (text: string) => Promise<number>
  /** Milliseconds from the first byte until the page has rows to click and a field to type into. */
  readonly whenUsable: () => Promise<number>
}

declare const identikitBench: Watched

/** Runs in the page, before the page's own scripts. */
function watchPage(patience: number): void {
  const root = (): ShadowRoot | null => document.querySelector('#console')?.shadowRoot ?? null
  const until = (holds: () => boolean): Promise<number> =>
    new Promise((resolve, reject) => {
      const end = performance.now() + patience
      const look = (): void => {
        if (holds()) resolve(performance.now())
        else if (performance.now() > end)
          reject(new Error(`Nothing came within ${patience} ms; the page shows: ${root()?.textContent}`))
        else requestAnimationFrame(look)
      }
      look()
    })
  Object.assign(globalThis, {
    identikitBench: {
      whenThere: async (text) =>
        performance.timeOrigin +
        (await until(() =>
          [...(root()?.querySelectorAll('.body [role=cell]') ?? [])].some(
            (cell) => cell.textContent === text,
          ),
        )),
      whenUsable: async () => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        // The overview has figures, the other pages have lists.
        const isThere = (): boolean =>
          /[1-9]/.test(root()?.querySelector('.figure')?.textContent ?? '') ||
          (root()?.querySelectorAll('.body [role=cell] a').length ?? 0) > 0
        return (await until(isThere)) - navigation!.responseStart
      },
    } satisfies Watched,
  })
}

async function usable(browser: Browser, server: ServerProcess, place: string, rounds: number): Promise<Row> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    taken.push(
      await inPage(browser, server, place, (page) => page.evaluate(() => identikitBench.whenUsable())),
    )
  }
  const name = `console usable, from the first byte, 10,000 users: ${place || 'overview'}`
  return againstParsing(name, median(taken), parsingTime(), 200)
}

const person = { firstName: 'Event', lastName: 'Page' }

/** From the start of the call that creates a user until the page shows the user. */
async function eventToPage(
  browser: Browser,
  server: ServerProcess,
  place: string,
  rounds: number,
): Promise<Row> {
  const taken = await inPage(browser, server, place, async (page) => {
    await page.evaluate(() => identikitBench.whenUsable())
    if (place === 'people') await page.getByRole('searchbox').fill('zz-event')
    const times: number[] = []
    for (let round = 0; round < rounds * 2; round++) {
      await page.waitForTimeout(300)
      const login = `zz-event-${place || 'overview'}-${round}@example.com`
      const there = page.evaluate((text) => identikitBench.whenThere(text), login)
      const before = performance.timeOrigin + performance.now()
      await send(
        server,
        post('/api/v1/users?activate=false', { profile: { ...person, login, email: login } }),
      )
      times.push((await there) - before)
    }
    return times
  })
  const name = `console event to page, 10,000 users: ${place || 'overview'}`
  return againstParsing(name, median(taken), parsingTime(), 20)
}

/** Types a search into the list of users, key by key, and deletes it again. */
async function typing(browser: Browser, server: ServerProcess, rounds: number): Promise<Row> {
  const frames = await inPage(browser, server, 'people', async (page) => {
    await page.evaluate(() => identikitBench.whenUsable())
    const field = page.getByRole('searchbox', { name: 'Find' })
    await field.focus()
    const taken: number[][] = []
    for (let round = 0; round < rounds; round++) {
      const recorded = page.evaluate(recordFrames, 1500)
      await page.keyboard.type('anna s', { delay: 90 })
      for (let key = 0; key < 6; key++) await page.keyboard.press('Backspace', { delay: 90 })
      taken.push(await recorded)
    }
    return taken
  })
  const rates = frames.map((each) => (1000 * each.length) / each.reduce((sum, one) => sum + one, 0))
  const longest = `longest frame: ${rounded(Math.max(...frames.flat()))} ms`
  return frameRow('console search typed into a list of 100,000 users', median(rates), longest)
}

function frameRow(name: string, rate: number, other: string): Row {
  const least = 59
  const result = rounded(rate)
  return { name, ours: `${result} frames/s`, other, result, bar: `≥ ${least} (of 60)`, isMet: rate >= least }
}

/** Runs in the page: the milliseconds that each frame took, over a period. */
async function recordFrames(milliseconds: number): Promise<number[]> {
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  const taken: number[] = []
  const start = await frame()
  for (let before = start; before < start + milliseconds;) {
    const now = await frame()
    taken.push(now - before)
    before = now
  }
  return taken
}

/** Fills the journal. */
async function requests(server: ServerProcess, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(server, get(`/api/v1/users?limit=${1 + (index % 5)}`))),
    )
  }
}

/** The frames of a list that is scrolled, and the processor time of one, in milliseconds. */
interface Scrolling {
  readonly frames: number[]
  readonly busy: number[]
}

/**
 * Scrolls through a list of the console, and in turn through a plain list and an empty box. On a slow or busy
 * machine these miss frames, too.
 */
async function scrolling(
  browser: Browser,
  server: ServerProcess,
  rounds: number,
  place: string,
  label: string,
  what: string,
): Promise<readonly Row[]> {
  const measured = { ours: noFrames(), plain: noFrames(), empty: noFrames() }
  await inPage(browser, server, place, async (page) => {
    await page.evaluate(() => identikitBench.whenUsable())
    const list = page.getByRole('region', { name: label, exact: true })
    const { width, height } = (await list.boundingBox())!
    await using context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const other = await context.newPage()
    await other.evaluate(addReferences, { count: 100_000, width, height })
    const lists = { ours: list, plain: other.locator('#plain'), empty: other.locator('#empty') }
    const busy = { ours: await busyTime(page), other: await busyTime(other) }
    // The first round does not count.
    for (let round = 0; round <= rounds; round++) {
      for (const name of ['ours', 'plain', 'empty'] as const) {
        const time = name === 'ours' ? busy.ours : busy.other
        await (name === 'ours' ? page : other).bringToFront()
        const before = await time()
        const frames = await lists[name].evaluate(scrollThrough, scrolled)
        if (round === 0) continue
        measured[name].frames.push(...frames)
        measured[name].busy.push(((await time()) - before) / scrolled.frames)
      }
    }
  })
  const { ours, plain, empty } = measured
  const name = `console scroll through a list of ${what}`
  const [onTime, least] = [inTime(ours.frames), Math.min(95, inTime(plain.frames))]
  const share = (frames: readonly number[]): string => `${rounded(inTime(frames))} %`
  const busy = [
    `${rounded(median(ours.busy))} ms`,
    `a plain list: ${rounded(median(plain.busy))} ms; an empty box: ${rounded(median(empty.busy))} ms`,
  ] as const
  return [
    {
      name: `${name}: frames in time for 60 a second`,
      ours: `${share(ours.frames)}, the middle one ${rounded(median(ours.frames))} ms`,
      other: `a plain list: ${share(plain.frames)}, ${rounded(median(plain.frames))} ms; an empty box: ${share(empty.frames)}, ${rounded(median(empty.frames))} ms`,
      result: `${rounded(onTime)} %`,
      bar: `≥ ${rounded(least)} %`,
      isMet: onTime >= least,
    },
    ratioRow(`${name}: processor time of a frame`, busy, median(ours.busy) / median(plain.busy), '≤', 2),
  ]
}

const noFrames = (): Scrolling => ({ frames: [], busy: [] })

/** The share of frames that took no longer than one of 60 in a second, in percent. */
function inTime(frames: readonly number[]): number {
  return (100 * frames.filter((milliseconds) => milliseconds < 17).length) / frames.length
}

/** Runs in the page: scrolls a little in each frame, from the middle; answers the milliseconds that each frame took. */
async function scrollThrough(
  list: Element,
  { frames, step }: { frames: number; step: number },
): Promise<number[]> {
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  list.scrollTo(0, list.scrollHeight / 2)
  for (let index = 0; index < 10; index++) await frame()
  const taken: number[] = []
  let before = await frame()
  for (let index = 0; index < frames; index++) {
    list.scrollBy(0, step)
    const now = await frame()
    taken.push(now - before)
    before = now
  }
  return taken
}
