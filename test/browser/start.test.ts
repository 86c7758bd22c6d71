import type { ConsoleMessage, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MockWorker, setupWorker as SetupWorker, WorkerOptions } from '../../src/browser.ts'
import { launchChromium, withChromium } from '../support/chromium.ts'
import { api, KeptSite, profile, ready, reload, statusOf } from './kept-site.ts'

declare const worker: MockWorker
declare const setupWorker: typeof SetupWorker

const dataset = {
  users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', password: 'Tr0ub4dor' }],
}
const kept = { dataset, persist: 'local' } as const

const site = new KeptSite()

/** Opens a page and collects the warnings of identikit in its console. */
async function openWarned(
  options: WorkerOptions,
  before?: (page: Page) => Promise<unknown>,
): Promise<{ readonly page: Page; readonly warnings: string[] }> {
  const page = await site.context.newPage()
  const warnings: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (message.text().startsWith('identikit: ')) warnings.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => warnings.push(`error: ${error.message}`))
  await before?.(page)
  await site.goTo(page, options)
  return { page, warnings }
}

/** Starts a new worker in the page with a script. Returns whether it started, or the error message. */
function startWith(page: Page, url: string): Promise<string> {
  return page.evaluate(async (script) => {
    const made = setupWorker({ baseUrl: '/sub' })
    try {
      await made.start({ quiet: true, serviceWorker: { url: script } })
    } catch (error) {
      return (error as Error).message
    }
    const reply = await fetch('/sub/api/v1/users', { headers: { authorization: `SSWS ${made.apiToken}` } })
    await made.stop()
    return `started, ${reply.status}`
  }, url)
}

withChromium('a start that failed says what to do, and the next one in the page works', async () => {
  const page = await site.open({})
  expect(await startWith(page, '/sub/mockServiceWorker.js')).toBe(
    'start: this page has a worker already; stop() it, or give that one all that is to answer',
  )
  await page.evaluate(() => worker.stop())
  const missing = /^start: there is no worker script at \/sub\/elsewhere\.js: run "npx msw init public"/
  expect(await startWith(page, '/sub/elsewhere.js')).toMatch(missing)
  expect(await startWith(page, '/sub/mockServiceWorker.js')).toBe('started, 200')
  // Only msw can detect a script that throws.
  await site.context.route('**/sub/broken.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error()' }),
  )
  expect(await startWith(page, '/sub/broken.js')).toContain('Failed to register the Service Worker')
  expect(await startWith(page, '/sub/mockServiceWorker.js')).toBe('started, 200')
})

withChromium(
  'a misspelt option suggests the one that was meant, of the page and of the organisation',
  async () => {
    const page = await site.open({})
    const complaints = await page.evaluate(() =>
      [{ persit: 'local' }, { datset: 'demo' }, { client: [] }, { delay: 1 }, { trustedOrigns: [] }].map(
        (options) => {
          try {
            setupWorker(options as object)
            return 'no complaint'
          } catch (error) {
            return (error as Error).message
          }
        },
      ),
    )
    const unknown = (name: string, meant: string) =>
      `Bad options\n  options.${name}: unknown option, did you mean ${meant}?`
    expect(complaints).toEqual([
      unknown('persit', 'persist'),
      unknown('datset', 'dataset'),
      unknown('client', 'clients'),
      unknown('delay', 'delays'),
      unknown('trustedOrigns', 'trustedOrigins'),
    ])
  },
)

withChromium('warns of calls that nobody answers, but not of files of the page', async () => {
  const page = await site.open({})
  const warned: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && warned.push(message.text())))
  const statuses = await page.evaluate(async () => {
    await worker.stop()
    const made = setupWorker({ baseUrl: '/sub' })
    await made.start({ serviceWorker: { url: '/sub/mockServiceWorker.js' } })
    const statusOf = async (path: string, method = 'GET') => (await fetch(path, { method })).status
    const answered = [await statusOf('/sub/'), await statusOf('/sub/api/v1/userz')]
    await statusOf('/sub/elsewhere', 'POST')
    await made.stop()
    return answered
  })
  expect(statuses).toEqual([200, 404])
  expect(
    warned.filter((text) => text.includes('[MSW]')).map((text) => /• (\w+ \S+)/.exec(text)?.[1]),
  ).toEqual(['POST /sub/elsewhere'])
})

withChromium('a script that is for other pages is refused with its scope', async () => {
  const page = await site.open({})
  await page.evaluate(() => worker.stop())
  const script = await (await site.context.request.get(`${site.origin}/sub/mockServiceWorker.js`)).text()
  await site.context.route('**/sub/deep/worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  // A page that no worker has yet.
  const other = await site.context.newPage()
  await other.goto(`${site.origin}/sub/other?options=${encodeURIComponent('{"start":false}')}`)
  await ready(other)
  expect(await startWith(other, '/sub/deep/worker.js')).toBe(
    'start: the worker script is for pages below /sub/deep/, and this page is at /sub/other: put the script where the page is, or above it, and say where: start({ serviceWorker: { url } })',
  )
})

withChromium('a worker that was stopped starts again with what it had kept', async () => {
  const page = await site.open(kept)
  const script = { quiet: true, serviceWorker: { url: '/sub/mockServiceWorker.js' } }
  await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  expect(
    await page.evaluate(async (options) => {
      // As where a module of the page is replaced: it runs already.
      await worker.start(options)
      await worker.stop()
      await worker.stop()
      return fetch('/sub/api/v1/users').then(({ headers }) => headers.get('content-type'))
    }, script),
  ).toContain('text/html')
  await page.evaluate(async (options) => {
    await worker.start(options)
  }, script)
  expect(await statusOf(page)).toBe('SUSPENDED')
  await api(page, 'POST', '/api/v1/users', { profile: profile('bea') })
  // Another tab restores the organisation with the changes after the second start.
  const other = await site.open(kept)
  await page.close()
  expect(await statusOf(other, 'bea')).toBe('PROVISIONED')
  expect(await other.evaluate(() => worker.isLeader)).toBe(true)
})

withChromium(
  'a frame is answered although the page before it, and around it, holds on to its worker',
  async () => {
    const page = await site.open({ dataset })
    expect(await statusOf(page)).toBe('ACTIVE')
    const around = `${site.origin}/sub/around.html`
    const frame = `<iframe src="${site.addressOf({ dataset }).replaceAll('"', '&quot;')}"></iframe>`
    await site.context.route(around, (route) => route.fulfill({ contentType: 'text/html', body: frame }))
    for (let again = 0; again < 3; again++) {
      await page.goto(around)
      const inner = page.frameLocator('iframe')
      await inner.locator('html[data-ready]').waitFor({ state: 'attached' })
      const status = await page
        .frames()[1]!
        .evaluate(() =>
          fetch('/sub/api/v1/users/ada', { headers: { authorization: `SSWS ${worker.apiToken}` } }).then(
            (reply) => reply.status,
          ),
        )
      expect(status).toBe(200)
      await site.goTo(page, { dataset })
    }
  },
)

withChromium('without IndexedDB tabs share an organisation that lasts until they are closed', async () => {
  const without = (page: Page): Promise<unknown> =>
    page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  const { page, warnings } = await openWarned(kept, without)
  await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  const { page: second } = await openWarned(kept, without)
  expect(await statusOf(second)).toBe('SUSPENDED')
  expect(warnings).toEqual([
    'warning: identikit: this browser stores no state here; the state lasts until the page is loaded again (there is no IndexedDB)',
  ])
  await page.close()
  // A call that comes at once may still reach the closed tab.
  await expect.poll(() => statusOf(second)).toBe('ACTIVE')
})

withChromium('a browser whose IndexedDB refuses is told of, and the page works', async () => {
  const { page, warnings } = await openWarned(kept, (opened) =>
    opened.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Not in this window.', 'SecurityError')
      }
    }),
  )
  expect(await statusOf(page)).toBe('ACTIVE')
  expect(warnings).toEqual([
    'warning: identikit: this browser stores no state here; the state lasts until the page is loaded again (SecurityError: Not in this window.)',
  ])
})

withChromium('on a page without HTTPS msw stands in for fetch, and nothing is kept', async () => {
  const browser = await launchChromium(['--host-resolver-rules=MAP plain.test 127.0.0.1'])
  try {
    const page = await browser.newPage()
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    const { port } = new URL(site.origin)
    for (const persist of ['local', 'session'] as const) {
      await page.goto(site.addressOf({ dataset, persist }, '/sub/', `http://plain.test:${port}`))
      await ready(page)
      expect(await statusOf(page)).toBe('ACTIVE')
    }
    expect(warnings.filter((text) => text.startsWith('identikit: '))).toEqual(
      Array.from(
        { length: 2 },
        () =>
          'identikit: this browser stores no state here; the state lasts until the page is loaded again (browsers store it on pages of HTTPS and of localhost only)',
      ),
    )
  } finally {
    await browser.close()
  }
})

withChromium('a change for which there is no room is refused and taken back', async () => {
  const { page, warnings } = await openWarned(kept)
  await api(page, 'POST', '/api/v1/users', { profile: profile('bea') })
  // As a browser whose disk is full: the first row of a change finds room, the next one does not.
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the store that it is for
    const { put } = IDBObjectStore.prototype
    let count = 0
    IDBObjectStore.prototype.put = function (...row) {
      if ('isFull' in document.documentElement.dataset && ++count % 2 === 0)
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      return put.apply(this, row)
    }
    document.documentElement.dataset['isFull'] = ''
  })
  const refused = await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  expect([refused.status, refused.json.errorCode]).toEqual([503, 'E0000010'])
  expect(await statusOf(page)).toBe('ACTIVE')
  const action = page.evaluate(() =>
    worker.control.setUser({ user: 'ada', status: 'SUSPENDED' }).then(
      () => 'done',
      (error: Error) => error.name,
    ),
  )
  expect(await action).toBe('QuotaExceededError')
  expect(await statusOf(page)).toBe('ACTIVE')
  const refusal =
    'warning: identikit: this browser could not store a change; the change was refused and undone (QuotaExceededError: The disk is full.)'
  expect(new Set(warnings)).toEqual(new Set([refusal]))
  await page.evaluate(() => delete document.documentElement.dataset['isFull'])
  expect((await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')).status).toBe(200)
  await reload(page)
  expect([await statusOf(page), await statusOf(page, 'bea')]).toEqual(['SUSPENDED', 'PROVISIONED'])
})

withChromium(
  'what a later version kept, or something else of this name, is made anew with a warning',
  async () => {
    const { page, warnings } = await openWarned(kept)
    await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
    const unreadable =
      'warning: identikit: the state stored in this browser cannot be read; the organisation starts from its data again'
    // Rows of a later version.
    await page.evaluate(async () => {
      const opened = indexedDB.open('identikit:default')
      await new Promise((resolve) => opened.addEventListener('success', resolve))
      const rows = opened.result.transaction('rows', 'readwrite').objectStore('rows')
      const read = rows.get(['organisation', '='])
      await new Promise((resolve) => read.addEventListener('success', resolve))
      const [part, key, identity] = read.result as [string, string, object]
      const written = rows.put([part, key, { ...identity, version: 99 }], [part, key])
      await new Promise((resolve) => written.addEventListener('success', resolve))
      opened.result.close()
    })
    await reload(page)
    expect(await statusOf(page)).toBe('ACTIVE')
    expect(warnings.splice(0)).toEqual([
      `${unreadable} (RowsError: rows: they have version 99, and this is identikit for version 3; use a later identikit)`,
    ])
    // A database of a later version; the page that has it open closes it.
    await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
    await page.evaluate(async () => {
      const opened = indexedDB.open('identikit:default', 7)
      await new Promise((resolve) => opened.addEventListener('success', resolve))
      opened.result.close()
    })
    expect(await statusOf(page)).toBe('SUSPENDED')
    await api(page, 'POST', '/api/v1/users', { profile: profile('bea') })
    expect(warnings.splice(0)).toEqual([
      'warning: identikit: the state stored in this browser was deleted; nothing is stored until the page is loaded again',
    ])
    await reload(page)
    expect(await statusOf(page)).toBe('ACTIVE')
    expect(warnings.splice(0)).toEqual([expect.stringContaining(`${unreadable} (VersionError: `)])
    await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
    await reload(page)
    expect([await statusOf(page), ...warnings]).toEqual(['SUSPENDED'])
  },
)
