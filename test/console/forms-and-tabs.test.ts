import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { withChromium } from '../support/chromium.ts'
import { Served } from './served.ts'

const served = new Served()
const open = (place: string): Promise<Page> => served.open(place)

const createUser = (profile: Record<string, string>): Promise<{ id: string }> =>
  served.api('POST', '/api/v1/users', { profile })

/** Sends a form with some fields. Returns the fields that show an error, with the focused one marked. */
async function refusals(
  page: Page,
  form: string,
  fields: Record<string, string>,
  opener?: string,
): Promise<string[]> {
  if (opener !== undefined) await page.getByRole('button', { name: opener, exact: true }).click()
  const shown = page.getByRole('form', { name: form, exact: true })
  for (const [name, value] of Object.entries(fields)) {
    const field = shown.locator(`[name="${name}"]:not([type=hidden])`)
    await field.evaluate((control) => {
      for (let around = control.closest('details'); around; around = around.parentElement!.closest('details'))
        around.open = true
    })
    await field.fill(value)
  }
  await shown.locator('button[type=submit]').click()
  const said = (): Promise<string[]> =>
    shown.locator('[aria-invalid="true"]').evaluateAll((controls) =>
      controls.map((control) => {
        const root = control.getRootNode() as ShadowRoot
        const text = root.getElementById(control.getAttribute('aria-describedby')!)!.textContent
        return `${root.activeElement === control ? '> ' : ''}${control.getAttribute('name')}: ${text}`
      }),
    )
  await expect.poll(async () => (await said()).some((each) => each.startsWith('> '))).toBe(true)
  for (const [name, value] of Object.entries(fields)) {
    expect(
      await shown.locator(`[name="${name}"]:not([type=hidden])`).inputValue(),
      'what was typed stays',
    ).toBe(value)
  }
  return said()
}

const blank = 'The field cannot be left blank'

withChromium(
  'what is refused is told at its field, which has the focus; all that was typed stays',
  async () => {
    const before = served.server.org.control.describe()
    const groups = await open('groups')
    expect(
      await refusals(
        groups,
        'New group',
        { name: 'x'.repeat(256), description: 'y'.repeat(1025) },
        'New group',
      ),
    ).toEqual([
      '> name: name: The field must have 1 to 255 characters',
      'description: description: The field must have 0 to 1024 characters',
    ])
    const clients = await open('clients')
    expect(
      await refusals(
        clients,
        'Register a client',
        { client_name: ' ', redirect_uris: 'nowhere' },
        'New application',
      ),
    ).toEqual([
      `> client_name: client_name: ${blank}, got ' '`,
      "redirect_uris: redirect_uris.0: Must be an absolute URI without a fragment, got 'nowhere'",
    ])
    const rules = await open('rules')
    expect(
      await refusals(
        rules,
        'New rule',
        { name: 'New', expression: 'user.title ==', group: 'Engineering' },
        'New rule',
      ),
    ).toEqual([
      '> expression: conditions.expression.value: line 1, column 14: expected a value, got the end of the expression',
    ])
    await served.context.close()
    served.context = await served.browser.newContext()
    const [person] = served.server.org.control.listMails({})
    const page = await open(`people/${person!.userId}`)
    expect(await refusals(page, 'Profile', { firstName: ' ', email: '<b@b>' }, 'Edit')).toEqual([
      `> firstName: firstName: ${blank}`,
      expect.stringMatching(/^email: email: /),
    ])
    const { now: _, apiTokens: __, ...after } = served.server.org.control.describe()
    expect(before).toMatchObject(after)
  },
)

withChromium(
  'fields of JSON and of seeds say what is wrong with them, and nothing is done by halves',
  async () => {
    const { org } = served.server
    const faults = await open('faults')
    expect(await refusals(faults, 'New fault', { status: '500', headers: '5' }, 'New fault')).toEqual([
      expect.stringMatching(/^> headers: headers: expected /),
    ])
    expect(await refusals(faults, 'New fault', { headers: '{', latency: 'soon' })).toEqual([
      expect.stringMatching(/^> headers: headers: expected JSON, such as /),
    ])
    expect(await refusals(faults, 'New fault', { headers: '{}', latency: 'soon' })).toEqual([
      expect.stringMatching(/^> latency: latency: expected a time such as /),
    ])
    expect(org.control.list({ kind: 'faults' })).toEqual([])

    const control = await open('settings')
    const people = org.control.describe().users.total
    const settings = org.control.readSettings()
    expect(await refusals(control, 'Settings', { 'delays.search': 'soon', 'rateLimit.limit': '7' })).toEqual([
      expect.stringMatching(/^> delays\.search: delays\.search: expected milliseconds, or a time such as/),
    ])
    expect(org.control.readSettings()).toEqual(settings)
    const data = await open('data')
    expect(await refusals(data, 'Load a seed', { yaml: ' ' }, 'Load a seed')).toEqual([
      '> yaml: dataset: expected one of dataset, seed and yaml',
    ])
    expect(await refusals(data, 'Load a seed', { yaml: 'users:\n  - logn: x' })).toEqual([
      '> yaml: seed: 2 mistakes\n  users.0.login: Required\n  users.0.logn: unknown key; did you mean login?',
    ])
    expect(org.control.describe().users.total).toBe(people)
  },
)

withChromium('saving a profile sends only what was typed, and keeps where lines end', async () => {
  const { id } = await createUser({
    login: 'lines@example.com',
    email: 'lines@example.com',
    firstName: 'L',
    lastName: 'I',
    postalAddress: 'First\nSecond',
  })
  const page = await open(`people/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Last name' }).fill('Ines')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(`/${id}`),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByRole('status').getByText('Profile saved').waitFor()
  expect((await sent).postDataJSON()).toEqual({ profile: { lastName: 'Ines' } })
})

withChromium(
  'two tabs: what is done in one shows in the other, a record that is gone, and unsaved text',
  async () => {
    const [person] = served.server.org.control.listMails({})
    const [one, other] = [await open(`people/${person!.userId}`), await open(`people/${person!.userId}`)]
    await one.getByRole('button', { name: 'Edit', exact: true }).click()
    const city = one.getByRole('textbox', { name: 'City' })
    await city.fill('Not saved yet')
    await other.getByRole('button', { name: 'Deactivate' }).click()
    await one.getByRole('button', { name: 'Delete for good' }).waitFor()
    expect(await city.inputValue()).toBe('Not saved yet')
    await other.getByRole('button', { name: 'Delete for good' }).click()
    await other.getByRole('button', { name: 'Delete for good: sure?' }).click()
    await one.getByRole('alert').getByText('Resource not found').waitFor()

    const [clock, data] = ['Clock', 'Data'].map((name) => ({ name, exact: true }))
    for (const tab of [one, other]) await tab.getByRole('navigation').getByRole('link', clock).click()
    expect(await one.getByRole('navigation').getByRole('link', clock).getAttribute('aria-current')).toBe(
      'page',
    )
    expect(await one.title()).toBe('Clock · Identikit console')
    await other.getByRole('button', { name: 'Freeze' }).click()
    await one.getByText('stands still').waitFor()
    await one.getByRole('link', data).click()
    served.server.org.control.saveSnapshot({ name: 'elsewhere' })
    await one.getByRole('button', { name: 'Go back to elsewhere' }).waitFor()
  },
)

withChromium(
  'a tab that is out of sight holds no connection, and shows what there is when it comes back',
  async () => {
    const tabs = [await open('people')]
    const turn = (page: Page, isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    // A browser opens six connections to a server, and each tab in sight holds one.
    for (let index = 0; index < 7; index += 1) {
      await turn(tabs.at(-1)!, true)
      tabs.push(await open('people'))
      await tabs.at(-1)!.getByRole('link', { name: 'admin@example.com' }).waitFor()
    }
    await createUser({ login: 'aa@example.com', email: 'aa@example.com', firstName: 'A', lastName: 'A' })
    await tabs.at(-1)!.getByRole('searchbox', { name: 'Find' }).fill('aa@')
    await tabs.at(-1)!.getByRole('link', { name: 'aa@example.com' }).waitFor()
    await tabs[0]!.getByRole('searchbox', { name: 'Find' }).fill('aa@')
    await turn(tabs[0]!, false)
    await tabs[0]!.getByRole('link', { name: 'aa@example.com' }).waitFor()
  },
)

withChromium(
  'the journal begins anew with another server; one that wants another token says so',
  async () => {
    const journal = await open('journal')
    const ask = (path: string): Promise<Response> =>
      fetch(served.server.url + path, { headers: { authorization: 'SSWS token' } })
    for (let turn = 0; turn < 5; turn += 1) await ask('/api/v1/groups?limit=1')
    await expect.poll(() => journal.getByRole('row', { name: /listGroups/ }).count()).toBe(5)
    await served.restart({ controlToken: 'another' })
    await journal.getByRole('alert').getByText('another control token. Reload this page').waitFor()
    await served.restart()
    await ask('/api/v1/users/nobody')
    await journal.getByRole('row', { name: /404 .*getUser/ }).waitFor()
    await expect.poll(() => journal.getByRole('row').count()).toBe(2)
  },
)

withChromium(
  'a page says that it loads, what went wrong, and loads again by itself or when asked to',
  async () => {
    await served.api('POST', '/api/v1/groups', { profile: { name: 'Late' } })
    const page = await served.context.newPage()
    let mode: 'held' | 'broken' | 'down' | 'up' = 'held'
    // The status bar asks over and over.
    const held: (() => void)[] = []
    await page.route('**/_control/{describe,search,read-exchange}', async (route) => {
      if (mode === 'held') await new Promise<void>((resolve) => held.push(resolve))
      if (mode === 'up') return route.continue()
      return mode === 'down' ? route.abort() : route.fulfill({ status: 502, body: '<html>' })
    })
    const turn = (to: typeof mode): void => {
      mode = to
      for (const release of held.splice(0)) release()
    }
    await page.goto(`${served.server.url}/_console#/groups`)
    await page.getByText('Loading…').waitFor()
    turn('broken')
    const failed = page.getByRole('alert')
    await failed.getByText('The server cannot be reached: 502.').waitFor()
    turn('up')
    await page.getByRole('link', { name: 'Late' }).waitFor()

    turn('held')
    await page.goto('about:blank')
    await page.goto(`${served.server.url}/_console#/groups`)
    turn('up')
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
    turn('held')
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('link', { name: '1', exact: true }).click()
    await page.getByText('Loading…').waitFor()
    turn('down')
    await failed.getByText('The server does not answer.').waitFor()
    turn('broken')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.getByText('The server cannot be reached: 502.').waitFor()
    turn('up')
    await page.getByRole('heading', { level: 2, name: 'POST /api/v1/groups 200' }).waitFor()
    expect(await failed.count()).toBe(0)
  },
)
