import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createClient } from '../../src/client.ts'
import { checkPacts } from '../../src/pact.ts'
import { withChromium } from '../support/chromium.ts'
import { axeFindings } from './axe.ts'
import { Served, tabTo as tabToIn } from './served.ts'

/** The jobs that docs/reference/console.md lists, each done with the keyboard alone. */
const served = new Served()
let page: Page

const open = async (place: string): Promise<void> => {
  await served.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await served.open(place)
}

const tabTo = (control: Locator): Promise<void> => tabToIn(page, control)

const type = async (label: string, text: string): Promise<void> => {
  const named = { name: label, exact: true }
  const field = page.getByRole('textbox', named).or(page.getByRole('searchbox', named))
  await tabTo(field.or(page.getByRole('combobox', named)))
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

const press = async (role: 'button' | 'link', name: string | RegExp): Promise<void> => {
  await tabTo(page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }))
  await page.keyboard.press('Enter')
}

const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

withChromium('1: create an active user with a password, in a group', async () => {
  await open('people')
  await press('button', 'New person')
  await type('Login', 'new@example.com')
  await type('First name', 'New')
  await type('Last name', 'Comer')
  await type('Password', 'Kettle-Harbor-77')
  await type('Group', 'Engineering')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New Comer ACTIVE' }).waitFor()
  const { id, status } = await served.api('GET', '/api/v1/users/new@example.com')
  expect(status).toBe('ACTIVE')
  const groups = (await served.api('GET', `/api/v1/users/${id}/groups`)) as { profile: { name: string } }[]
  expect(groups.map(({ profile }) => profile.name)).toContain('Engineering')
})

withChromium(
  'the overview names the person who acted, and a redirect with an error is no success',
  async () => {
    const { url, org } = served.server
    org.control.registerClient({ client_id: 'spa', application_type: 'browser', redirect_uris: [`${url}/`] })
    const asked = {
      client_id: 'spa',
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
      redirect_uri: `${url}/`,
    }
    const pkce = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }
    await fetch(`${url}/oauth2/default/v1/authorize?${new URLSearchParams({ ...asked, ...pkce })}`, {
      redirect: 'manual',
    })
    const form = new URLSearchParams({ login: 'hope.medhurst@example.com', password: 'Tulip-Meadow-42' })
    await fetch(`${url}/signin`, { method: 'POST', body: form })
    await open('journal?refused=1')
    await page.locator('.badge.ill', { hasText: '302 login_required' }).waitFor()
    await open('')
    await page
      .getByRole('row', { name: /hope\.medhurst@example\.com \(sign-in\)/ })
      .first()
      .waitFor()
  },
)

withChromium('2: find and sort people; Back keeps what was looked for', async () => {
  const count = (text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor()
  await open('people')
  await count('151 of 151 found')
  await type('Find', 'edhur')
  await count('1 of 151 found')
  await type('Find', 'ma')
  await press('button', 'Name')
  await press('button', 'Name')
  await page.waitForFunction(() => location.hash === '#/people?find=ma&sort=-name')
  const names = (): Promise<string[]> => page.locator('.row .cell:nth-child(3)').allTextContents()
  const isSorted = async (): Promise<boolean> => {
    const lastNames = (await names()).map((name) => name.split(' ').at(-1)!.toLowerCase())
    return lastNames.join() === lastNames.toSorted().toReversed().join()
  }
  await expect.poll(isSorted).toBe(true)
  const before = await names()
  expect(before.length).toBeGreaterThan(5)
  await press('link', (await page.locator('.row a').first().textContent())!)
  await page.getByRole('heading', { level: 1, name: before[0]! }).waitFor()
  // Without a window, Chromium has no key for Back.
  await page.goBack()
  await expect.poll(names).toEqual(before)
  expect(await page.getByLabel('Find', { exact: true }).inputValue()).toBe('ma')
  await open('groups')
  await type('Find', 'gineer')
  await page
    .getByRole('row', { name: /Engineering/ })
    .first()
    .waitFor()
  await page
    .getByRole('status')
    .getByText(/^[1-9] of 23 found$/)
    .waitFor()
})

withChromium('3: see who called, why a call was refused, and which calls are not served', async () => {
  await served.api('GET', '/api/v1/users?limit=1')
  const { id } = await served.api('GET', '/api/v1/groups?q=Everyone').then(([group]) => group)
  await served.api('DELETE', `/api/v1/groups/${id}`)
  await open('journal')
  await type('Find', 'delete groups')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await press('link', '3')
  await page.getByRole('tab', { name: 'Why', selected: true }).waitFor()
  await page.getByText(/called by/).waitFor()
  const stated = page
    .getByRole('definition')
    .filter({ hasText: /^Groups/ })
    .getByRole('link')
  expect(await stated.getAttribute('href')).toMatch(/\/docs\/reference\/the-api\.md#groups/)

  // Nothing is said until the server meets a call that it does not serve.
  expect(await page.getByText('not served').count()).toBe(0)
  for (const zone of ['Z1', 'Z2']) await served.api('GET', `/api/v1/zones/${zone.padEnd(20, 'x')}`)
  await press('button', '1 not served')
  const list = page.getByRole('list', { name: 'Calls that are not served' })
  await list.getByText(/GET \/api\/v1\/zones\/\{id\}\s*2 calls, last .*by 00T\w+, node/).waitFor()
  await served.api('POST', '/api/v1/behaviors', {})
  await list.getByText('POST /api/v1/behaviors').waitFor()
  await page.getByRole('button', { name: '2 not served' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await press('button', 'Forget')
  await press('button', 'Forget these calls: sure?')
  await page.getByText('The server met no call that it does not serve.').waitFor()
  await page.getByText('2 not served').waitFor({ state: 'detached' })
  expect(served.server.org.control.list({ kind: 'gaps' })).toEqual([])
})

withChromium('4: send a request again, edited until it is accepted', async () => {
  await served.api('POST', '/api/v1/groups', { profile: { name: '' } })
  await open('journal/1?tab=again')
  await type('Path and query', 'api/v1/groups')
  await press('button', 'Send')
  await page.getByRole('alert').getByText('path: expected a path such as /api/v1/users').waitFor()
  expect(await page.getByLabel('Path and query').getAttribute('aria-invalid')).toBe('true')
  expect(served.server.org.control.readJournal()).toHaveLength(1)
  await type('Path and query', '/api/v1/groups')
  await press('button', 'Send')
  await page.getByRole('status').getByText('400').waitFor()
  await type('Body, as JSON', '{"profile":{"name":"Sent again"}}')
  await press('button', 'Send')
  await page.getByRole('status').getByText('200').waitFor()
  expect(await served.api('GET', '/api/v1/groups?q=Sent')).toHaveLength(1)
  await press('link', 'In the journal')
  await page.getByRole('heading', { level: 2, name: 'POST /api/v1/groups 200' }).waitFor()
})

withChromium('5: create a fault from a request, which the next call of it meets', async () => {
  await served.api('GET', '/api/v1/groups?limit=1')
  await open('journal/1')
  await press('link', 'Create a fault from this')
  await page.getByRole('combobox', { name: 'Operation', exact: true }).waitFor()
  await press('button', 'Add')
  await page.getByRole('link', { name: '1 fault', exact: true }).waitFor()
  const statuses: number[] = []
  for (let call = 0; call < 2; call += 1) {
    const headers = { authorization: 'SSWS token' }
    statuses.push((await fetch(`${served.server.url}/api/v1/groups`, { headers })).status)
  }
  expect(statuses).toEqual([500, 200])
})

withChromium('6: move the clock, and see on every page by how much', async () => {
  await open('clock')
  await press('button', 'Freeze')
  await press('button', '+30d')
  await page.getByLabel('Status').getByText('frozen, 30 days ahead').waitFor()
  await open('people')
  await page.getByLabel('Status').getByText('frozen, 30 days ahead').waitFor()
})

withChromium('7: copy what an application needs: the base URL and a token', async () => {
  await open('')
  await page.getByLabel('Status').getByRole('link', { name: 'Default organisation' }).waitFor()
  await press('button', 'Copy URL')
  await page.getByText('Base URL copied').waitFor()
  expect(await copied()).toBe(served.server.org.baseUrl)
  await press('button', 'Copy token')
  await page.getByText('API token copied').waitFor()
  expect(await copied()).toBe('token')
})

withChromium('8: try the condition of a rule on a person, and save it without typing it again', async () => {
  await open('rules')
  await press('link', 'Engineering by department')
  await type('Expression', 'user.title=="VP Marketing"')
  await type('User', 'hope.medhurst@example.com')
  await press('button', 'Try')
  await page.getByText('hope.medhurst@example.com matches').waitFor()
  await press('button', 'Save this condition')
  await page.getByText('Condition saved').waitFor()
  const rules = (await served.api('GET', '/api/v1/groups/rules?limit=200')) as { name: string }[]
  const rule = rules.find(({ name }) => name === 'Engineering by department')!
  expect(rule).toMatchObject({
    status: 'ACTIVE',
    conditions: { expression: { value: 'user.title=="VP Marketing"' } },
  })
})

withChromium('9: read what happened to a person: events, mails, sign-ins and requests', async () => {
  const { id } = await served.api('GET', '/api/v1/users/hope.medhurst@example.com')
  served.server.org.control.openSession({ user: id })
  await served.api('POST', `/api/v1/users/${id}/lifecycle/reset_password`)
  await open(`people/${id}`)
  const timeline = page.getByRole('region', { name: 'Timeline', exact: true })
  await timeline.getByText('session.opened').waitFor()
  await timeline.getByRole('link', { name: 'password-reset to hope.medhurst@example.com' }).waitFor()
  await press('link', /200 POST .*reset_password/)
  await page.getByRole('heading', { level: 2, name: /reset_password 200/ }).waitFor()
})

withChromium('10: register a client, and issue tokens for a person', async () => {
  await open('clients')
  await press('button', 'New application')
  await type('Client name', 'By keyboard')
  await type('Redirect URIs', 'https://app.example.com/callback')
  await press('button', 'Register')
  await type('User', 'hope.medhurst@example.com')
  await page.keyboard.press('Enter')
  await page.getByLabel('Claims of access_token').getByText('"uid"').waitFor()
})

withChromium('11: empty the outbox, which asks first', async () => {
  await open('mails')
  await press('button', 'Empty the outbox')
  expect(served.server.org.control.listMails()).not.toHaveLength(0)
  await press('button', 'Empty the outbox: sure?')
  await page.getByText('No mail.').waitFor()
  expect(served.server.org.control.listMails()).toHaveLength(0)
})

withChromium('12: make an organisation, and change between it and the first', async () => {
  await open('organisations')
  await press('button', 'New organisation')
  await type('Name', 'acme')
  await page.keyboard.press('Enter')
  await page.getByText('acme is made').waitFor()
  await open('')
  await tabTo(page.getByRole('combobox', { name: 'Organisation' }))
  await page.keyboard.type('acme')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${served.server.url}/orgs/acme/_console`)
})

withChromium('13: read a mail and follow its link, which is used then', async () => {
  const login = 'mailed@example.com'
  await served.api('POST', '/api/v1/users', {
    profile: { login, email: login, firstName: 'Mailed', lastName: 'Comer' },
  })
  await open('mails')
  await type('Find', 'mailed open')
  await page.getByText('1 found, 10 unread').waitFor()
  await press('link', 'Activate your account')
  await page.getByLabel('Message', { exact: true }).getByText('Your account is ready.').waitFor()
  await page.getByText('1 found, 9 unread').waitFor()
  await type('Password', 'x')
  await page.keyboard.press('Enter')
  await page.getByRole('form').getByRole('alert').waitFor()
  await type('Password', 'Kettle-Harbor-77')
  await page.keyboard.press('Enter')
  await page.getByText('The link was used, or a newer mail replaced it.').waitFor()
  expect((await served.api('GET', `/api/v1/users/${login}`)).status).toBe('ACTIVE')
})

withChromium('14: undo what was deleted', async () => {
  const rules = (): Promise<{ name: string }[]> => served.api('GET', '/api/v1/groups/rules?limit=200')
  const before = await rules()
  await open('rules')
  await press('link', 'Engineering by department')
  await press('button', 'Delete')
  await press('button', 'Delete the rule: sure?')
  await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
  expect(await rules()).toHaveLength(before.length - 1)
  await press('button', 'Undo')
  await page.getByText('Undone').waitFor()
  expect(await rules()).toEqual(before)
  await page.getByRole('link', { name: 'Engineering by department' }).waitFor()
  expect(served.server.org.control.describe().snapshots).toEqual([])
})

withChromium('15: copy a request as a call of the client, save it as a pact, and compare it', async () => {
  const { id } = await served.api('GET', '/api/v1/users/hope.medhurst@example.com')
  await served.api('GET', '/api/v1/users?limit=2')
  await served.api('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  await served.api('POST', `/api/v1/users/${id}/lifecycle/suspend`)
  await open('journal/2')
  await press('button', 'Copy as client call')
  await page.getByText('Copied').waitFor()
  const code = (await copied()).replace(/^import .*$/m, '')
  const program = `export default async (createClient, token) => {${code}\nreturn result}`
  const { default: run } = (await import(`data:text/javascript,${encodeURIComponent(program)}`)) as {
    default: (make: typeof createClient, token: string) => Promise<readonly unknown[]>
  }
  expect(await run(createClient, 'token')).toHaveLength(2)

  const folder = await mkdtemp(join(tmpdir(), 'identikit-console-pact-'))
  for (const number of [2, 3, 4]) {
    await open(`journal/${number}`)
    const begun = page.waitForEvent('download')
    await press('button', 'Save as Pact')
    await (await begun).saveAs(join(folder, `${number}.json`))
  }
  const { interactions } = await checkPacts({ pacts: [folder] })
  // A pact has examples for ids, and says nothing of nulls, which are an interpretation.
  const suspend = 'POST /api/v1/users/00u00000000000000001/lifecycle/suspend'
  expect(
    interactions.map(({ request, verdict, problems }) => [request, verdict, problems.map(String)]),
  ).toEqual([
    ['GET /api/v1/users', 'match', []],
    [suspend, 'match', []],
    [suspend, 'match', []],
  ])

  await open('journal/4?tab=compare')
  await tabTo(page.getByRole('spinbutton', { name: 'With request number' }))
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  const differing = page.getByRole('table', { name: 'What differs from request 3' })
  await differing.getByRole('row', { name: 'status 400 200' }).waitFor()
  await differing.getByRole('row', { name: /^reply body.errorCode E\d+ none$/ }).waitFor()
  expect(await differing.getByRole('row', { name: /^request POST/ }).count()).toBe(0)
})

withChromium('16: assign an application to a person, and take it away again', async () => {
  served.server.org.control.setApplication({ label: 'Lunch menu', name: 'bookmark' })
  const { id } = await served.api('GET', '/api/v1/users/hope.medhurst@example.com')
  const labels = async (): Promise<string[]> =>
    ((await served.api('GET', `/api/v1/users/${id}/appLinks`)) as { label: string }[]).map(
      ({ label }) => label,
    )
  const before = await labels()
  await open(`people/${id}`)
  await press('button', 'Assign')
  await type('Application', 'Nothing so called')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Assign an application' }).getByRole('alert').waitFor()
  await type('Application', 'Lunch menu')
  await page.keyboard.press('Enter')
  await page.getByText('Assigned', { exact: true }).waitFor()
  expect((await labels()).toSorted()).toEqual([...before, 'Lunch menu'].toSorted())
  await press('button', 'Unassign Lunch menu')
  await page.getByText('Unassigned').waitFor()
  expect(await labels()).toEqual(before)
})

withChromium('17: sign in as a person at a client: each redirect, the consent, and the tokens', async () => {
  const client = await served.api('POST', '/oauth2/v1/clients', {
    client_name: 'Signs in',
    consent_method: 'REQUIRED',
    redirect_uris: ['https://app.example.com/callback'],
  })
  await open(`clients/${client.client_id}`)
  await press('link', 'Sign in as a person')
  await type('Person', 'nobody@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('form').getByRole('alert').waitFor()
  await type('Person', 'hope.medhurst@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Signs in asks for access' }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Profile: / })
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await press('button', 'Refuse')
  await page.getByRole('alert').getByText('access_denied').waitFor()

  await tabTo(page.getByLabel('Scopes to ask for'))
  await page.keyboard.press('Enter')
  await press('button', 'Allow')
  await page.getByRole('region', { name: 'id_token, decoded' }).getByText('after 1 hour').waitFor()
  await page.getByLabel('Header of id_token').getByText('"alg": "RS256"').waitFor()
  await page.getByLabel('Claims of id_token').getByText('"name": "Hope Medhurst"').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const steps = page.getByRole('list', { name: 'Steps of the sign-in' }).getByRole('listitem')
  expect((await steps.allTextContents()).map((text) => text.replace(/\?.*/, ''))).toEqual([
    expect.stringMatching(/^The application sends the browser 303 .*GET .*authorize$/),
    expect.stringMatching(/^hope.* signs in, and goes on 200 .*GET .*authorize$/),
    expect.stringMatching(/^The person allows it 303 .*POST .*→ https:\/\/app\.example\.com\/callback$/),
    expect.stringMatching(/^The application exchanges the code 200 .*POST .*token$/),
  ])
  const faulty = async (breaks: string, problem: string): Promise<void> => {
    await served.api('POST', '/_control/add-fault', { path: '/oauth2/v1/token', breaks, times: 1 })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(problem).waitFor()
  }
  await tabTo(page.getByLabel('Scopes to ask for'))
  await faulty('connection-reset', 'A fault keeps the reply back: connection-reset')
  await faulty('malformed-json', 'The reply of the token endpoint is not JSON')
  await type('Person', 'admin@example.com')
  served.server.org.control.setUser({ user: 'admin@example.com', status: 'LOCKED_OUT' })
  await page.keyboard.press('Enter')
  await steps.getByText('LOCKED_OUT: the sign-in page may refuse this person').waitFor()
  await type('Person', 'hope.medhurst@example.com')
  // Who has consented is not asked again.
  await tabTo(page.getByLabel('Scopes to ask for'))
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'id_token, decoded' }).waitFor()
  expect(await steps.count()).toBe(3)
  await press('link', 'In the journal')
  await page.getByRole('heading', { level: 2, name: /GET \/oauth2\/v1\/authorize 303/ }).waitFor()
})

withChromium('18: open the page of a sign-in, and see why it was refused', async () => {
  const client = await served.api('POST', '/oauth2/v1/clients', {
    client_name: 'Signs in',
    redirect_uris: [`${served.server.url}/nowhere`],
  })
  await open(`sign-in?client=${client.client_id}&person=hope.medhurst@example.com`)
  const opened = served.context.waitForEvent('page')
  await press('button', 'Open the sign-in page in a tab')
  const tab = await opened
  await tab.getByRole('heading', { level: 1, name: /Sign in/ }).waitFor()
  expect(await tab.getByLabel(/login/i).inputValue()).toBe('hope.medhurst@example.com')

  const wrong = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://elsewhere.example.com/<b>',
  })
  await tab.goto(`${served.server.url}/oauth2/v1/authorize?${wrong}`)
  await tab.getByText('https://elsewhere.example.com/<b>', { exact: true }).waitFor()
  await tab.getByText(`One of its redirect_uris: ${served.server.url}/nowhere`).waitFor()
  expect(await axeFindings(tab)).toEqual([])
  await tab.getByRole('link', { name: 'This request in the journal' }).click()
  await tab.getByRole('heading', { level: 2, name: /GET \/oauth2\/v1\/authorize 400/ }).waitFor()
})
