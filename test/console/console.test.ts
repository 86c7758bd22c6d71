import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { consolePages, showConsole } from '../../scripts/console-pages.ts'
import { schemes } from '../../scripts/webp.ts'
import { buildScript } from '../../scripts/console.ts'
import { loadDataset } from '../../src/fixtures/load-dataset.ts'
import { listActions } from '../../src/server/list-actions.ts'
import { hasChromium, withChromium } from '../support/chromium.ts'
import { isThorough, sample } from '../support/runs.ts'
import { axeFindings } from './axe.ts'
import { cutOff } from './cut-off.ts'
import { Served } from './served.ts'

const served = new Served()
const open = (place: string): Promise<Page> => served.open(place, page)
const api: Served['api'] = (...call) => served.api(...call)

let page: Page
let complaints: string[]

beforeEach(async () => {
  if (!hasChromium) return
  page = await served.context.newPage()
  complaints = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(served.server.url)) complaints.push(`request to ${request.url()}`)
  })
})

/** Lists and forms. The other pages are in `details`, with content. */
const places = [
  '',
  'people',
  'groups',
  'rules',
  'clients',
  'sign-in',
  'mails',
  'journal',
  'tokens',
  'settings',
  'actions',
]

const axeLooks = [
  ['light', 1200, 900],
  ['dark', 390, 800],
  // A window of 1200 by 900 at 200 %.
  ['dark', 600, 450],
] as const

/** Pages of one record, and lists that are otherwise empty: full of content, with names of the greatest length. */
const details: Readonly<Record<string, () => Promise<string>>> = {
  person: async () => {
    const { id } = await api('GET', '/api/v1/users/hope.medhurst@example.com')
    const group = await api('POST', '/api/v1/groups', { profile: { name: 'g'.repeat(255) } })
    await api('PUT', `/api/v1/groups/${group.id}/users/${id}`)
    const { control } = served.server.org
    const application = control.setApplication({ label: 'a'.repeat(100), name: 'bookmark' }).id
    control.assignApplication({ application, user: id })
    await api('POST', `/api/v1/users/${id}/lifecycle/suspend`)
    return `people/${id}`
  },
  'list of faults in force': async () => {
    served.server.org.control.startScenario({ name: 'maintenance' })
    served.server.org.control.addFault({ operation: 'forgotPasswordWithAnswer', latency: '2s', times: 3 })
    return 'faults'
  },
  'list of messages of the webhook': async () => {
    // Nobody listens there.
    await served.server.org.control.setWebhook({
      url: 'http://127.0.0.1:9/hooks',
      secret: `whsec_${'c2Vj'.repeat(8)}`,
    })
    await api('POST', '/api/v1/groups', { profile: { name: 'An event' } })
    return 'webhook'
  },
  'list of snapshots': async () => {
    served.server.org.control.saveSnapshot({ name: 's'.repeat(64) })
    return 'data'
  },
  'list of organisations': async () => {
    for (const name of ['acme', 'o'.repeat(63)]) await api('POST', '/_orgs', { name, dataset: 'empty' })
    return 'organisations'
  },
  group: async () => `groups/${(await api('GET', '/api/v1/groups?q=Engineering'))[0].id}`,
  rule: async () => `rules/${(await api('GET', '/api/v1/groups/rules?limit=1'))[0].id}`,
  client: async () => `clients/${(await api('GET', '/oauth2/v1/clients?limit=1'))[0].client_id}`,
  mail: async () => `mails/${served.server.org.control.listMails()[0]!.number}`,
  'request that was refused': async () => {
    await api('POST', '/api/v1/groups', { profile: { name: '' } })
    return `journal/${served.server.org.control.readJournal().at(-1)!.number}`
  },
}

const shown = [...places.map((place) => `page "${place}"`), ...Object.keys(details)]

/** Some, in one look each. At night all of them, in all looks. */
withChromium.each(sample(shown, 6))(
  'axe finds no problems on the %s in any look, width or zoom, and nothing is cut off',
  async (name) => {
    const place = (await details[name]?.()) ?? name.slice('page "'.length, -1)
    await open(place)
    const look = shown.indexOf(name) % axeLooks.length
    for (const [colorScheme, width, height] of isThorough ? axeLooks : [axeLooks[look]!]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.waitForTimeout(300)
      expect(await axeFindings(page)).toEqual([])
    }
    expect(await cutOff(page)).toEqual([])
    expect(complaints).toEqual([])
  },
)

withChromium(
  'a person is found, suspended by a button, and the refusal of a second try is explained',
  async () => {
    await open('people')
    await page.getByRole('searchbox', { name: 'Find' }).fill('hope.med')
    await page.getByRole('link', { name: 'hope.medhurst@example.com' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByText('Suspend: 200').waitFor()
    await page.getByRole('button', { name: 'Unsuspend' }).waitFor()
    const { id, status } = await api('GET', '/api/v1/users/hope.medhurst@example.com')
    expect(status).toBe('SUSPENDED')
    expect(await page.getByRole('button', { name: 'Suspend', exact: true }).count()).toBe(0)

    await api('POST', `/api/v1/users/${id}/lifecycle/suspend`)
    await open('journal')
    await page
      .getByRole('row', { name: /suspend-not-active/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('Only an ACTIVE user can be suspended').waitFor()
    expect(complaints).toEqual([])
  },
)

withChromium('what happens elsewhere shows at once', async () => {
  await open('')
  const people = page.getByRole('region', { name: 'People' }).locator('.figure')
  await people.getByText('151', { exact: true }).waitFor()
  await api('POST', '/api/v1/users?activate=false', {
    profile: { login: 'new@example.com', email: 'new@example.com', firstName: 'New', lastName: 'Comer' },
  })
  await people.getByText('152', { exact: true }).waitFor({ timeout: 5000 })
  await page.getByRole('cell', { name: 'new@example.com' }).first().waitFor()
  expect(await people.count()).toBeLessThanOrEqual(1)
  expect(complaints).toEqual([])
})

withChromium('names with markup stay text', async () => {
  const name = '<img src=x onerror="document.title=1">'
  const { id } = await api('POST', '/api/v1/users?activate=false', {
    profile: { login: 'markup@example.com', email: 'markup@example.com', firstName: name, lastName: '&amp;' },
  })
  await open(`people/${id}`)
  await page.getByRole('heading', { level: 1, name: `${name} &amp;` }).waitFor()
  await api('POST', '/api/v1/groups', { profile: { name, description: '<script>document.title=2</script>' } })
  await open('groups')
  await page.getByRole('link', { name }).waitFor()
  expect(await page.title()).toBe('Groups · Identikit console')
  expect(await page.locator('img').count()).toBe(0)
})

withChromium('a group is made, joined and left, and says why people are in it', async () => {
  await open('groups')
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Console made')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: /Console made/ }).waitFor()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('combobox', { name: 'Person', exact: true }).fill('hope.medhurst@example.com')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('row', { name: /hope\.medhurst.*by hand/ }).waitFor()
  await page.getByRole('button', { name: 'Remove hope.medhurst@example.com' }).click()
  await page.getByText('Nobody is in this group.').waitFor()
  await open('groups')
  await page.getByRole('link', { name: 'Engineering', exact: true }).click()
  await page.getByRole('link', { name: 'rule Engineering by department' }).first().waitFor()
  expect(complaints).toEqual([])
})

withChromium('a rule is tried, made, activated, deactivated and deleted', async () => {
  await open('rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('From the console')
  await page.getByRole('textbox', { name: 'Expression', exact: true }).fill('user.title=="VP Marketing"')
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('hope.medhurst@example.com')
  await page.getByRole('button', { name: 'Try' }).click()
  await page.getByText(/hope\.medhurst@example\.com matches/).waitFor()
  // The rule takes the condition that was tried, and keeps what was typed.
  const condition = page.getByRole('textbox', { name: 'Condition', exact: true })
  expect(await condition.inputValue()).toBe('user.title=="VP Marketing"')
  expect(await name.inputValue()).toBe('From the console')
  await page.getByRole('textbox', { name: 'Expression', exact: true }).fill('user.title=')
  await page.getByRole('button', { name: 'Try' }).click()
  await page.getByText(/expected/i).waitFor()
  await page.getByRole('combobox', { name: 'Adds to' }).fill('Engineering')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the rule: sure?' }).click()
  await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor()
  // The page may look at the rule once more before it leaves it.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

withChromium('a client is registered, gets a new secret, and tokens for a person', async () => {
  await open('clients')
  await page.getByRole('button', { name: 'New application' }).click()
  await page.getByRole('textbox', { name: 'Client name', exact: true }).fill('Console client')
  await page
    .getByRole('textbox', { name: 'Redirect URIs', exact: true })
    .fill('https://app.example.com/callback')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Replace the secret: sure?' }).click()
  await page.getByLabel('Result').getByText('client_secret').first().waitFor()
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('hope.medhurst@example.com')
  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByLabel('Claims of access_token').getByText('"uid"').waitFor()
  expect(complaints).toEqual([])
})

withChromium('faults and scenarios begin and end; the clock moves; snapshots bring back', async () => {
  await open('faults')
  await page.getByRole('button', { name: 'Start maintenance' }).click()
  await page.getByText('3 calls', { exact: false }).or(page.getByText('0 calls').first()).first().waitFor()
  expect(served.server.org.control.list({ kind: 'faults' })).toHaveLength(3)
  await page.getByRole('button', { name: 'End all' }).click()
  await page.getByText('Nothing is set to go wrong.').waitFor()
  await page.getByRole('button', { name: 'New fault' }).click()
  await page.getByRole('combobox', { name: 'Operation', exact: true }).selectOption('listUsers')
  await page.getByRole('spinbutton', { name: 'Status' }).fill('500')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('row', { name: /listUsers/ }).waitFor()
  served.server.org.control.clearFaults()

  await open('clock')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('stands still').waitFor()
  await open('data')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Save a snapshot' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('before')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Snapshot saved').waitFor()
  const before = served.server.org.control.describe().now
  await open('clock')
  await page.getByRole('button', { name: '+1d' }).click()
  await expect
    .poll(() => Date.parse(served.server.org.control.describe().now) - Date.parse(before))
    .toBe(86_400_000)
  await open('data')
  await page.getByRole('button', { name: 'Go back to before' }).click()
  await page.getByText('Back at before').waitFor()
  expect(served.server.org.control.describe().now).toBe(before)
  expect(complaints).toEqual([])
})

withChromium('organisations are made, copied, visited and deleted, each with people of its own', async () => {
  await open('organisations')
  await page.getByText('There is only the default organisation.').waitFor()
  await page.getByRole('button', { name: 'New organisation' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Acme!')
  await page
    .getByRole('textbox', { name: 'YAML' })
    .fill('users:\n  - login: only@example.com\n    firstName: Only\n    lastName: One\n')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('[aria-invalid=true][name=name]').waitFor()
  await name.fill('acme')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('acme is made').waitFor()
  await page.getByRole('button', { name: 'Copy acme' }).click()
  await page.getByRole('table').getByRole('link').nth(1).waitFor()
  await page.getByRole('link', { name: 'acme', exact: true }).click()
  await page.waitForURL(`${served.server.url}/orgs/acme/_console`)
  await page.getByRole('link', { name: 'People' }).first().click()
  await page.getByRole('link', { name: 'only@example.com' }).waitFor()
  await page.getByRole('link', { name: 'Organisations' }).click()
  await page.getByText('You see acme').waitFor()
  expect(await page.getByRole('button', { name: 'Delete acme' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Default organisation' }).click()
  await page.waitForURL(`${served.server.url}/_console`)
  await page.getByRole('link', { name: 'Organisations' }).click()
  await page.getByRole('button', { name: 'Delete acme' }).click()
  await page.getByRole('button', { name: 'Delete acme: sure?' }).click()
  await page.getByText('acme is gone').waitFor()
  const left = await fetch(`${served.server.url}/_orgs`).then((reply) => reply.json())
  expect(left.organisations).toHaveLength(1)
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})

withChromium('a seed is loaded from a file or from pasted JSON, and its mistakes are told', async () => {
  await open('data')
  const load = page.getByRole('button', { name: 'Load a seed' })
  const panel = page.getByRole('dialog', { name: 'Load a seed' })
  const text = panel.getByRole('textbox', { name: 'YAML' })
  const replaces = panel.getByRole('combobox', { name: 'Replace' })
  const run = panel.getByRole('button', { name: 'Load', exact: true })
  await load.click()
  await text.fill('users:\n  - logn: x\n')
  await run.click()
  await panel.getByRole('alert').getByText('logn').waitFor()
  const before = await api('GET', '/api/v1/users?limit=200')
  expect(before).toHaveLength(143)
  await panel.getByLabel('or a file').setInputFiles({
    name: 'org.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from('groups:\n  - name: From a file\n'),
  })
  await expect.poll(() => text.inputValue()).toContain('From a file')
  await replaces.selectOption('no')
  // The page asks for the snapshots each second, and draws itself again.
  for (let turn = 0; turn < 2; turn += 1) await page.waitForResponse(/describe/)
  expect(await replaces.inputValue()).toBe('false')
  await run.click()
  await page.getByText(/^Loaded: 151 users/).waitFor()
  await load.click()
  await text.fill('{"users":[{"login":"json@example.com","firstName":"J","lastName":"Son"}]}')
  await run.click()
  await page.getByText(/^Loaded: 2 users/).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})

withChromium('an organisation is exported as a seed and as a state, and comes back from both', async () => {
  await open('data')
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const saved = async (name: string): Promise<string> => {
    const begun = page.waitForEvent('download')
    await press(name)
    const file = await begun
    return readFileSync(await file.path(), 'utf8')
  }
  await press('Export a seed')
  const yaml = await saved('Export')
  expect(yaml).toMatch(/^# Not carried: /)
  const notCarried = page.getByLabel('Answer').locator('.text')
  await notCarried.first().waitFor()
  expect(await notCarried.count()).toBe(
    yaml.split('\n').filter((line) => line.startsWith('# Not carried: ')).length,
  )
  await press('Close the panel')
  const state = await saved('Export the state')
  const hope = await api('GET', '/api/v1/users/hope.medhurst@example.com')
  await api('POST', `/api/v1/users/${hope.id}/lifecycle/suspend`)

  const chosen = async (name: string, content: string): Promise<void> => {
    const field = page.locator(`.panel [name]${content.length > 100_000 ? '[type=hidden]' : ''}`).first()
    await page
      .getByLabel('or a file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
    await expect.poll(() => field.inputValue()).toBe(content)
  }
  await press('Import a state')
  await chosen('state.json', state)
  await press('Import')
  await page.getByText('Loaded: 151 users, 23 groups').waitFor()
  expect((await api('GET', `/api/v1/users/${hope.id}`)).status).toBe('ACTIVE')
  await press('Undo')
  await page.getByText('Undone').waitFor()
  expect((await api('GET', `/api/v1/users/${hope.id}`)).status).toBe('SUSPENDED')

  await press('Load a seed')
  await chosen('seed.yaml', yaml)
  await press('Load')
  await page.getByText('Loaded: 151 users, 23 groups').waitFor()
  expect((await api('GET', '/api/v1/users/hope.medhurst@example.com')).id).toBe(hope.id)

  await press('Import a state')
  await chosen('other.json', '{"rows":[]}')
  await press('Import')
  await page.getByRole('form', { name: 'Import a state' }).getByRole('alert').waitFor()
  expect((await api('GET', `/api/v1/users/${hope.id}`)).status).toBe('ACTIVE')
  expect(complaints.filter((complaint) => !/ 40[01] /.test(complaint))).toEqual([])
})

withChromium('settings show where the API description states them, and are changed', async () => {
  await open('settings')
  for (const group of [/^Delays$/, /^Sign in$/]) await page.locator('summary', { hasText: group }).click()
  const delay = page.locator('[name="delays.transition"]')
  await delay.waitFor()
  const said = page.locator('.field', { has: delay })
  await said.getByRole('link', { name: 'Users, Lifecycle' }).waitFor()
  await said
    .getByRole('link', { name: /^interpretation / })
    .first()
    .waitFor()
  const lag = page.locator('[name="delays.search"]')
  await lag.fill('2s')
  await page.locator('[name="signIn.quick"]').selectOption('yes')
  const before = served.server.org.control.readSettings()
  const sent = page.waitForRequest(/change-settings/)
  await page.getByRole('form', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ delays: { search: '2s' }, signIn: { quick: true } })
  await page.getByText('Settings saved').waitFor()
  expect(served.server.org.control.readSettings()).toEqual({
    ...before,
    delays: { ...(before['delays'] as object), search: 2000 },
    signIn: { ...(before['signIn'] as object), quick: true },
  })
  expect(complaints).toEqual([])
})

withChromium('the journal is narrowed by operation and to what was refused', async () => {
  await api('GET', '/api/v1/users?limit=1')
  await api('GET', '/api/v1/groups?limit=1')
  await api('POST', '/api/v1/groups', { profile: { name: '' } })
  await open('journal')
  await page.getByRole('row', { name: /listUsers/ }).waitFor()
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('createGroup')
  await page.getByRole('row', { name: /createGroup/ }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('')
  await page.getByRole('checkbox', { name: 'only refused' }).check()
  await page.getByRole('row', { name: /createGroup/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.getByRole('checkbox', { name: 'only refused' }).uncheck()
  await page.getByRole('row', { name: /listGroups/ }).waitFor()
  await api('GET', '/api/v1/users/nobody')
  await page.getByRole('row', { name: /404 .*getUser/ }).waitFor()
  expect(complaints).toEqual([])
})

withChromium('the refresh tokens of a person are shown, and revoked', async () => {
  const { id } = await api('GET', '/api/v1/users/hope.medhurst@example.com')
  const client = await api('POST', '/oauth2/v1/clients', {
    client_name: 'Keeps in',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['https://app.example.com/callback'],
  })
  const scopes = ['openid', 'offline_access']
  await served.server.org.control.issueTokens({ client: client.client_id, user: id, scopes })
  await open(`people/${id}`)
  const tokens = page.getByRole('region', { name: 'Refresh tokens' })
  await tokens.getByRole('link', { name: 'Keeps in' }).waitFor()
  for (const button of (await tokens.getByRole('button', { name: /^Revoke/ }).all()).toReversed())
    await button.click()
  await tokens.getByText('No client has one.').waitFor()

  // The same person is enrolled in a factor, whose secret shows once, and unenrolled.
  const factors = page.getByRole('region', { name: 'Second factors' })
  await factors.getByText('Enrolled in no factor.').waitFor()
  const enroll = factors.getByRole('button', { name: 'Enroll' })
  await enroll.click()
  const panel = page.getByRole('dialog', { name: 'Enroll in a factor' })
  await panel.getByRole('textbox', { name: 'Factor', exact: true }).fill('totp')
  await panel.getByRole('button', { name: 'Enroll' }).click()
  await panel.getByText('"secret"').waitFor()
  await factors.getByText('totp', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => enroll.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button))
    .toBe(true)
  await page.getByRole('button', { name: 'Reset factors' }).click()
  await factors.getByText('Enrolled in no factor.').waitFor()
  expect(complaints).toEqual([])
})

withChromium('who has scrolled far stays there when somebody is changed', async () => {
  await served.restart()
  await loadDataset(served.server.org, 'large:1000')
  await open('people')
  const everybody = served.server.org.control.describe().users.total + 1
  const list = page.getByRole('region', { name: 'People' })
  const counted = async (): Promise<number> =>
    Number(await page.getByRole('table').getAttribute('aria-rowcount'))
  await expect.poll(counted).toBe(everybody)
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const last = page.getByRole('row').last()
  await expect.poll(() => last.getAttribute('aria-rowindex')).toBe(String(everybody))
  const login = (await last.getByRole('link').textContent())!
  await api('POST', '/api/v1/users', {
    profile: { login: 'later@example.com', email: 'later@example.com', firstName: 'Late', lastName: 'R' },
  })
  await expect.poll(counted, { timeout: 10_000 }).toBe(everybody + 1)
  await api('POST', `/api/v1/users/${login}/lifecycle/deactivate`)
  await page.getByRole('row', { name: login }).getByText('DEPROVISIONED').waitFor()
  expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(20_000)
  // Another search begins at the top.
  await page.getByRole('searchbox', { name: 'Find' }).fill('example')
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0)
  expect(complaints).toEqual([])
})

withChromium('ten thousand people are there within a second, and only those in sight are drawn', async () => {
  await served.restart()
  await loadDataset(served.server.org, 'large:10000')
  const started = performance.now()
  await open('people')
  await page.getByRole('row').nth(5).waitFor()
  // Generous: the bar of a second is measured by the bench, not by a test on a busy machine.
  expect(performance.now() - started).toBeLessThan(15_000)
  await page.getByRole('status').getByText('10001 of 10001 found').waitFor()
  const list = page.getByRole('region', { name: 'People' })
  // Wherever one goes, its rows are loaded.
  for (const part of [0.5, 1, 0.3]) {
    await list.evaluate((element, to) => element.scrollTo(0, element.scrollHeight * to), part)
    await page.waitForTimeout(300)
    await page.getByRole('row').nth(25).getByRole('link').waitFor()
  }
  expect(await page.getByRole('row').count()).toBeLessThan(120)
})

withChromium(
  'rows that come into sight take over the elements of those that went, and no focus or state',
  async () => {
    await served.restart()
    await loadDataset(served.server.org, 'large:1000')
    await open('people')
    await page.getByRole('row').nth(5).waitFor()
    const list = page.getByRole('region', { name: 'People' })
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.querySelector('#console')!.shadowRoot!.activeElement!.getAttribute('role'))
    const made = await list.evaluateHandle((element) => {
      const seen = { rows: 0 }
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) if (!known.has(node)) seen.rows += 1
          for (const node of addedNodes) known.add(node)
        }
      }).observe(element.querySelector('.body')!, { childList: true })
      const known = new WeakSet<Node>(element.querySelectorAll('.row'))
      return seen
    })
    const first = page.getByRole('row').nth(1).getByRole('link')
    const login = await first.textContent()
    await first.focus()
    for (let top = 400; top <= 6000; top += 400) {
      await list.evaluate(async (element, to) => {
        element.scrollTo(0, to)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }, top)
    }
    expect(await page.getByRole('link', { name: login!, exact: true }).count()).toBe(0)
    expect(await focused()).toBe('region')
    expect(await made.evaluate(({ rows }) => rows)).toBeLessThan(40)
    const drawn = (): Promise<number[]> =>
      list.locator('.row').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-rowindex'))))
    const [least = 0] = (await drawn()).toSorted((one, other) => one - other)
    expect(least - 2).toBeLessThanOrEqual(6000 / 40)
    // The elements get this order when the list stands still.
    await expect.poll(drawn).toEqual((await drawn()).map((_, index) => least + index))
    expect(complaints).toEqual([])
  },
)

withChromium(
  'an address that means nothing shows a page that says so, and the way to the others',
  async () => {
    for (const [place, heading] of [
      ['people/%E0%A4', 'A person'],
      ['people/nobody', 'A person'],
      ['groups/nothing', 'A group'],
      ['rules/nothing', 'A group rule'],
      ['clients/nothing', 'A client'],
      ['journal/999999', 'Requests'],
      ['journal/abc', 'Requests'],
      ['mails/abc', 'Mails'],
      ['elsewhere', 'There is no such page'],
    ]) {
      await page.goto('about:blank')
      await open(place!)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
      if (heading !== 'There is no such page') await page.getByRole('alert').waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'People' }).waitFor()
    }
    expect(complaints.filter((complaint) => !/ 40[014] /.test(complaint))).toEqual([])
  },
)

withChromium('the console makes no token, and goes on after a reset', async () => {
  const { control, reset } = served.server.org
  const before = control.list({ kind: 'tokens' })
  await open('people')
  await page.getByRole('link', { name: 'admin@example.com' }).waitFor()
  expect(control.list({ kind: 'tokens' })).toEqual(before)
  reset()
  await page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('link', { name: 'Everyone' }).waitFor()
})

withChromium(
  'a fault for two calls gives the application both, whatever the console shows and changes',
  async () => {
    const { control } = served.server.org
    const [user] = await api('GET', '/api/v1/users?limit=1')
    const [group] = await api('GET', '/api/v1/groups?limit=1')
    const [rule] = await api('GET', '/api/v1/groups/rules?limit=1')
    const [client] = await api('GET', '/oauth2/v1/clients?limit=1')
    const records = [
      `people/${user.id}`,
      `groups/${group.id}`,
      `rules/${rule.id}`,
      `clients/${client.client_id}`,
      `journal/${control.readJournal().at(-1)!.number}`,
    ]
    control.changeSettings({ rateLimit: { limit: 100, window: 3_600_000, enforce: true } })
    const journalled = control.readJournal().length
    const tokens = control.list({ kind: 'tokens' })
    control.addFault({ status: 429, times: 2 })
    // Each listens, and a browser opens six connections to a server at most.
    const opened = [page, await served.context.newPage(), await served.context.newPage()]
    const others = ['faults', 'webhook', 'clock', 'data', 'settings', 'organisations']
    for (const [at, place] of [...places, ...others, ...records].entries())
      await served.open(place, opened[at % 3])
    // Each asks again where something happens.
    control.setUser({ user: user.id, status: 'SUSPENDED' })
    await page.waitForTimeout(1500)
    // Nor do changes that are made in the console.
    await open(`people/${user.id}`)
    await page.getByRole('button', { name: 'Unsuspend' }).click()
    await page.getByText('Unsuspend: 200').waitFor()
    await open('groups')
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Console made')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Delete the group' }).click()
    await page.getByRole('button', { name: 'Delete the group: sure?' }).click()
    await page.getByText('Group deleted').waitFor()
    expect(control.list({ kind: 'tokens' })).toEqual(tokens)
    expect(control.readJournal()).toHaveLength(journalled)
    expect(control.list({ kind: 'faults' })).toMatchObject([{ met: 0 }])
    const reply = (): Promise<Response> =>
      fetch(`${served.server.url}/api/v1/users/me`, { headers: { authorization: 'SSWS token' } })
    const replies = [await reply(), await reply(), await reply()]
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 200])
    expect(replies[2]!.headers.get('x-rate-limit-remaining')).toMatch(/^9\d$/)
    expect(control.readJournal()).toHaveLength(journalled + 3)
    for (const tab of opened) expect(await tab.getByRole('alert').count()).toBe(0)
  },
)

withChromium('the page says that the server is gone, and shows what there is when it is back', async () => {
  await open('people')
  await page.getByRole('link', { name: 'hope.medhurst@example.com' }).waitFor()
  await served.server.close()
  await page.getByRole('alert').getByText('The server does not answer').waitFor()
  await served.restart()
  await page.getByRole('link', { name: 'admin@example.com' }).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: 'hope.medhurst@example.com' }).count()).toBe(0)
  await api('POST', '/api/v1/users?activate=false', {
    profile: { login: 'back@example.com', email: 'back@example.com', firstName: 'B', lastName: 'Ack' },
  })
  await page.getByRole('link', { name: 'back@example.com' }).waitFor()
})

/** Types into a field as soon as the page has it, before the page is painted. */
function typeAtOnce([selector, text]: readonly [selector: string, text: string]): void {
  const root = [...document.querySelectorAll('*')].find((element) => element.shadowRoot)!.shadowRoot!
  const observer = new MutationObserver(() => {
    const field = root.querySelector<HTMLInputElement>(selector)
    if (!field) return
    observer.disconnect()
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  observer.observe(root, { childList: true, subtree: true })
}

withChromium('a list of groups goes on behind its first two hundred', async () => {
  for (let index = 0; index < 250; index += 1) {
    await api('POST', '/api/v1/groups', { profile: { name: `Team ${index}` } })
  }
  await open('groups')
  const list = page.getByRole('region', { name: 'Groups' })
  await list.getByRole('row').nth(2).waitFor()
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      return page.getByRole('table').getAttribute('aria-rowcount')
    })
    .toBe('274')
  await list.getByRole('link', { name: 'Team 249' }).waitFor()

  const { registerClient } = served.server.org.control
  for (let index = 0; index < 450; index += 1)
    registerClient({
      client_name: `App ${index}`,
      application_type: 'service',
      grant_types: ['client_credentials'],
    })
  await open('clients')
  await page.getByRole('searchbox', { name: 'Find' }).fill('App 449')
  await page.getByRole('link', { name: 'App 449' }).waitFor()

  await page.evaluate(typeAtOnce, ['input[name=group]', 'Team 24'] as const)
  await open('rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  const field = page.getByRole('combobox', { name: 'Adds to' })
  const offered = (): Promise<string[]> =>
    page
      .locator('.field:has([name=group]) + datalist option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
  await expect.poll(async () => (await offered()).includes('Team 249')).toBe(true)
  expect((await offered()).filter((name) => !name.includes('24'))).toEqual([])
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Into the last one')
  await page.getByRole('textbox', { name: 'Condition', exact: true }).fill('user.title=="VP"')
  await field.fill('Team 2490')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('group: There is no group with the name or id Team 2490').waitFor()
  await field.fill('Team 249')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Team 249' }).waitFor()

  const { id } = await api('GET', '/api/v1/users/hope.medhurst@example.com')
  const [group] = await api('GET', '/api/v1/groups?q=Team%20248')
  await open(`people/${id}`)
  // By its name, and by its id.
  const add = { name: 'Add', exact: true }
  const panel = page.getByRole('dialog', { name: 'Add to a group' })
  for (const typed of ['Team 247', group.id as string]) {
    await page.getByRole('region', { name: 'Groups' }).getByRole('button', add).click()
    await panel.getByRole('combobox', { name: 'Group' }).fill(typed)
    await panel.getByRole('button', add).click()
    await expect.poll(() => panel.count()).toBe(0)
    await page.getByText('Added to the group').waitFor()
  }
  await page.getByRole('link', { name: 'Team 247' }).waitFor()
  await page.getByRole('link', { name: 'Team 248' }).waitFor()
  // The browser logs a 404 when the console looks up a name as an id.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

withChromium('a control token that is wrong is asked for again', async () => {
  await served.restart({ controlToken: 'right' })
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept(asked.length === 1 ? 'wrong' : 'right')
  })
  await open('people')
  await page.getByRole('link', { name: 'admin@example.com' }).waitFor()
  expect(asked).toEqual([
    'Control token of this server',
    'This is not the token; control token of this server',
  ])
})

test('the console is at most 45 kB gzipped', async () => {
  // As scripts/size.ts measures the other entry points.
  const sizeOf = (text: string): number => gzipSync(text, { level: 9 }).length
  // A page loads the schemas of all actions with its first form, in another file.
  const schemas = sizeOf(JSON.stringify(listActions()))
  expect(sizeOf(await buildScript('src/console/main.ts'))).toBeLessThan(45_000)
  expect(sizeOf(await buildScript('src/console/mount.tsx')) - schemas).toBeLessThan(45_000)
})

withChromium('the pictures of the docs show the console as it is', async () => {
  const known = JSON.parse(readFileSync('docs/console/pages.json', 'utf8')) as Record<string, string>
  const text = readFileSync('docs/reference/console.md', 'utf8')
  const shown = await showConsole(served.browser)
  try {
    const outlines: Record<string, string> = {}
    for (const { name } of consolePages) {
      outlines[name] = await shown.open(name)
      for (const scheme of schemes) {
        expect(text).toContain(`console/${name}-${scheme}.webp`)
        if (isThorough) expect((await shown.picture(scheme)).byteLength, name).toBeGreaterThan(10_000)
      }
    }
    expect(outlines, 'npx tsx scripts/console-pictures.ts').toEqual(known)
  } finally {
    await shown.close()
  }
})
