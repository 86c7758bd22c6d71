import fs from 'node:fs'
import { expect, test } from 'vitest'
import { createOrganisation, type Organisation } from '../../src/organisation.ts'
import { runHere } from '../cli/run-here.ts'
import { type Deployment, deployOrg, ledgerOf, writeSeed } from './deployment.ts'

const seed = `
defaultPassword: Secret-Meadow-42
groups:
  - { name: Builders, description: Who builds, members: [ada@x.test] }
  - { name: Readers }
users:
  - { login: bob@x.test, firstName: Bob, lastName: B, manager: ada@x.test, groups: [Readers] }
  - { login: ada@x.test, firstName: Ada, lastName: A, recoveryQuestion: { question: Pet?, answer: Rex-the-dog } }
  - { login: new@x.test, firstName: New, lastName: N, status: STAGED }
  - { login: inv@x.test, firstName: Inv, lastName: I, status: PROVISIONED }
  - { login: sus@x.test, firstName: Sus, lastName: S, status: SUSPENDED }
  - { login: old@x.test, firstName: Old, lastName: O, status: DEPROVISIONED }
  - { login: rec@x.test, firstName: Rec, lastName: R, status: RECOVERY }
  - { login: exp@x.test, firstName: Exp, lastName: E, status: PASSWORD_EXPIRED }
  - { login: loc@x.test, firstName: Loc, lastName: L, status: LOCKED_OUT }
  - { login: fed@x.test, firstName: Fed, lastName: F, provider: { type: FEDERATION, name: Partner } }
rules:
  - { name: Bobs, expression: user.firstName == "Bob", groups: [Builders], status: ACTIVE }
  - { name: Idle, expression: user.firstName == "Ada", groups: [Readers], exclude: [ada@x.test] }
clients:
  - { client_name: App, application_type: web, grant_types: [authorization_code], response_types: [code], redirect_uris: ['https://app.x.test/'] }
apps: [{ label: Wiki }]
`

const statuses = (org: Organisation): Record<string, string> =>
  Object.fromEntries(org.data.users.all().map(({ profile, status }) => [String(profile.login), status]))

type User = Organisation['data']['users'] extends { all(): readonly (infer Record)[] } ? Record : never

const userOf = (org: Organisation, login: string): User =>
  org.data.users.all().find(({ profile }) => profile.login === login)!

const writes = ({ calls }: Deployment): number => calls.filter(({ method }) => method !== 'GET').length

test('says what it would write, and writes nothing', async () => {
  const there = await deployOrg()
  const file = writeSeed(there, seed)
  const { code, out } = await there.run(`push ${file}`)
  expect((await there.run(`push ${file} --dry-run`)).out).toBe(out)
  expect((await there.run(`push ${file} --dry-run --yes`)).code).toBe(2)

  expect(code).toBe(0)
  expect(out).toContain('10 users')
  expect(out).toContain(
    'LOCKED_OUT comes of wrong passwords, which a push does not try; ACTIVE instead: loc@x.test',
  )
  expect(out).toContain('Applications and who has them: 1')
  expect(out).toContain('1 rule will be active')
  expect(out).toContain('Nothing was written: say --yes to write it.')
  expect(writes(there)).toBe(0)
  expect(fs.readdirSync(there.folder)).toEqual(['seed.yaml'])
})

test('writes users in their statuses, groups, members, managers, rules and clients, and sends no mail', async () => {
  const there = await deployOrg()
  const { code, out, error } = await there.run(`push ${writeSeed(there, seed)} --yes`)

  expect([code, error]).toEqual([0, ''])
  expect(out).toContain('Made: 15 records.')
  const { org } = there
  expect(statuses(org)).toEqual({
    'ada@x.test': 'ACTIVE',
    'admin@example.com': 'ACTIVE',
    'bob@x.test': 'ACTIVE',
    'exp@x.test': 'PASSWORD_EXPIRED',
    'fed@x.test': 'ACTIVE',
    'inv@x.test': 'PROVISIONED',
    'loc@x.test': 'ACTIVE',
    'new@x.test': 'STAGED',
    'old@x.test': 'DEPROVISIONED',
    'rec@x.test': 'RECOVERY',
    'sus@x.test': 'SUSPENDED',
  })
  expect(org.control.listMails()).toEqual([])
  expect(await org.control.signIn({ login: 'ada@x.test', password: 'Secret-Meadow-42' })).toMatchObject({
    status: 'SUCCESS',
  })
  const { id, profile } = userOf(org, 'bob@x.test')
  const ada = userOf(org, 'ada@x.test')
  expect(profile).toMatchObject({ managerId: ada.id, manager: 'Ada A' })
  const reply = await org.fetch(
    new Request(`${org.baseUrl}/api/v1/users/${id}/groups`, {
      headers: { Authorization: `SSWS ${org.apiToken}` },
    }),
  )
  const groups = (await reply.json()) as { profile: { name: string } }[]
  expect(groups.map((group) => group.profile.name).toSorted()).toEqual(['Builders', 'Everyone', 'Readers'])
  expect(org.data.rules.all().map(({ name, status }) => [name, status])).toEqual([
    ['Bobs', 'ACTIVE'],
    ['Idle', 'INACTIVE'],
  ])
  expect(org.data.rules.all()[1]!.conditions.people?.users.exclude).toEqual([ada.id])
  expect(org.data.clients.count()).toBe(1)
})

test('keeps no secret in the ledger or the output', async () => {
  const there = await deployOrg()
  const { out, error } = await there.run(`push ${writeSeed(there, seed)} --yes --password env:PASSWORD`, {
    environment: { TOKEN: there.org.apiToken, PASSWORD: 'Another-Meadow-43' },
  })

  const { text, file } = ledgerOf(there)
  const secrets = ['Secret-Meadow-42', 'Another-Meadow-43', 'Rex-the-dog', there.org.apiToken]
  for (const secret of secrets) expect(out + error + text).not.toContain(secret)
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  expect(
    await there.org.control.signIn({ login: 'ada@x.test', password: 'Another-Meadow-43' }),
  ).toMatchObject({
    status: 'SUCCESS',
  })
})

test('makes nothing twice', async () => {
  const there = await deployOrg()
  const file = writeSeed(there, seed)
  await there.run(`push ${file} --yes`)
  const before = writes(there)
  const again = await there.run(`push ${file} --yes`)

  expect(again.code).toBe(0)
  expect(again.out).toContain('10 users (10 made already)')
  expect(again.out).toContain('Made: 0 records, in addition to 15 from before.')
  expect(writes(there)).toBe(before)
})

test.each([1, 5, 12, 16, 20])('goes on after it was interrupted at write %i', async (at) => {
  const stop = new AbortController()
  const there = await deployOrg(undefined, (_, calls) => {
    if (calls.filter(({ method }) => method !== 'GET').length === at) stop.abort()
    return undefined
  })
  const file = writeSeed(there, seed)
  const first = await there.run(`push ${file} --yes`, {
    environment: { TOKEN: there.org.apiToken },
    signal: stop.signal,
  })
  expect(first.code).toBe(130)
  expect(first.error).toContain('The same command goes on where it stopped; --undo --yes removes them.')

  const second = await there.run(`push ${file} --yes`)
  expect([second.code, second.error]).toEqual([0, ''])
  expect(Object.keys(statuses(there.org))).toHaveLength(11)
  expect(there.org.data.groups.count()).toBe(3)
  expect(there.org.data.rules.count()).toBe(2)
  expect(there.org.data.clients.count()).toBe(1)

  expect((await there.run('push --undo --yes')).code).toBe(0)
  expect(Object.keys(statuses(there.org))).toEqual(['admin@example.com'])
  expect(there.org.data.groups.count()).toBe(1)
})

test('takes as its own what was made just before the ledger could say so, and nothing older', async () => {
  const there = await deployOrg()
  const file = writeSeed(there, seed)
  await there.run(`push ${file} --yes`)
  const { text, file: ledger } = ledgerOf(there)
  const lines = text.split('\n')
  const withoutMade = lines.filter((line) => !/"made":"(user|group|rule|client)"/.test(line))
  // The last line was cut short.
  fs.writeFileSync(ledger, `${withoutMade.join('\n')}{"made":"us`)
  const before = there.org.data.users.count()
  const { code, out } = await there.run(`push ${file} --yes`)

  expect(code).toBe(0)
  expect(out).toContain('Made: 15 records.')
  expect(there.org.data.users.count()).toBe(before)

  const old = ledgerOf(there).text.replaceAll(/"at":\d+/g, () => `"at":${Date.now() + 3_600_000}`)
  fs.writeFileSync(
    ledger,
    old
      .split('\n')
      .filter((line) => !line.includes('"made":"group"'))
      .join('\n'),
  )
  await there.run(`push ${file} --yes --skip-existing`)
  expect((await there.run('push --undo --yes')).code).toBe(0)
  expect(there.org.data.groups.count()).toBe(3)
})

test('takes away what it made, and leaves the rest', async () => {
  const there = await deployOrg()
  const { org } = there
  const own = org.data.groups.count()
  await there.run(`push ${writeSeed(there, seed)} --yes`)
  org.control.setUser({ user: 'ada@x.test', status: 'SUSPENDED' })
  const dry = await there.run('push --undo')
  expect(dry.out).toContain('15 records. Nothing was removed: say --yes to remove them.')
  expect(org.data.users.count()).toBe(11)

  const { code, out } = await there.run('push --undo --yes')
  expect([code, out]).toEqual([0, 'Gone: 15 of 15 records.'])
  expect([org.data.users.count(), org.data.groups.count(), org.data.clients.count()]).toEqual([1, own, 0])
  expect(org.data.rules.count()).toBe(0)
  expect((await there.run('push --undo --yes')).out).toBe('Nothing is left to remove.')
})

test('says of what it cannot remove why, and of a seed that is carried whole nothing', async () => {
  const there = await deployOrg(undefined, ({ method, path }) =>
    method === 'DELETE' && path.includes('/groups/')
      ? { status: 403, headers: {}, body: '{"errorCode":"E0000006","errorSummary":"No"}' }
      : undefined,
  )
  const made = await there.run(`push ${writeSeed(there, 'groups: [{ name: Builders }]')} --yes`)
  expect(made.out).not.toContain('Data that no operation can write')
  expect(await there.run('push --undo --yes')).toMatchObject({
    code: 1,
    out: 'Gone: 0 of 1 record.',
    error: 'identikit push: group Builders: deleteGroup: 403 E0000006: No',
  })
})

test('stops before it writes if a login, group, rule or client exists, unless --skip-existing is given', async () => {
  const there = await deployOrg()
  const { org } = there
  await there.run(
    `push ${writeSeed(there, 'groups: [{ name: Builders }]\nusers: [{ login: ADA@x.test, firstName: X, lastName: Y, password: Secret-Meadow-41 }]')} --yes --ledger other.jsonl`,
  )
  const file = writeSeed(there, seed)
  const before = writes(there)
  const refused = await there.run(`push ${file} --yes`)

  expect(refused.code).toBe(1)
  expect(refused.out).toContain('1 there already: ada@x.test')
  expect(refused.error).toContain(
    '2 of these are there already, and not by this push: --skip-existing leaves them as they are. Nothing was written.',
  )
  expect(writes(there)).toBe(before)

  const skipped = await there.run(`push ${file} --yes --skip-existing`)
  expect(skipped.code).toBe(1)
  expect(skipped.error).toContain('rule Bobs: not all of its groups were made by this push')
  expect(skipped.out).toContain('Left out, since this push did not make what they name: ')
  expect(skipped.out).toContain('ada@x.test as the manager of bob@x.test')
  const ada = userOf(org, 'ADA@x.test')
  expect(ada.profile).toMatchObject({ firstName: 'X', lastName: 'Y' })
  await there.run('push --undo --yes')
  expect(org.data.users.count()).toBe(2)
  expect(org.data.groups.count()).toBe(2)
})

test('leaves custom properties out that the deployment does not have, and the rules that need them', async () => {
  const there = await deployOrg()
  const text = `
schema: { user: [{ name: badge, type: integer }], group: [{ name: owner }] }
groups: [{ name: Builders, profile: { owner: Ada } }]
users: [{ login: ada@x.test, firstName: Ada, lastName: A, profile: { badge: 7, title: Head } }]
rules: [{ name: Badges, expression: user.badge == 7, groups: [Builders] }]`
  const file = writeSeed(there, text)
  const { code, out } = await there.run(`push ${file} --yes`)

  expect(code).toBe(0)
  expect(out).toContain(
    'Left out, since the deployment has no such properties: owner, badge, rule Badges, which needs badge',
  )
  // The second run makes no users, so only the rule shows that the property is missing.
  const again = await there.run(`push ${file} --yes`)
  expect(again).toMatchObject({ code: 0, error: '' })
  expect(again.out).toContain('no such properties: badge, rule Badges, which needs badge')
  const ada = userOf(there.org, 'ada@x.test')
  expect(ada.profile).toMatchObject({ title: 'Head' })
})

test('reports each error and goes on with the rest', async () => {
  const there = await deployOrg(createOrganisation({ passwordPolicy: { minLength: 30 } }))
  const { code, error, out } = await there.run(`push ${writeSeed(there, seed)} --yes --concurrency 1`)

  expect(code).toBe(1)
  expect(error).toContain('7 were refused:')
  expect(error).toContain('user bob@x.test: createUser: 400 E0000001')
  expect(out).toMatch(/Made: \d+ records/)
  expect(statuses(there.org)).toMatchObject({ 'new@x.test': 'STAGED', 'inv@x.test': 'PROVISIONED' })
})

test('waits as long as the headers say, and makes the call again', async () => {
  let limited = 0
  const there = await deployOrg(undefined, ({ method }) => {
    if (method !== 'POST' || ++limited % 3 !== 0) return undefined
    return { status: 429, headers: { 'retry-after': '0' }, body: '{"errorCode":"E0000047"}' }
  })
  const { code, out } = await there.run(`push ${writeSeed(there, seed)} --yes`)

  expect([code, out.includes('Made: 15 records.')]).toEqual([0, true])
  expect(limited).toBeGreaterThan(15)
})

test('gives up when the deployment limits it for longer than may be waited', async () => {
  const there = await deployOrg(undefined, ({ method }) =>
    method === 'POST' ? { status: 429, headers: { 'retry-after': '3600' }, body: '{}' } : undefined,
  )
  const { code, error } = await there.run(`push ${writeSeed(there, seed)} --yes --rate-limit-budget 1s`)

  expect(code).toBe(6)
  expect(error).toContain('asks to wait 3600 s')
  expect(error).toContain('--rate-limit-budget')
})

test.each([
  { 'retry-after': '0' },
  { 'retry-after': '-1' },
  { 'retry-after': '0.001' },
  { 'x-rate-limit-reset': '1' },
])(
  'push and pull end, and ask seldom, where 429 with %j is the only reply',
  async (headers: Record<string, string>) => {
    let asked = 0
    const there = await deployOrg(undefined, () => {
      asked += 1
      return { status: 429, headers, body: '{}' }
    })
    for (const command of [`push ${writeSeed(there, seed)} --yes`, 'seed --from deployment']) {
      const { code, error } = await there.run(`${command} --rate-limit-budget 1s`)
      expect([code, error]).toEqual([6, expect.stringContaining('--rate-limit-budget')])
    }
    expect(asked).toBeLessThan(20)
  },
)

test('says what is wrong with the token, the address and the options', async () => {
  const there = await deployOrg()
  const file = writeSeed(there, seed)
  const wrong = await there.run(`push ${file}`, { environment: { TOKEN: 'wrong-token-123' } })
  expect([wrong.code, wrong.error]).toEqual([
    6,
    'identikit push: the token was refused: getUser: 401 E0000011: Invalid token provided; Authorization: no API token of this organisation has the value that came after SSWS',
  ])

  const at = (baseUrl: string, line = `push ${file}`): ReturnType<typeof runHere> =>
    runHere([...line.split(' '), '--base-url', baseUrl, '--token', 'env:T'], {
      environment: { T: 'token' },
      cwd: there.folder,
    })
  expect(await at('http://127.0.0.1:1')).toMatchObject({
    code: 6,
    error: 'identikit push: cannot reach http://127.0.0.1:1: ECONNREFUSED',
  })
  expect(await at('id.example.com')).toMatchObject({
    code: 2,
    error:
      "identikit push: --base-url: expected an address such as https://id.example.com, got 'id.example.com'",
  })
  expect(await at(there.baseUrl, 'push nowhere')).toMatchObject({
    code: 2,
    error:
      "identikit push: expected a .yaml, .json, .ts or .js file, or a sample data set: empty, demo, examples, large or large:N, got 'nowhere'",
  })
  expect((await at(there.baseUrl, 'push missing.yaml')).error).toBe(
    'identikit push: there is no file missing.yaml',
  )
  expect((await at(there.baseUrl, 'push')).error).toContain('expected a data set such as demo')
  expect((await at(there.baseUrl, 'push --undo')).error).toContain('--ledger: there is no ')
  expect(await at(`${there.baseUrl}/nowhere`)).toMatchObject({
    code: 6,
    error: `identikit push: there is no service below ${there.baseUrl}/nowhere: GET /api/v1/users/me answered 404; is the path of --base-url right?`,
  })
  expect(await runHere(['push', 'demo', '--base-url', there.baseUrl, '--token', 'secret'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--token takes env:NAME, file:PATH or stdin'),
  })

  const page = await deployOrg(undefined, () => ({ status: 200, headers: {}, body: '<html>' }))
  expect(await page.run(`push ${file}`)).toMatchObject({
    code: 6,
    error: expect.stringContaining('is not the service'),
  })
})

test('writes the known password of the sample data to this machine only', async () => {
  const there = await deployOrg()
  const known = writeSeed(
    there,
    'users: [{ login: a@x.test, firstName: A, lastName: B, password: Tulip-Meadow-42 }]',
  )
  const io = { environment: { PASSWORD: 'Other-Meadow-42' } }
  for (const data of ['demo', 'examples', known]) {
    const line = ['push', data, '--base-url', 'http://id.example.test:1', '--token', 'env:PASSWORD', '--yes']
    expect(await runHere(line)).toMatchObject({
      code: 2,
      error: expect.stringContaining(
        '--password is missing: everybody knows the password of the sample data',
      ),
    })
    const other = await runHere([...line, '--password', 'env:PASSWORD'], io)
    expect(other).toMatchObject({ code: 6, error: expect.stringContaining('cannot reach') })
  }
})

test('refuses the ledger of another deployment, and of another seed', async () => {
  const there = await deployOrg()
  const file = writeSeed(there, seed)
  await there.run(`push ${file} --yes --ledger l.jsonl`)
  const other = await deployOrg()
  fs.copyFileSync(`${there.folder}/l.jsonl`, `${other.folder}/l.jsonl`)

  expect(await other.run('push --undo --yes --ledger l.jsonl')).toMatchObject({
    code: 2,
    error: expect.stringContaining(`is about ${there.baseUrl}, not about ${other.baseUrl}`),
  })
  const changed = writeSeed(there, `${seed}\n# changed\nscopes: [{ name: more }]`)
  expect(await there.run(`push ${changed} --yes --ledger l.jsonl`)).toMatchObject({
    code: 2,
    error: expect.stringContaining('is about another seed'),
  })
})
