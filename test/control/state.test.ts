import { expect, test } from 'vitest'
import { createActions } from '../../src/control/index.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg, RowsError, type StateRow } from '../../src/index.ts'
import { sample } from '../support/runs.ts'

const options = { clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } } as const

async function createPerson(org: ReturnType<typeof createOrg>, login: string): Promise<Response> {
  return org.fetch(
    new Request(`${org.baseUrl}/api/v1/users`, {
      method: 'POST',
      headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ profile: { login, email: login, firstName: 'A', lastName: 'B' } }),
    }),
  )
}

test('an export is JSON; an organisation created from it, or that imports it, is an exact copy', async () => {
  const org = createOrg(options)
  await createPerson(org, 'a@example.com')
  org.control.saveSnapshot({ name: 'one' })
  await createPerson(org, 'b@example.com')
  const exported = JSON.parse(JSON.stringify(org.exportState())) as ReturnType<typeof org.exportState>
  expect(exported).toMatchObject({ format: 'identikit-state', version: 1 })

  const made = createOrg({ rows: exported.rows })
  const imported = createOrg({ ...options, baseUrl: 'https://other.example' })
  imported.importState(exported)
  expect(imported.baseUrl).toBe('https://other.example')
  for (const copy of [made, imported]) {
    expect(copy.apiToken).toBe(org.apiToken)
    copy.control.restoreSnapshot({ name: 'one' })
    expect(copy.data.users.all().map(({ profile }) => profile['login'])).toEqual([
      'admin@example.com',
      'a@example.com',
    ])
    const next = (await (await createPerson(copy, 'c@example.com')).json()) as { id: string }
    expect(next.id).toBe(org.data.users.all()[2]!.id)
    copy.reset()
    expect(copy.data.users.count()).toBe(1)
  }
})

test('an earlier export, with the behaviours of the preset as options, goes on with the preset', async () => {
  const { rows } = createOrg({ preset: 'okta' }).exportState()
  const earlier = rows.map(([part, key, value]): StateRow => {
    if (part !== 'organisation') return [part, key, value]
    const { options: made, ...rest } = value as { options: object }
    const { preset, ...others } = made as { preset?: string }
    expect(preset).toBe('okta')
    return [
      part,
      key,
      { ...rest, options: { ...others, recorded: { locale: true }, unsetActivated: 'null' } },
    ]
  })
  for (const given of [{}, { preset: 'okta' }] as const) {
    const org = createOrg({ ...given, rows: earlier })
    const reply = (await (await createPerson(org, 'a@example.com')).json()) as { profile: object }
    expect(reply.profile).not.toHaveProperty('locale')
  }
})

test('a wrong export, or one with another seed, changes nothing', async () => {
  const org = createOrg(options)
  await createPerson(org, 'a@example.com')
  const before = org.exportState()
  const wrong: readonly [unknown, string][] = [
    [{}, 'expected an export of identikit'],
    [{ ...before, version: 2 }, 'the export has version 2, and this identikit reads version 1'],
    [{ ...before, rows: [['users', 1]] }, 'expected [part, key, value], got ["users",1]'],
    [{ ...before, rows: [] }, 'the row with the options of the organisation is missing'],
    [{ ...before, rows: [...before.rows, ['pets', '1', {}]] }, 'there is no part named "pets"'],
    [
      createOrg({ ...options, seed: 'x' }).exportState(),
      'the organisation was made with seed "x", which cannot become "identikit"',
    ],
  ]
  for (const [state, message] of wrong) {
    expect(() => org.importState(state as typeof before)).toThrow(RowsError)
    expect(() => org.importState(state as typeof before)).toThrow(message)
    expect(() => createActions(org.model).importState({ state: state as Record<string, unknown> })).toThrow(
      message,
    )
  }
  expect(org.exportState()).toEqual({ ...before, rows: org.exportState().rows })
  expect(org.data.users.count()).toBe(2)
})

test.each([
  ['groups', '1', 5],
  ['users', '1', 'x'],
  ['scopes', '8', []],
  ['ids', '=', { group: 5 }],
  ['ids', '=', { group: { serial: 1 } }],
  ['salts', '=', 5],
  ['faults', '=', {}],
  ['organisation', '=', { version: 1 }],
  ['organisation', '=', { version: 1, options: { baseUrl: 5 }, foundedAt: 0 }],
  ['clients', '7', true],
  ['1/groups', '1', [5]],
  ['0/ids', '=', [{ group: 5 }]],
] as const)('a row that cannot be read is named, and changes nothing: %s %s', (part, key, value) => {
  const org = createOrg()
  org.control.saveSnapshot({ name: 'here' })
  const before = org.exportState()
  const others = before.rows.filter(([otherPart, otherKey]) => otherPart !== part || otherKey !== key)
  const rows: StateRow[] = [...others, [part, key, value]]
  const named = new RegExp(`^state: ${part.split('/').at(-1)} cannot be read: `)
  expect(() => createActions(org.model).importState({ state: { ...before, rows } })).toThrow(
    expect.objectContaining({ refusal: 'validation', causes: [expect.stringMatching(named)] }),
  )
  expect(org.exportState()).toEqual(before)
})

test('a password hook that is a function stays that of the organisation that becomes another', () => {
  const passwordHook = () => true
  const exported = createOrg({ ...options, passwordHook: 'https://hooks.example.com/' }).exportState()
  const withFunction = createOrg({ ...options, passwordHook })
  const own = withFunction.exportState()
  const copy = createOrg({ ...options, passwordHook })
  copy.importState(JSON.parse(JSON.stringify(own)) as typeof own)
  expect(copy.control.readSettings()).toEqual(withFunction.control.readSettings())
  copy.importState(exported)
  expect(copy.control.readSettings()).toMatchObject({ passwordHook: 'https://hooks.example.com/' })
})

const kept = [
  'users',
  'groups',
  'rules',
  'clients',
  'grants',
  'tokens refresh',
  'apps',
  'appAssignments',
  'tokens session',
  'tokens api',
  'tokens bearer',
  'tokens oneTime',
  'mails',
]

test.each(sample(kept, 4))(
  'an imported record of %s without a member changes nothing, or shows as before',
  async (name) => {
    const [part, kind] = name.split(' ') as [string, string?]
    const org = createOrg()
    await loadDataset(org, 'demo')
    const [admin] = org.data.users.all()
    org.control.openSession({ user: admin!.id })
    const before = org.exportState()
    const [, key, value] = before.rows.find(
      ([of, at, row]) =>
        of === part && at !== 'last' && (kind === undefined || (row as { kind?: string }).kind === kind),
    )!
    const record = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
    let refused = 0
    for (const member of Object.keys(record)) {
      const { [member]: _, ...rest } = record
      const rows: StateRow[] = before.rows.map((row) =>
        row[0] === part && row[1] === key ? [part, key, rest as StateRow[2]] : row,
      )
      const again = createOrg()
      try {
        createActions(again.model).importState({ state: { ...before, rows } })
      } catch (error) {
        expect(error).toMatchObject({ refusal: 'validation' })
        expect(again.data.users.count()).toBe(1)
        refused += 1
        continue
      }
      for (const path of ['users', 'groups', 'groups/rules']) {
        const reply = await again.fetch(`/api/v1/${path}?limit=200`, {
          headers: { Authorization: `SSWS ${again.apiToken}` },
        })
        expect([member, path, reply.status]).toEqual([member, path, 200])
      }
      expect(JSON.stringify(again.control.listMails({}))).not.toContain('undefined')
    }
    expect(refused).toBeGreaterThan(0)
  },
)
