/** What push and pull tell, whole. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Deployment, deployOrg, writeSeed } from './deployment.ts'

const seed = `
defaultPassword: Secret-Meadow-42
groups:
  - { name: Builders }
  - { name: Readers }
users:
  - { login: ada@x.test, firstName: Ada, lastName: A, groups: [Builders] }
  - { login: loc@x.test, firstName: Loc, lastName: L, status: LOCKED_OUT }
  - { login: new@x.test, firstName: New, lastName: N, status: PROVISIONED }
rules:
  - { name: Bobs, expression: user.firstName == "Bob", groups: [Builders], status: ACTIVE }
  - { name: Eves, expression: user.firstName == "Eve", groups: [Readers], status: ACTIVE }
clients:
  - { client_name: App, application_type: web, grant_types: [authorization_code], response_types: [code], redirect_uris: ['https://app.x.test/'] }
`

/** What a command says, with names in the places of the address and the folder. */
async function told(there: Deployment, line: string, more?: Parameters<Deployment['run']>[1]) {
  const { code, out, error } = await there.run(line, more)
  const { host } = new URL(there.baseUrl)
  const named = (text: string): string =>
    text
      .replaceAll(there.baseUrl, 'BASE')
      .replaceAll(there.folder, 'FOLDER')
      .replaceAll(host.replace(':', '-'), 'HOST')
  return { code, out: named(out).split('\n'), error: named(error).split('\n') }
}

const plan = [
  'To BASE, as admin@example.com:',
  '       2 groups',
  '       3 users',
  '       2 rules',
  '       1 client',
  "2 rules will be active, and add everyone who matches, others' users too (--inactive-rules).",
  '2 users with a password that stands in the seed (--password).',
  'What no operation can write:',
  '  LOCKED_OUT comes of wrong passwords, which a push does not try; ACTIVE instead: loc@x.test',
  'Ledger: FOLDER/identikit-push-HOST.jsonl',
]
const secretsGone =
  'Secrets of clients are not kept: POST /oauth2/v1/clients/{id}/lifecycle/newSecret gives new ones.'

/** A plan with some of its lines told otherwise. */
const planWith = (lines: Readonly<Record<number, string>>): string[] =>
  plan.map((line, index) => lines[index] ?? line).filter((line) => line !== '')

test('a push says what it would write, what it made, what is there, and what it takes away', async () => {
  const there = await deployOrg()
  const file = writeSeed(there, seed)
  expect(await told(there, `push ${file}`)).toEqual({
    code: 0,
    out: [...plan, 'Nothing was written: say --yes to write it.'],
    error: [''],
  })
  expect(await told(there, `push ${file} --yes --inactive-rules --ledger own.jsonl`)).toEqual({
    code: 0,
    out: [...planWith({ 5: '', 9: 'Ledger: FOLDER/own.jsonl' }), 'Made: 8 records.', secretsGone],
    error: [''],
  })
  expect(await told(there, `push ${file} --yes`)).toEqual({
    code: 1,
    out: planWith({
      1: '       2 groups (2 there already: Builders, Readers)',
      2: '       3 users (3 there already: ada@x.test, loc@x.test, new@x.test)',
      3: '       2 rules (2 there already: Bobs, Eves)',
      4: '       1 client (1 there already: App)',
    }),
    error: [
      'identikit push: 8 of these are there already, and not by this push: --skip-existing leaves them as they are. Nothing was written.',
    ],
  })
  expect(await told(there, 'push --undo --ledger own.jsonl')).toEqual({
    code: 0,
    out: [
      expect.stringMatching(/^rule {2}Eves {2}0pr\w+$/),
      expect.stringMatching(/^rule {2}Bobs {2}0pr\w+$/),
      expect.stringMatching(/^client {2}App {2}0oa\w+$/),
      expect.stringMatching(/^user {2}new@x\.test {2}00u\w+$/),
      expect.stringMatching(/^user {2}loc@x\.test {2}00u\w+$/),
      expect.stringMatching(/^user {2}ada@x\.test {2}00u\w+$/),
      expect.stringMatching(/^group {2}Readers {2}00g\w+$/),
      expect.stringMatching(/^group {2}Builders {2}00g\w+$/),
      '8 records. Nothing was removed: say --yes to remove them.',
    ],
    error: [''],
  })
})

test('a push that was stopped says how it goes on, and then what it made beside', async () => {
  let posts = 0
  const there = await deployOrg(undefined, ({ method }) =>
    method === 'POST' && ++posts === 2
      ? { status: 500, headers: {}, body: '{"errorCode":"E0000009","errorSummary":"No"}' }
      : undefined,
  )
  const file = writeSeed(there, seed)
  expect(await told(there, `push ${file} --yes --concurrency 1`)).toEqual({
    code: 1,
    out: plan,
    error: [
      'Made: 1 record. The same command goes on where it stopped; --undo --yes removes them. Ledger: FOLDER/identikit-push-HOST.jsonl',
      'identikit push: createGroup: 500 E0000009: No',
    ],
  })
  expect(await told(there, `push ${file} --yes --concurrency 1`)).toEqual({
    code: 0,
    out: [
      ...planWith({
        1: '       2 groups (1 made already)',
        9: 'Ledger: FOLDER/identikit-push-HOST.jsonl (goes on)',
      }),
      'Made: 7 records, beside 1 that were made before.',
      secretsGone,
    ],
    error: [''],
  })
})

test('of many that are there five are named, and of one it is told as of one', async () => {
  const there = await deployOrg()
  const groups = (...names: string[]): string =>
    writeSeed(there, `groups: [${names.map((name) => `{ name: ${name} }`).join(', ')}]`)
  await there.run(`push ${groups('A', 'B', 'C', 'D', 'E', 'F')} --yes --ledger one.jsonl`)
  const outOf = async (names: string[]) => (await told(there, `push ${groups(...names)}`)).out[1]
  expect(await outOf(['A', 'B', 'C', 'D', 'E', 'Z'])).toBe('       6 groups (5 there already: A, B, C, D, E)')
  expect(await outOf(['A', 'B', 'C', 'D', 'E', 'F'])).toBe(
    '       6 groups (6 there already: A, B, C, D, E, …)',
  )
  expect(await told(there, `push ${groups('A')} --yes`)).toEqual({
    code: 1,
    out: [
      'To BASE, as admin@example.com:',
      '       1 group (1 there already: A)',
      'Ledger: FOLDER/identikit-push-HOST.jsonl',
    ],
    error: [
      'identikit push: 1 of these is there already, and not by this push: --skip-existing leaves them as they are. Nothing was written.',
    ],
  })
  expect(await told(there, `push ${groups('A', 'Y')} --yes --skip-existing`)).toMatchObject({
    code: 0,
    out: [
      'To BASE, as admin@example.com:',
      '       2 groups (1 there already: A)',
      'Ledger: FOLDER/identikit-push-HOST.jsonl',
      'Made: 1 record.',
    ],
  })
})

test('of refusals thirty are told, and the number of the rest', async () => {
  const refuse = { status: 403, headers: {}, body: '{"errorCode":"E0000006","errorSummary":"No"}' }
  const there = await deployOrg(undefined, ({ method, path: at, body }) =>
    method === 'POST' && at.endsWith('/groups') && body.includes('No') ? refuse : undefined,
  )
  const names = (some: readonly number[]): string[] => some.map((number) => `No${number}`)
  const push = (all: readonly string[], ledger: string) =>
    told(
      there,
      `push ${writeSeed(there, `groups: [${all.map((name) => `{ name: ${name} }`).join(', ')}]`)} --yes --concurrency 1 --ledger ${ledger}`,
    )
  const refused = (all: readonly string[]): string[] =>
    all.map((name) => `  group ${name}: createGroup: 403 E0000006: No`)
  const [early, late] = [names([...Array(15).keys()]), names([...Array(15).keys()].map((each) => 20 + each))]
  expect((await push([...early, 'Yes', ...late], 'a.jsonl')).error).toEqual([
    'identikit push: 30 were refused:',
    ...refused([...early, ...late]),
  ])
  expect((await push([...early, 'Also', ...late, 'No99'], 'b.jsonl')).error).toEqual([
    'identikit push: 31 were refused:',
    ...refused([...early, ...late]),
    '  and 1 more',
  ])
})

test('a push tells how long it held still for rate limits', async () => {
  const headers = {
    date: 'Thu, 01 Jan 1970 00:00:10 GMT',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': '12',
  }
  const there = await deployOrg(undefined, ({ method, path: at }) =>
    method === 'POST' && at.endsWith('/groups') ? { status: 200, headers, body: '{"id":"00g1"}' } : undefined,
  )
  const { out } = await told(there, `push ${writeSeed(there, 'groups: [{ name: A }]')} --yes`)
  expect(out.at(-1)).toBe('Made: 1 record. 3 s went by in waiting for rate limits.')
})

test.each([
  ['push demo --undo', 'identikit push: --undo takes no world: the ledger says what was made'],
  ['push', 'identikit push: say what to push: a world such as demo, or a .yaml or .json file'],
  [
    'push demo --word 9',
    'identikit push: --word: Expected a letter followed by letters or digits, found "9"',
  ],
  ['pull --out no/seed.yaml', 'identikit pull: --out: there is no folder FOLDER/no'],
  [
    'pull --header nonsense',
    "identikit pull: --header: expected 'Name: value', or 'Name: env:NAME' for a secret",
  ],
])('%s is a mistake', async (line, error) => {
  expect(await told(await deployOrg(), line)).toEqual({ code: 2, out: [''], error: [error] })
})

const head = '# yaml-language-server: $schema=./node_modules/identikit/docs/reference/seed.schema.json'
const notCarried = [
  '  Passwords, which nobody is shown; everyone who has one gets: Tulip-Meadow-42',
  '  What no list shows: factors, consents, tokens, sessions, settings',
]

test('a pull says how much it read, where to, and what it could not', async () => {
  const there = await deployOrg()
  const nothing = '0 users, 0 groups, 0 rules, 0 clients'
  const read = (name: string): string[] =>
    fs.readFileSync(path.join(there.folder, name), 'utf8').replace(there.baseUrl, 'BASE').split('\n')
  expect(await told(there, 'pull')).toEqual({
    code: 0,
    out: [head, '# Read from BASE.', 'defaultPassword: Tulip-Meadow-42'],
    error: [`${nothing}. Not carried:`, ...notCarried],
  })
  expect((await told(there, 'pull --fake-names')).out).toEqual([
    head,
    '# Read from BASE, with made-up people.',
    'defaultPassword: Tulip-Meadow-42',
  ])
  expect((await told(there, 'pull --format json')).out).toEqual([
    '{',
    '  "defaultPassword": "Tulip-Meadow-42"',
    '}',
  ])
  expect(await told(there, 'pull --out seed.JSON')).toEqual({
    code: 0,
    out: [''],
    error: [`${nothing} to seed.JSON. Not carried:`, ...notCarried],
  })
  expect(read('seed.JSON')).toEqual(['{', '  "defaultPassword": "Tulip-Meadow-42"', '}', ''])
  expect(fs.statSync(path.join(there.folder, 'seed.JSON')).mode & 0o777).toBe(0o600)
  expect(await told(there, 'pull --out seed.JSON --format yaml')).toEqual({
    code: 1,
    out: [''],
    error: ['identikit pull: --out: FOLDER/seed.JSON is there already; --force writes over it'],
  })
  await told(there, 'pull --out seed.JSON --format yaml --force')
  expect(read('seed.JSON')).toEqual([head, '# Read from BASE.', 'defaultPassword: Tulip-Meadow-42', ''])
  await told(there, 'pull --out seed.json.txt')
  expect(read('seed.json.txt')[0]).toBe(head)
})

test('a pull that cannot write says so, and fails', async () => {
  expect(await told(await deployOrg(), 'pull --out /dev/full --force')).toEqual({
    code: 1,
    out: [''],
    error: ['identikit pull: --out: cannot write /dev/full: ENOSPC'],
  })
})

test('a pull counts what it read of each kind, and names the clients whose secrets are made up', async () => {
  const there = await deployOrg()
  await there.run(`push ${writeSeed(there, seed)} --yes`)
  const { out, error } = await told(there, 'pull')
  expect(error).toEqual([
    '3 users, 2 groups, 2 rules, 1 client. Not carried:',
    notCarried[0],
    '  Secrets of clients; others are made up: 1',
    notCarried[1],
  ])
  expect(out.filter((line) => line.includes('login: ')).map((line) => line.trim())).toEqual([
    '- login: "ada@x.test"',
    '- login: "loc@x.test"',
    '- login: "new@x.test"',
  ])
})
