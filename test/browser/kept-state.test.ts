import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MockWorker, WorkerOptions } from '../../src/browser.ts'
import type { mountConsole as MountConsole } from '../../src/console/mount.tsx'
import { withChromium } from '../support/chromium.ts'
import { api, KeptSite, profile, reload, statusOf } from './kept-site.ts'

declare const worker: MockWorker
declare const mountConsole: typeof MountConsole

const ada = { login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', password: 'Tr0ub4dor' }
const dataset = { users: [ada] }

const site = new KeptSite()
const open = (options: WorkerOptions, path?: string): Promise<Page> => site.open(options, path)

/** Makes a tab carry out and store the requests of other tabs without answering. Counts the answers in the page. */
function withholdAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the channel that it is for
    const post = BroadcastChannel.prototype.postMessage
    BroadcastChannel.prototype.postMessage = function (message: { readonly type?: string }) {
      const { dataset } = document.documentElement
      if (message.type === 'answer') dataset['withheld'] = String(Number(dataset['withheld'] ?? 0) + 1)
      else post.call(this, message)
    }
  })
}

function countUsers(page: Page): Promise<number> {
  return page.evaluate(() => worker.control.describe().then(({ users }) => users.total))
}

withChromium('what a page changed is there when it is loaded again, and in another tab', async () => {
  const page = await open({ dataset, persist: 'local' })
  const before = await api(page, 'GET', '/api/v1/users/ada')
  expect(before.json._links.self.href).toMatch(`${site.origin}/sub/api/v1/users/`)
  await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  await api(page, 'POST', '/api/v1/users', { profile: profile('bea') })
  const mails = await page.evaluate(() => worker.control.listMails())
  await reload(page)
  expect(await statusOf(page)).toBe('SUSPENDED')
  expect((await api(page, 'GET', '/api/v1/users/bea')).json.status).toBe('PROVISIONED')
  expect(await page.evaluate(() => worker.control.listMails())).toEqual(mails)
  await page.evaluate(() => worker.control.reset())
  await reload(page)
  expect(await statusOf(page)).toBe('ACTIVE')
  expect((await api(page, 'GET', '/api/v1/users/bea')).status).toBe(404)
})

withChromium(
  'tabs share an organisation, and the next one has it when that of the first closes',
  async () => {
    const first = await open({ dataset, persist: 'local' })
    const second = await open({ dataset, persist: 'local' })
    expect(await first.evaluate(() => worker.isLeader)).toBe(true)
    expect(await second.evaluate(() => worker.isLeader)).toBe(false)
    await api(second, 'POST', '/api/v1/users/ada/lifecycle/suspend')
    expect(await statusOf(first)).toBe('SUSPENDED')
    expect((await api(second, 'GET', '/api/v1/users/nobody')).status).toBe(404)
    const control = await second.evaluate(async () => {
      const told = await worker.control.describe().then(({ frozen }) => frozen)
      const failed = await worker.control
        .openSession({ user: 'nobody' })
        .catch((error: Error) => error.message)
      let denied = ''
      try {
        void worker.org
      } catch (error) {
        denied = (error as Error).message
      }
      const misspelt = worker.control as unknown as { readonly readSetting: () => Promise<unknown> }
      const unknown = await misspelt.readSetting().catch((error: Error) => error.message)
      return { told, failed, denied, unknown }
    })
    expect(control).toEqual({
      told: false,
      failed: expect.stringContaining('openSession: user: '),
      denied:
        'worker.org: another tab has the organisation; worker.control reaches it from every tab, and mountConsole takes the worker',
      unknown: 'control: there is no action readSetting; did you mean readSettings?',
    })

    const before = await countUsers(second)
    // The second tab is calling when the first one goes. It calls on until it has taken over.
    const calls = second.evaluate(async () => {
      const statuses: (number | string)[] = []
      for (let index = 0, after = 0; after < 20; index++) {
        if (worker.isLeader) after++
        const login = `person${index}@example.com`
        const body = JSON.stringify({ profile: { login, email: login, firstName: 'P', lastName: 'Q' } })
        const headers = { authorization: `SSWS ${worker.apiToken}`, 'content-type': 'application/json' }
        const answered = await fetch('/sub/api/v1/users', { method: 'POST', headers, body }).catch(
          () => 'broken',
        )
        statuses.push(typeof answered === 'string' ? answered : answered.status)
        if (index === 20) document.documentElement.dataset['twenty'] = ''
      }
      return statuses
    })
    await second.locator('html[data-twenty]').waitFor({ state: 'attached' })
    await first.close()
    const statuses = await calls
    // At most the one call that was under way may be broken off: whether it was done, nobody can tell.
    const broken = statuses.filter((status) => status !== 200)
    expect(['', 'broken']).toContain(broken.join())
    expect(await statusOf(second)).toBe('SUSPENDED')
    const created = (await countUsers(second)) - before
    expect([statuses.length - broken.length, statuses.length]).toContain(created)

    const third = await open({ dataset, persist: 'local' })
    expect(await statusOf(third, 'person0')).toBe('PROVISIONED')
    expect(await third.evaluate(() => worker.isLeader)).toBe(false)
  },
)

withChromium(
  'a write whose answer is lost with its tab is told as broken off, and not done twice',
  async () => {
    const first = await open({ dataset, persist: 'local' })
    const second = await open({ dataset, persist: 'local' })
    // The first tab carries out and stores the requests, and closes before it can answer.
    await withholdAnswers(first)
    const settled = (method: string, path: string, body?: object): Promise<unknown> =>
      api(second, method, path, body).then(
        ({ status }) => status,
        () => 'broken',
      )
    const write = settled('POST', '/api/v1/groups', { profile: { name: 'Once' } })
    const read = settled('GET', '/api/v1/users/ada')
    await first.locator('html[data-withheld="2"]').waitFor({ state: 'attached' })
    await first.close()
    expect(await write).toBe('broken')
    // The tab that goes on answers a read again.
    expect(await read).toBe(200)
    expect(await second.evaluate(() => worker.isLeader)).toBe(true)
    const { json: groups } = await api(second, 'GET', '/api/v1/groups?q=Once')
    expect(groups).toHaveLength(1)
    const { groups: counted } = await second.evaluate(() => worker.control.describe())
    expect(counted.total).toBe(2)
  },
)

withChromium('an action of the control plane whose answer is lost is an error that says so', async () => {
  const first = await open({ dataset, persist: 'local' })
  const second = await open({ dataset, persist: 'local' })
  await withholdAnswers(first)
  const failed = second.evaluate(() =>
    worker.control.setUser({ user: 'ada', status: 'SUSPENDED' }).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  )
  await first.locator('html[data-withheld="1"]').waitFor({ state: 'attached' })
  await first.close()
  expect(await failed).toContain('closed before it answered')
  expect(await statusOf(second)).toBe('SUSPENDED')
})

withChromium('the console works in every tab that shares an organisation', async () => {
  const first = await open({ dataset, persist: 'local' })
  const second = await open({ dataset, persist: 'local' })
  const complaints: string[] = []
  for (const page of [first, second]) page.on('pageerror', (error) => complaints.push(error.message))
  await first.evaluate(() => void mountConsole(document.body, worker, { open: true }))
  await second.evaluate(() => void mountConsole(document.body, worker.control, { open: true }))
  for (const page of [first, second]) await page.getByRole('link', { name: 'People' }).first().click()
  await second.getByRole('link', { name: 'ada@example.com' }).click()
  await second.getByRole('button', { name: 'Suspend', exact: true }).click()
  await second.getByText('Suspend: 200').waitFor()
  // Each sees at once what happens in the other, also after the second takes over.
  await first.getByRole('row', { name: /ada@example.com.*SUSPENDED/ }).waitFor()
  await api(first, 'POST', '/api/v1/users/ada/lifecycle/unsuspend')
  await second.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
  await second.getByRole('link', { name: 'Data' }).click()
  await second.getByRole('button', { name: /seed/i }).first().waitFor()
  await first.close()
  await second.getByRole('link', { name: 'People' }).first().click()
  await second.getByRole('row', { name: /ada@example.com.*ACTIVE/ }).waitFor()
  const third = await open({ dataset, persist: 'local' })
  await api(third, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  await second.getByRole('row', { name: /ada@example.com.*SUSPENDED/ }).waitFor()
  const refused = await second.evaluate(() => {
    try {
      mountConsole(document.body, { no: 'organisation' } as never)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(refused).toBe(
    'mountConsole: org: expected the worker of setupWorker(), or an organisation of createOrg()',
  )
  expect(complaints).toEqual([])
})

withChromium('a fault for two calls gives the page both, whatever the consoles of its tabs ask', async () => {
  const first = await open({ dataset, persist: 'local' })
  const second = await open({ dataset, persist: 'local' })
  await first.evaluate(() => worker.control.clear({ only: 'journal' }))
  await first.evaluate(() => worker.control.addFault({ status: 429, times: 2 }))
  for (const page of [first, second]) {
    await page.evaluate(() => void mountConsole(document.body, worker, { open: true }))
    await page.getByRole('link', { name: 'People' }).first().click()
    await page.getByRole('link', { name: 'ada@example.com' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
  }
  const statuses: number[] = []
  for (const page of [first, second, first])
    statuses.push((await api(page, 'GET', '/api/v1/users/ada')).status)
  expect(statuses).toEqual([429, 429, 200])
  expect(await second.evaluate(() => worker.control.readJournal().then(({ length }) => length))).toBe(3)
})

withChromium('a tab can keep its own organisation until it is closed', async () => {
  const one = await open({ dataset, persist: 'session' })
  const other = await open({ dataset, persist: 'session' })
  await api(one, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  expect(await statusOf(other)).toBe('ACTIVE')
  await reload(one)
  await reload(other)
  expect(await statusOf(one)).toBe('SUSPENDED')
  expect(await statusOf(other)).toBe('ACTIVE')
  const unkept = await open({ dataset })
  await api(unkept, 'POST', '/api/v1/users/ada/lifecycle/suspend')
  await reload(unkept)
  expect(await statusOf(unkept)).toBe('ACTIVE')
})

withChromium(
  'what is kept is made anew when the world or the name is another, or when it is damaged',
  async () => {
    const page = await open({ dataset, persist: 'local' })
    await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
    await site.goTo(page, { dataset, persist: 'local', name: 'other' })
    expect(await statusOf(page)).toBe('ACTIVE')
    await site.goTo(page, { dataset, persist: 'local' })
    expect(await statusOf(page)).toBe('SUSPENDED')
    await page.evaluate(async () => {
      const opened = indexedDB.open('identikit:default')
      await new Promise((resolve) => opened.addEventListener('success', resolve))
      const transaction = opened.result.transaction('rows', 'readwrite')
      transaction.objectStore('rows').clear()
      transaction.objectStore('rows').put(['users', 'x', { no: 'user' }], ['users', 'x'])
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      opened.result.close()
    })
    await reload(page)
    expect(await statusOf(page)).toBe('ACTIVE')
    await api(page, 'POST', '/api/v1/users/ada/lifecycle/suspend')
    await site.goTo(page, {
      dataset: { users: [ada, { ...ada, login: 'bea@example.com' }] },
      persist: 'local',
    })
    expect(await statusOf(page)).toBe('ACTIVE')
    expect(await statusOf(page, 'bea')).toBe('ACTIVE')
  },
)

withChromium('the link of a mail opens a page that works in the page itself', async () => {
  const page = await open({ dataset, persist: 'local' })
  await api(page, 'POST', '/api/v1/users', { profile: profile('bea') })
  const [link, inMain] = await page.evaluate(async () => {
    const [mail] = await worker.control.listMails({ kind: 'activation' })
    const anchor = document.createElement('a')
    anchor.href = mail!.url!
    anchor.target = '_blank'
    anchor.textContent = 'Activate'
    document.querySelector('main')!.append(anchor)
    return [mail!.url!, document.querySelector('main a') !== null]
  })
  expect([link.startsWith(`${site.origin}/sub/welcome/`), inMain]).toEqual([true, true])
  await page.getByRole('link', { name: 'Activate' }).click()
  const shown = page.frameLocator('dialog iframe')
  await shown.getByRole('heading', { name: 'Activate your account' }).waitFor()
  await shown.getByLabel('New password').fill('short')
  await shown.getByRole('button', { name: 'Set password' }).click()
  await shown.getByRole('alert').waitFor()
  await shown.getByLabel('New password').fill('Tr0ub4dor!')
  await shown.getByRole('button', { name: 'Set password' }).click()
  await shown.getByRole('heading', { name: 'Your account is active' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(await statusOf(page, 'bea')).toBe('ACTIVE')

  // Loaded at the address of a link, the page opens it, too.
  const { json } = await api(page, 'POST', '/api/v1/users/bea/lifecycle/reset_password?sendEmail=false')
  const url = new URL(json.resetPasswordUrl)
  const other = await open({ dataset, persist: 'local' }, url.pathname)
  await other.frameLocator('dialog iframe').getByRole('heading', { name: 'Reset your password' }).waitFor()
})

withChromium('a named dataset, at the address of another origin', async () => {
  const page = await open({ dataset: 'demo', persist: 'local', baseUrl: 'https://id.example.com/tenant' })
  const count = async (): Promise<number> =>
    (await api(page, 'GET', '/api/v1/users?limit=200', undefined, 'https://id.example.com/tenant')).json
      .length
  const people = await count()
  expect(people).toBeGreaterThan(140)
  const body = { profile: profile('bea') }
  await api(page, 'POST', '/api/v1/users', body, 'https://id.example.com/tenant')
  await reload(page)
  expect(await count()).toBe(people + 1)
})
