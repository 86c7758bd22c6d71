/** `identikit compare --suggest` finds the options again that the recorded organisation had. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'
import { runHere } from '../cli/run-here.ts'
import { sample } from '../support/runs.ts'
import { type Exchanged, harOf, recordedSession, recorderOf } from './session.ts'

const folder = mkdtempSync(join(tmpdir(), 'suggest-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Report {
  readonly classes: readonly { readonly line: string; readonly stand: string }[]
  readonly sameStatus: number
  readonly compared: number
  readonly suggestion: {
    readonly options: Record<string, unknown>
    readonly data?: string
    readonly schema?: unknown
    readonly effects: readonly { readonly option: string; readonly changes: readonly { change: number }[] }[]
    readonly after: { readonly statuses: number; readonly differences: number }
  }
}

const users = '/api/v1/users'
const groups = '/api/v1/groups'
const clients = '/oauth2/v1/clients'

const person = (name: string, more: object = {}) => ({
  profile: {
    firstName: name,
    lastName: 'Ito',
    email: `${name}@x.example`,
    login: `${name}@x.example`,
    ...more,
  },
})

const shop = {
  client_name: 'Shop',
  redirect_uris: ['https://shop.example/callback'],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  application_type: 'web',
  token_endpoint_auth_method: 'client_secret_basic',
}

const newer = { ...shop, client_name: 'New', grant_types: ['authorization_code', 'interaction_code'] }

/** A file with the answers to calls that show each option of an organisation. Calls are one second apart. */
async function recording(options: OrgOptions): Promise<string> {
  const org = createOrg({
    seed: 'recorded',
    ...options,
    clock: { start: '2030-01-01T00:00:00Z', frozen: true },
  })
  const recorder = recorderOf(org)
  const call: typeof recorder.call = async (...request) => {
    const reply = await recorder.call(...request)
    org.control.advanceClock({ by: '1s' })
    return reply
  }
  const password = (value: string) => ({ credentials: { password: { value } } })
  const ada = await call('POST', users, { ...person('adaeze'), ...password('Long-Enough-For-All-77') })
  await call('GET', `${users}?search=${encodeURIComponent('status eq "ACTIVE"')}`)
  const ben = await call('POST', users, person('bendeguz'))
  await call('POST', users, { ...person('cleodora'), ...password('abc') })
  await call('POST', users, { ...person('dorothea'), ...password('Elevenchr77') })
  await call('POST', users, person('emeka', { login: 'emeka' }))
  await call('POST', users, person('farouk', { lastName: null }))
  await call('GET', '/api/v1//users/adaeze@x.example')
  await call('GET', `${users}/${ben.json.id}`)
  await call('GET', users)
  await call('GET', `${users}?limit=150`)
  const change = {
    oldPassword: { value: 'Long-Enough-For-All-77' },
    newPassword: { value: 'Another-That-Is-Long-88' },
  }
  await call('POST', `${users}/${ada.json.id}/credentials/change_password`, change)
  await call('POST', `${users}/${ada.json.id}/lifecycle/deactivate`)
  await call('GET', `${users}/${ada.json.id}`)
  const glaze = await call('POST', groups, { profile: { name: 'Engineering' } })
  await call('GET', `${groups}?q=Eng`)
  const rule = await call('POST', `${groups}/rules`, {
    type: 'group_rule',
    name: 'A rule',
    conditions: {
      expression: { type: `urn:${options.prefix ?? 'svc'}:expression:1.0`, value: 'true' },
    },
    actions: { assignUserToGroups: { groupIds: [glaze.json.id ?? '00gNone'] } },
  })
  await call('POST', `${groups}/rules/${rule.json.id}/lifecycle/activate`)
  await call('DELETE', `${groups}/${glaze.json.id}`)
  await call('GET', `${groups}/rules/${rule.json.id}`)
  const client = await call('POST', clients, shop)
  await call('POST', clients, shop)
  await call('POST', clients, newer)
  await call('PUT', `${clients}/${client.json.client_id}`, { ...shop, client_id: client.json.client_id })
  return written(recorder.exchanges)
}

function written(exchanges: readonly Exchanged[]): string {
  const file = join(folder, `${randomUUID()}.har`)
  writeFileSync(file, harOf(exchanges))
  return file
}

async function suggested(file: string): Promise<Report> {
  const { out } = await runHere(['compare', '--suggest', '--json', '--no-config', file])
  return JSON.parse(out) as Report
}

/** Options of organisations, and those that are to be found; by default the same. */
const table: readonly (readonly [given: OrgOptions, found?: object])[] = [
  [{}],
  [{ preset: 'okta' }],
  [{ interpretations: { 'activation-without-password': 'ACTIVE', 'client-name-unique': 'unique' } }],
  [{ interpretations: { 'deactivated-credentials': 'removed' }, profile: { nullableNames: true } }],
  [{ profile: { loginPattern: null }, interpretations: { 'client-update-missing': 'required-settings' } }],
  [{ interpretations: { tolerances: 'refused' }, features: { newerEngine: false } }],
  [{ passwordPolicy: { minLength: 12, historyCount: 0 } }, { passwordPolicy: { minLength: 12 } }],
  [
    { passwordPolicy: { minLength: 3, minUpperCase: 0, minNumber: 0 } },
    { passwordPolicy: { minLength: 1, minUpperCase: 0, minNumber: 0 } },
  ],
  [{ passwordPolicy: { minSymbol: 1 } }],
  [
    { delays: { search: '2s' }, interpretations: { 'large-page-time-out': 100 } },
    { interpretations: { 'large-page-time-out': 149 } },
  ],
  [{ delays: { transition: '5s' } }, { delays: { transition: '2s' } }],
  [{ pageSizes: { listUsers: { default: 2 } } }],
  [{ prefix: 'acme' }],
]

/** At night all of them. */
const tried = sample(table, 5)

test.each(tried.map(([given, found = given]) => [JSON.stringify(given), given, found] as const))(
  'finds %s',
  async (_, given, found) => {
    const { suggestion, classes, compared, sameStatus } = await suggested(await recording(given))
    expect(suggestion.options).toMatchObject(found)
    expect(classes.map(({ line }) => line)).toEqual([])
    expect(sameStatus).toBe(compared)
    expect(suggestion.after).toMatchObject({ statuses: 0, differences: 0 })
    for (const { option, changes } of suggestion.effects)
      expect(
        changes.some(({ change }) => change < 0),
        option,
      ).toBe(true)
  },
)

describe('the report', () => {
  test('says the world, and the options as a configuration file has them', async () => {
    const org = createOrg({ preset: 'okta', features: { newerEngine: false } })
    await loadDataset(org, 'demo')
    const { call, exchanges } = recorderOf(org)
    await call('POST', users, person('adaeze'))
    await call('POST', groups, { profile: { name: 'Engineering' } })
    await call('POST', clients, newer)
    const file = written(exchanges)
    const { out } = await runHere(['compare', '--suggest', '--no-config', file])
    expect(out).toMatch(
      /^With these options \d+ of \d+ differences are left, and \d+ of \d+ other statuses\./,
    )
    expect(out).toContain('# identikit.config.yaml\ndata: demo\noptions:\n  ')
    expect(out).toContain('  preset: okta\n')
    expect(out).toContain('  features:\n    newerEngine: false\n')
    expect(out).toMatch(
      /\nWith data: "demo"\n {2}1 fewer: createGroup answers 400 E0000001 there, 200 here\n/,
    )
  })

  test('finds the world of a long session, in which records of it only show in lists', async () => {
    const org = createOrg()
    await loadDataset(org, 'demo')
    const { suggestion, classes } = await suggested(written(await recordedSession(org)))
    expect(suggestion.data).toBe('demo')
    expect(classes).toEqual([])
  })

  test('says that nothing is to be set', async () => {
    const { out, code } = await runHere(['compare', '--suggest', '--no-config', await recording({})])
    expect(out).toMatch(/^No option makes the mock answer more alike\.\n\nCompared /)
    expect(code).toBe(0)
  })
})
