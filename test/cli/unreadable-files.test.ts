/** Messages of commands about files that they cannot read. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from './run-here.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'identikit-unreadable-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const makers: Readonly<Record<string, (file: string) => void>> = {
  'a pipe': (file) => void execFileSync('mkfifo', [file]),
  'a folder': (file) => mkdirSync(file),
  // A hole takes no room on the disk.
  '1 GiB': (file) => {
    writeFileSync(file, '')
    truncateSync(file, 2 ** 30)
  },
  'no text': (file) =>
    writeFileSync(file, Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256))),
}

const target = '--base-url http://127.0.0.1:9 --token env:TOKEN'
const serve = 'serve --port 0 --data empty --no-config'

/** Commands, each with the ending of the file that stands for FILE, and the kinds that it takes. */
const commands: readonly (readonly [command: string, ending: string, ...takes: string[]])[] = [
  ['serve --port 0 --no-config --data FILE', '.yaml'],
  ['serve --port 0 --no-config --data FILE', '.json'],
  ['serve --port 0 --no-config --data FILE', '.mjs'],
  ['serve --port 0 --data empty --config FILE', '.yaml'],
  [`${serve} --scenario FILE`, '.yaml'],
  [`${serve} --state FILE`, '.state'],
  [`${serve} --tls-cert FILE --tls-key FILE`, '.pem'],
  [`${serve} --extend FILE`, '.mjs'],
  [`${serve} --webhook http://localhost:9 --webhook-secret file:FILE`, '.txt'],
  [`${serve} --export-on-exit FILE`, '.json', '1 GiB', 'no text'],
  ['state show FILE', '.state'],
  ['state export FILE --out none.json', '.state'],
  ['state import FILE none.state', '.json', '1 GiB'],
  ['seed --from state FILE', '.state'],
  ['seed --from state FILE', '.json', '1 GiB'],
  ['seed --from recording FILE', '.har'],
  ['pact check FILE', '.json'],
  ['compare FILE --no-config', '.har'],
  [`push FILE ${target}`, '.yaml'],
  [`push demo --yes --ledger FILE ${target}`, '.jsonl'],
  [`push --undo --ledger FILE ${target}`, '.jsonl'],
  [`conform ${target} --profile FILE`, '.yaml'],
  [`conform ${target} --baseline FILE`, '.yaml'],
  ['conform selftest --through http://127.0.0.1:9 --token env:PATH --profile FILE', '.yaml'],
  ['conform --base-url http://127.0.0.1:9 --token file:FILE', '.txt', 'no text'],
  ['conform merge FILE FILE', '.json'],
  ['conform diff FILE FILE', '.json'],
  ['conform verify-report FILE', '.json', 'no text'],
  [`conform cleanup ${target} --ledger FILE`, '.jsonl'],
]

const cases = Object.keys(makers).flatMap((kind) =>
  commands
    .filter(([, , ...takes]) => !takes.includes(kind))
    .map(
      ([command, ending], number) =>
        [command.replaceAll('FILE', `FILE${ending}`), kind, number, ending] as const,
    ),
)

test.each(cases)('%s: one line and exit code 2 where FILE is %s', async (command, kind, number, ending) => {
  const file = join(folder, `${kind.replaceAll(' ', '-')}-${number}${ending}`)
  makers[kind]!(file)
  const argv = command.split(' ').map((word) => word.replace(`FILE${ending}`, file))
  const { code, out, error } = await runHere(argv, { cwd: folder, environment: { TOKEN: 'x' } })
  expect([code, out]).toEqual([2, ''])
  expect(error).toMatch(/^identikit [^\n]{10,400}(?:\n {2}[^\n]{10,200}){0,3}$/)
  expect(error).not.toMatch(/undefined|call stack|\bat .*:\d+:\d+\)/)
})

/** Names that every object inherits. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
const asMembers = inherited.map((name) => `"${name}":"x"`).join(',')
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

function harWith(request: string, reply: string): string {
  const headers = [...inherited, 'content-type'].map((name) => ({ name, value: 'application/json' }))
  const mimeType = 'application/json'
  const entry = {
    request: {
      method: 'POST',
      url: `https://x.example.com/api/v1/groups?${inherited.join('=1&')}=1`,
      headers,
      postData: { mimeType, text: request },
    },
    response: { status: 200, headers, content: { mimeType, text: reply } },
  }
  return JSON.stringify({ log: { version: '1.2', entries: [entry, entry] } })
}

test.each([
  [
    'inherited names',
    `{"profile":{"name":"g"},${asMembers}}`,
    `{"id":"00g1","profile":{"name":"g",${asMembers}},${asMembers}}`,
  ],
  ['a request of 5,000 levels', `{"profile":${deep(5000)}}`, '{"id":"00g1","profile":{"name":"g"}}'],
  ['a reply of 5,000 levels', '{"profile":{"name":"g"}}', deep(5000)],
])('compares a recording with %s', async (name, request, reply) => {
  const file = join(folder, `${name.length}.har`)
  writeFileSync(file, harWith(request, reply))
  const { code, out, error } = await runHere(['compare', file, '--no-config'])
  expect([code, error]).toEqual([1, ''])
  expect(out).toMatch(/^Compared 2 calls of 1 recording/)
})

function pactWith(query: string, requestBody: string, replyBody: string): string {
  const request = `{"method":"POST","path":"/api/v1/groups","query":{${query}},"headers":{${asMembers}},"body":${requestBody}}`
  const rules = inherited
    .map((each) => `"$.body.${each}":{"match":"type"},"$.headers.${each}":{"match":"type"}`)
    .join(',')
  const interaction = `{"description":"x","request":${request},"response":{"status":200,"headers":{${asMembers}},"body":${replyBody},"matchingRules":{${rules}}}}`
  return `{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[${interaction}]}`
}

test('checks a pact with inherited names, and rejects one of 5,000 levels', async () => {
  const checked = async (text: string): ReturnType<typeof runHere> => {
    const file = join(folder, 'a.json')
    writeFileSync(file, text)
    return runHere(['pact', 'check', file])
  }
  const names = await checked(
    pactWith(asMembers, `{"profile":{"name":"g"},${asMembers}}`, `{"id":"x",${asMembers}}`),
  )
  expect([names.code, names.error, names.out]).toEqual([
    1,
    '',
    expect.stringContaining('Checked 1 interaction'),
  ])
  for (const [sent, answered] of [
    [deep(5000), '{}'],
    ['{}', deep(5000)],
  ] as const) {
    const { code, error } = await checked(pactWith('', sent, answered))
    expect([code, error]).toEqual([
      2,
      expect.stringMatching(/a\.json: expected at most 500 levels of nesting, got more$/),
    ])
  }
})

test('a target profile with many unknown fields names the first twenty', async () => {
  const file = join(folder, 'many.yaml')
  writeFileSync(file, Array.from({ length: 3000 }, (_, index) => `fi${index}: 1`).join('\n'))
  const argv = `conform ${target} --profile`.split(' ')
  const { code, error } = await runHere([...argv, file], { environment: { TOKEN: 'x' } })
  expect([code, error]).toEqual([2, expect.stringMatching(/fi19: unknown field; and 2980 more$/)])
})
