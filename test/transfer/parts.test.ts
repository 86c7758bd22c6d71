import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimited } from '../../conformance/engine/run/interruption.ts'
import { ServiceError } from '../../src/client.ts'
import { secretFrom, withTarget } from '../../src/transfer/commands.ts'
import { inTurn } from '../../src/transfer/in-turn.ts'
import { Notes } from '../../src/transfer/notes.ts'
import { Progress } from '../../src/transfer/progress.ts'
import { CustomProperties } from '../../src/transfer/push/custom-properties.ts'
import { builtInGroups, findExisting, userWithLogin } from '../../src/transfer/push/existing.ts'
import { Ledger, readHeader } from '../../src/transfer/push/ledger.ts'
import type { Plan } from '../../src/transfer/push/plan.ts'
import { push } from '../../src/transfer/push/push.ts'
import { settleUnclear } from '../../src/transfer/push/unclear.ts'
import { undo, undoable } from '../../src/transfer/push/undo.ts'
import { asTransferError, openTarget, ownerOf, type Target } from '../../src/transfer/target.ts'
import { TransferError, transferExitCodes } from '../../src/transfer/transfer-error.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-parts-'))
  file = path.join(folder, 'ledger.jsonl')
})

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true })
  vi.useRealTimers()
})

type Answers = Readonly<Record<string, (input: never) => unknown>>

/** A refusal as the client throws it. */
async function refusal(status: number, code = 'E0000001', summary = 'Refused'): Promise<ServiceError> {
  const { createClient } = await import('../../src/client.ts')
  const body = code === '' ? '<html>' : JSON.stringify({ errorCode: code, errorSummary: summary })
  const client = createClient({
    baseUrl: 'https://id.test',
    token: 't',
    retry: false,
    fetch: async () => new Response(body, { status }),
  })
  return client.getUser({ params: { userId: 'x' } }).then(
    () => Promise.reject(new Error('no refusal')),
    (error: unknown) => error as ServiceError,
  )
}

/** A deployment of which a test says what each operation answers; lists by `each:name`. */
function targetOf(answers: Answers) {
  const calls: [string, unknown][] = []
  const run = (name: string, input: unknown): unknown => {
    calls.push([name, input])
    const answer = answers[name]
    if (!answer) throw new Error(`nobody answers ${name}`)
    return answer(input as never)
  }
  const client = new Proxy({} as Target['client'], {
    get: (_, name: string) =>
      name === 'each'
        ? async function* (list: string, input?: unknown) {
            yield* run(`each:${list}`, input) as unknown[]
          }
        : async (input: unknown) => run(name, input),
  })
  const target: Target = {
    baseUrl: 'https://id.test',
    client,
    concurrency: 1,
    waited: () => 0,
    now: () => 5000,
    clean: (text) => text.replaceAll('secret', '***'),
    hide: () => {},
    close: () => {},
  }
  return { target, calls, names: () => calls.map(([name]) => name) }
}

const header = { baseUrl: 'https://id.test', source: 'demo', fingerprint: 'f' }
const silent = new Progress(undefined)

const plan = (more: Partial<Plan>): Plan => ({
  groups: [],
  users: [],
  rules: [],
  clients: [],
  customProperties: [],
  notCarried: [],
  secrets: [],
  ...more,
})

const none = { group: new Set(), user: new Set(), rule: new Set(), client: new Set() } as never

const person = (login: string, more: object = {}) => ({
  login,
  profile: { login },
  query: { activate: true },
  activateQuietly: false,
  groups: [],
  ...more,
})

async function pushed(what: Partial<Plan>, answers: Answers, more: object = {}) {
  const { target, calls, names } = targetOf(answers)
  const ledger = new Ledger(file, header)
  const outcome = await push(plan(what), {
    target,
    ledger,
    existing: none,
    builtIn: new Set(['Everyone']),
    expressionType: 'urn:x:expression',
    progress: silent,
    ...more,
  }).finally(() => ledger.close())
  return { ...outcome, calls, names, ledger }
}

test('does so many at a time, in their order, and begins none after a failure', async () => {
  const log: string[] = []
  const gates = new Map<number, PromiseWithResolvers<void>>()
  const work = async (item: number): Promise<void> => {
    log.push(`begin ${item}`)
    const gate = Promise.withResolvers<void>()
    gates.set(item, gate)
    await gate.promise
    log.push(`end ${item}`)
  }
  const all = inTurn([1, 2, 3, 4, 5], 2, work)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  expect(log).toEqual(['begin 1', 'begin 2'])
  gates.get(2)!.resolve()
  await settle()
  expect(log).toEqual(['begin 1', 'begin 2', 'end 2', 'begin 3'])
  gates.get(1)!.reject(new Error('first'))
  await settle()
  gates.get(3)!.reject(new Error('second'))
  await expect(all).rejects.toThrow('first')
  expect(log).toEqual(['begin 1', 'begin 2', 'end 2', 'begin 3'])
  await expect(inTurn([], 3, work)).resolves.toBeUndefined()
})

test('notes are a line for each reason, with three names', () => {
  const notes = new Notes()
  notes.add('A')
  notes.add('B', '1')
  for (const name of ['1', '2', '3']) notes.add('C', name)
  for (const name of ['1', '2', '3', '4', '5']) notes.add('D', name)
  notes.add('A')
  expect(notes.lines()).toEqual(['A', 'B: 1', 'C: 1, 2, 3', 'D: 1, 2, 3 and 2 more'])
})

test('progress writes over one line, or adds one now and then to a log', () => {
  const shown: string[] = []
  const write = (text: string): void => void shown.push(text)
  const line = new Progress({ write, interactive: true })
  line.clear()
  line.show('Reading users', 100, 200)
  line.show('Reading users', 9)
  line.clear()
  line.clear()
  expect(shown.splice(0)).toEqual([
    '\rReading users 100/200',
    `\r${'Reading users 9'.padEnd(21)}`,
    `\r${' '.repeat(15)}\r`,
  ])
  vi.useFakeTimers({ toFake: ['performance'] })
  const log = new Progress({ write, interactive: false })
  log.show('a', 1)
  vi.advanceTimersByTime(4999)
  log.show('a', 2)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  log.show('a', 3, 4)
  log.show('a', 4, 4)
  log.clear()
  expect(shown).toEqual(['a 3/4\n'])
  expect(() => {
    silent.show('a', 1)
    silent.clear()
  }).not.toThrow()
})

test('a ledger tells what was made, begun, done and undone, and is read again', () => {
  const ledger = new Ledger(file, header)
  expect([ledger.isResumed, ledger.made, ledger.unclear, fs.existsSync(file)]).toEqual([false, [], [], false])
  ledger.begin('group', 'G', 10)
  expect(ledger.unclear).toEqual([{ kind: 'group', name: 'G', at: 10 }])
  ledger.wasMade('group', 'G', 'g1')
  ledger.begin('user', 'G', 11)
  ledger.refused('user', 'G')
  ledger.begin('rule', 'R', 12)
  ledger.done('manager', 'G')
  expect(ledger.isDone('manager', 'G')).toBe(true)
  expect([ledger.isDone('manager', 'H'), ledger.isDone('active', 'G'), ledger.idOf('user', 'G')]).toEqual([
    false,
    false,
    undefined,
  ])
  ledger.close()
  ledger.close()
  expect(fs.readFileSync(file, 'utf8').split('\n')).toEqual([
    '{"ledger":"identikit push","version":1,"baseUrl":"https://id.test","source":"demo","fingerprint":"f"}',
    '{"begun":"group","name":"G","at":10}',
    '{"made":"group","name":"G","id":"g1"}',
    '{"begun":"user","name":"G","at":11}',
    '{"not":"user","name":"G"}',
    '{"begun":"rule","name":"R","at":12}',
    '{"done":"manager","name":"G"}',
    '',
  ])
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  fs.appendFileSync(file, '{"made":"ru')
  const again = new Ledger(file, header)
  expect([again.isResumed, again.isHalfUndone]).toEqual([true, false])
  expect(again.made).toEqual([{ kind: 'group', name: 'G', id: 'g1' }])
  expect(again.unclear).toEqual([{ kind: 'rule', name: 'R', at: 12 }])
  again.wasMade('rule', 'R', 'r1')
  again.wasMade('user', 'U', 'g1')
  again.gone({ kind: 'group', name: 'G', id: 'g1' })
  expect([again.made.map(({ name }) => name), again.isHalfUndone, again.isDone('manager', 'G')]).toEqual([
    ['R', 'U'],
    true,
    true,
  ])
  again.gone({ kind: 'rule', name: 'R', id: 'r1' })
  again.gone({ kind: 'user', name: 'U', id: 'g1' })
  expect([again.made, again.isHalfUndone, again.isDone('manager', 'G')]).toEqual([[], false, false])
  again.close()
  // What was cut short is no more in the file, and nothing else is lost.
  expect(fs.readFileSync(file, 'utf8')).not.toContain('"made":"ru{')
  expect(readHeader(file)).toEqual({ ledger: 'identikit push', version: 1, ...header })
})

test('a file that is no ledger, or that of something else, is refused', () => {
  const told = (run: () => unknown): string => {
    try {
      run()
    } catch (error) {
      return (error as Error).message.replaceAll(folder, '')
    }
    return 'taken'
  }
  const of = (text: string): string => {
    fs.writeFileSync(file, text)
    return told(() => readHeader(file))
  }
  expect(told(() => readHeader(file))).toBe(
    '--ledger: there is no /ledger.jsonl; it is where the push was run, unless --ledger said another',
  )
  expect(told(() => readHeader(folder))).toBe('--ledger: cannot read : EISDIR')
  const no = '--ledger: /ledger.jsonl is no ledger of a push'
  const line = JSON.stringify({ ledger: 'identikit push', version: 1, ...header })
  expect([
    of(''),
    of('nonsense\n'),
    of('{}\n'),
    of(line),
    of(`${line.replace('1', '2')}\n`),
    of(`${line.replace('push', 'pull')}\n`),
  ]).toEqual([no, no, no, no, no, no])
  expect(of(`${line}\n{"cut`)).toBe('taken')
  fs.writeFileSync(file, `${line}\n`)
  expect(told(() => new Ledger(file, { ...header, baseUrl: 'https://b.test' }))).toBe(
    '--ledger: /ledger.jsonl is about https://id.test, not about https://b.test',
  )
  expect(told(() => new Ledger(file, { ...header, fingerprint: 'g' }))).toBe(
    '--ledger: /ledger.jsonl is about another seed (demo); undo that push, or name another file',
  )
})

test('learns from refusals which custom properties there are not', async () => {
  const custom = new CustomProperties(['badge', 'floor', '$x'])
  const sent: unknown[] = []
  const problem = await refusal(400, 'E0000001', 'badge: unknown; $x, too')
  const reply = await custom.send({ login: 'a', badge: 1, floor: 2, $x: 3 }, async (profile) => {
    sent.push(profile)
    if (sent.length === 1) throw problem
    return 'made'
  })
  expect([reply, sent, custom.leftOut]).toEqual([
    'made',
    [
      { login: 'a', badge: 1, floor: 2, $x: 3 },
      { login: 'a', floor: 2 },
    ],
    ['badge', '$x'],
  ])
  const other = await refusal(400, 'E0000001', 'floors: too many; login')
  await expect(custom.send({ floor: 1, login: 'a' }, () => Promise.reject(other))).rejects.toBe(other)
  expect(custom.learn(await refusal(500, 'E0000009', 'floor'), ['floor'])).toBe(false)
  expect(custom.learn(await refusal(399, 'E', 'floor'), ['floor'])).toBe(false)
  expect(custom.learn(new Error('floor'), ['floor'])).toBe(false)
  expect(custom.learn(await refusal(499, 'E', 'floor'), [])).toBe(false)
  expect(custom.learn(await refusal(499, 'E', 'floor'), ['floor'])).toBe(true)
})

const list =
  <Item>(...items: Item[]) =>
  () =>
    items

test('finds what is there already, but for what the push made itself', async () => {
  const ledger = new Ledger(file, header)
  ledger.wasMade('group', 'Made', 'g')
  ledger.begin('user', 'begun@x.test', 1)
  const notFound = await refusal(404, 'E0000007')
  const answers: Answers = {
    'each:listGroups': list(
      { profile: { name: 'A' } },
      { profile: { name: 'Made' } },
      { profile: { name: 'Else' } },
    ),
    'each:listGroupRules': list({ name: 'R' }, { name: 'Else' }),
    'each:listClients': list({ client_name: 'C' }, { client_name: 'Else' }),
    getUser: ({ params: { userId } }: { params: { userId: string } }) => {
      if (userId === 'new@x.test') throw notFound
      return {
        id: 'u',
        created: '2031-01-01T00:00:00.000Z',
        profile: { login: userId === 'short' ? 'short@x.test' : userId.toUpperCase() },
      }
    },
  }
  const named = (...names: string[]) => names.map((name) => ({ name })) as never
  const wanted = plan({
    groups: named('A', 'B', 'Made'),
    rules: named('R', 'S'),
    clients: named('C', 'D'),
    users: ['ada@x.test', 'new@x.test', 'short', 'begun@x.test'].map((login) => person(login)) as never,
  })
  const { target, calls } = targetOf(answers)
  expect(await findExisting(target, wanted, ledger, silent)).toEqual({
    group: new Set(['A']),
    user: new Set(['ada@x.test']),
    rule: new Set(['R']),
    client: new Set(['C']),
  })
  expect(calls.filter(([name]) => name === 'getUser')).toHaveLength(3)
  expect((await findExisting(target, wanted, undefined, silent)).group).toEqual(new Set(['A', 'Made']))
  const idle = targetOf({})
  expect(await findExisting(idle.target, plan({}), undefined, silent)).toEqual({
    group: new Set(),
    user: new Set(),
    rule: new Set(),
    client: new Set(),
  })
  expect(idle.calls).toEqual([])
  expect(await userWithLogin(target, 'ada@x.test')).toEqual({ id: 'u', created: 1_924_992_000_000 })
  const failing = targetOf({ getUser: () => Promise.reject(new Error('down')) })
  await expect(userWithLogin(failing.target, 'a')).rejects.toThrow('down')
  const refused = await refusal(403)
  await expect(userWithLogin(targetOf({ getUser: () => Promise.reject(refused) }).target, 'a')).rejects.toBe(
    refused,
  )
  ledger.close()

  const built = targetOf({
    'each:listGroups': list(
      { type: 'BUILT_IN', profile: { name: 'Everyone' } },
      { type: 'APP_GROUP', profile: { name: 'B' } },
    ),
  })
  expect(await builtInGroups(built.target)).toEqual(new Set(['Everyone']))
  expect(built.calls).toEqual([['each:listGroups', { query: { filter: 'type eq "BUILT_IN"' } }]])
})

test('settles what was begun: made since, by its name, or not', async () => {
  const at = Date.parse('2031-01-01T00:00:10.000Z')
  const [before, since] = ['2031-01-01T00:00:07.999Z', '2031-01-01T00:00:08.000Z']
  const settled = async (kind: 'user' | 'group' | 'rule' | 'client', name: string): Promise<unknown> => {
    const ledger = new Ledger(path.join(folder, `${kind}-${name}.jsonl`), header)
    ledger.begin(kind, name, at)
    await settleUnclear(target, ledger)
    ledger.close()
    expect(ledger.unclear).toEqual([])
    return ledger.idOf(kind, name)
  }
  const each = (created: (when: string) => object, nameOf: (name: string) => object) =>
    list(
      { id: '1', ...nameOf('Other'), ...created(since) },
      { id: '2', ...nameOf('Old'), ...created(before) },
      { id: '3', ...nameOf('New'), ...created(since) },
    )
  const created = (when: string) => ({ created: when })
  const { target } = targetOf({
    'each:listGroups': each(created, (name) => ({ profile: { name } })),
    'each:listGroupRules': each(created, (name) => ({ name })),
    'each:listClients': list(
      { client_id: '0', client_name: 'New' },
      { client_id: '2', client_name: 'Old', client_id_issued_at: at / 1000 - 3 },
      { client_id: '1', client_name: 'Other', client_id_issued_at: at / 1000 },
      { client_id: '3', client_name: 'New', client_id_issued_at: at / 1000 - 2 },
    ),
    getUser: ({ params: { userId } }: { params: { userId: string } }) => ({
      id: '3',
      created: userId === 'Old' ? before : since,
      profile: { login: userId === 'Gone' ? 'other' : userId },
    }),
  })
  for (const kind of ['user', 'group', 'rule', 'client'] as const) {
    expect([
      kind,
      await settled(kind, 'New'),
      await settled(kind, 'Old'),
      await settled(kind, 'Gone'),
    ]).toEqual([kind, '3', undefined, undefined])
  }
})

test('pushes groups, users by their managers, rules and clients, and notes each', async () => {
  let made = 0
  const id = (): object => ({ id: `id${(made += 1)}` })
  const members = Array.from({ length: 22 }, (_, index) => `G${index}`)
  const { calls, refused, leftOut, ledger } = await pushed(
    {
      groups: members.map((name) => ({ name, profile: { name } })),
      users: [
        person('boss@x.test', { manager: { login: 'ada@x.test', name: 'Ada' }, moveTo: 'SUSPENDED' }),
        person('ada@x.test', {
          manager: { login: 'boss@x.test', name: 'The Boss' },
          groups: [...members, 'Everyone', 'Unknown'],
          credentials: { password: { value: 'x' } },
          activateQuietly: true,
        }),
        person('out@x.test', { moveTo: 'DEPROVISIONED', manager: { login: 'nobody@x.test', name: '' } }),
        person('rec@x.test', { moveTo: 'RECOVERY' }),
        person('exp@x.test', { moveTo: 'PASSWORD_EXPIRED' }),
        person('was@x.test', { moveTo: 'SUSPENDED', activateQuietly: true }),
      ] as never,
      rules: [
        {
          name: 'On',
          expression: 'true',
          groups: ['G0', 'G1'],
          exclude: ['ada@x.test', 'x@x.test'],
          isActive: true,
        },
        { name: 'Off', expression: 'false', groups: ['G0'], exclude: [], isActive: false },
        { name: 'Lost', expression: 'true', groups: ['G0', 'Else'], exclude: [], isActive: true },
      ],
      clients: [{ name: 'C', settings: { client_name: 'C' } }],
    },
    {
      createGroup: id,
      createUser: id,
      createGroupRule: id,
      registerClient: () => ({ client_id: 'c1' }),
      updateUser: () => ({}),
      addUserToGroup: () => undefined,
      getUser: ({ params: { userId } }: { params: { userId: string } }) => ({
        status: userId === 'id27' ? 'SUSPENDED' : 'STAGED',
        transitioningToStatus: userId === 'id28' ? null : undefined,
      }),
      activateUser: () => ({}),
      suspendUser: () => ({}),
      deactivateUser: () => ({}),
      resetPassword: () => ({}),
      expirePassword: () => ({}),
      getGroupRule: () => ({ status: 'INACTIVE' }),
      activateGroupRule: () => ({}),
    },
  )
  expect([refused, leftOut]).toEqual([['rule Lost: not all of its groups were made by this push'], []])
  expect(ledger.unclear).toEqual([])
  const ids = Array.from({ length: 22 }, (_, index) => `id${index + 1}`)
  const byName = (name: string): unknown[] =>
    calls.filter(([each]) => each === name).map(([, input]) => input)
  expect(byName('createGroup')[3]).toEqual({ body: { profile: { name: 'G3' } } })
  expect(byName('createUser')).toEqual([
    { query: { activate: true }, body: { profile: { login: 'boss@x.test' } } },
    { query: { activate: true }, body: { profile: { login: 'out@x.test' } } },
    { query: { activate: true }, body: { profile: { login: 'rec@x.test' } } },
    { query: { activate: true }, body: { profile: { login: 'exp@x.test' } } },
    { query: { activate: true }, body: { profile: { login: 'was@x.test' } } },
    {
      query: { activate: true },
      body: {
        profile: { login: 'ada@x.test', managerId: 'id23', manager: 'The Boss' },
        credentials: { password: { value: 'x' } },
        groupIds: ids.slice(0, 20),
      },
    },
  ])
  expect(byName('addUserToGroup')).toEqual([
    { params: { groupId: 'id21', userId: ledger.idOf('user', 'ada@x.test') } },
    { params: { groupId: 'id22', userId: ledger.idOf('user', 'ada@x.test') } },
  ])
  expect(byName('activateUser')).toHaveLength(1)
  expect(byName('activateUser')).toEqual([
    { params: { userId: ledger.idOf('user', 'ada@x.test') }, query: { sendEmail: false } },
  ])
  const params = (login: string) => ({ params: { userId: ledger.idOf('user', login) } })
  expect(byName('suspendUser')).toEqual([params('boss@x.test')])
  expect(byName('deactivateUser')).toEqual([params('out@x.test')])
  expect(byName('resetPassword')).toEqual([{ ...params('rec@x.test'), query: { sendEmail: false } }])
  expect(byName('expirePassword')).toEqual([params('exp@x.test')])
  expect(byName('updateUser')).toEqual([
    {
      ...params('boss@x.test'),
      body: { profile: { managerId: ledger.idOf('user', 'ada@x.test'), manager: 'Ada' } },
    },
  ])
  const rule = (name: string, value: string, groupIds: string[], more: object = {}) => ({
    body: {
      type: 'group_rule',
      name,
      conditions: { ...more, expression: { type: 'urn:x:expression', value } },
      actions: { assignUserToGroups: { groupIds } },
    },
  })
  const people = { users: { exclude: [ledger.idOf('user', 'ada@x.test')] }, groups: { exclude: [] } }
  expect(byName('createGroupRule')).toEqual([
    rule('On', 'true', ['id1', 'id2'], { people }),
    rule('Off', 'false', ['id1']),
  ])
  expect(byName('activateGroupRule')).toEqual([{ params: { ruleId: ledger.idOf('rule', 'On') } }])
  expect(byName('registerClient')).toEqual([{ body: { client_name: 'C' } }])

  // Run again, it calls nothing.
  const again = await pushed(
    {
      groups: [{ name: 'G0', profile: { name: 'G0' } }],
      users: [
        person('boss@x.test', { manager: { login: 'ada@x.test', name: 'Ada' }, moveTo: 'SUSPENDED' }),
      ] as never,
      rules: [{ name: 'On', expression: 'true', groups: ['G0'], exclude: [], isActive: true }],
      clients: [{ name: 'C', settings: {} }],
    },
    {},
  )
  expect([again.calls, again.refused]).toEqual([[], []])
})

test('a refusal is noted without secrets, and the rest goes on; other errors end it', async () => {
  const problem = await refusal(403, 'E0000006', 'no secret')
  const fail = (error: unknown) => () => Promise.reject(error)
  const groups = ['A', 'B'].map((name) => ({ name, profile: { name } }))
  const { refused, ledger } = await pushed({ groups }, { createGroup: fail(problem) })
  expect(refused).toEqual([
    'group A: getUser: 403 E0000006: no ***',
    'group B: getUser: 403 E0000006: no ***',
  ])
  expect(ledger.unclear).toEqual([])
  for (const status of [401, 500, 399]) {
    const error = await refusal(status)
    fs.rmSync(file)
    await expect(pushed({ groups }, { createGroup: fail(error) })).rejects.toBe(error)
  }
  fs.rmSync(file)
  const step = await pushed(
    { users: [person('a@x.test', { moveTo: 'RECOVERY' })] as never },
    {
      createUser: () => ({ id: 'u' }),
      getUser: () => ({ status: 'ACTIVE' }),
      resetPassword: fail(problem),
    },
  )
  expect(step.refused).toEqual(['a@x.test, RECOVERY: getUser: 403 E0000006: no ***'])
})

test('stops after twenty refusals one after the other, not after twenty in all', async () => {
  const problem = await refusal(400)
  const groups = Array.from({ length: 40 }, (_, index) => ({ name: `G${index}`, profile: {} }))
  let count = 0
  const some = await pushed(
    { groups },
    { createGroup: () => ((count += 1) % 20 === 0 ? { id: `g${count}` } : Promise.reject(problem)) },
  )
  expect(some.refused).toHaveLength(38)
  fs.rmSync(file)
  const all = pushed({ groups }, { createGroup: () => Promise.reject(problem) })
  await expect(all).rejects.toThrow(
    new TransferError(
      'stopped after 20 refusals one after the other:\n  group G17: getUser: 400 E0000001: Refused\n  group G18: getUser: 400 E0000001: Refused\n  group G19: getUser: 400 E0000001: Refused',
    ),
  )
})

test('waits for a transition to end before a user is led on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  let looks = 0
  const answers: Answers = {
    createUser: () => ({ id: 'u' }),
    getUser: () => ({ status: 'STAGED', transitioningToStatus: (looks += 1) < 3 ? 'ACTIVE' : undefined }),
    suspendUser: () => ({}),
  }
  const users = [person('a@x.test', { moveTo: 'SUSPENDED' })] as never
  const done = pushed({ users }, answers)
  await vi.advanceTimersByTimeAsync(999)
  expect(looks).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect((await done).refused).toEqual([])
  fs.rmSync(file)
  const stuck = pushed({ users }, { ...answers, getUser: () => ({ transitioningToStatus: 'ACTIVE' }) })
  const failed = expect(stuck).rejects.toThrow('user u is still on its way to ACTIVE')
  await vi.advanceTimersByTimeAsync(61_000)
  await failed
})

test('a rule is left out whose property the deployment does not have', async () => {
  const problem = await refusal(400, 'E0000001', 'Unknown property badge')
  const rules = [{ name: 'R', expression: 'user.badge == 1', groups: ['A'], exclude: [], isActive: true }]
  const groups = [{ name: 'A', profile: { name: 'A', badge: 2 } }]
  const answers: Answers = {
    createGroup: ({ body }: { body: { profile: object } }) =>
      'badge' in body.profile ? Promise.reject(problem) : { id: 'g' },
    createGroupRule: () => Promise.reject(problem),
  }
  const first = await pushed({ groups, rules, customProperties: ['badge'] }, answers)
  expect([first.refused, first.leftOut, first.names()]).toEqual([
    [],
    ['badge', 'rule R, which needs badge'],
    ['createGroup', 'createGroup'],
  ])
  const again = await pushed({ groups, rules, customProperties: ['badge'] }, answers)
  expect([again.refused, again.leftOut, again.names()]).toEqual([
    [],
    ['badge', 'rule R, which needs badge'],
    ['createGroupRule'],
  ])
  const other = await pushed(
    {
      groups,
      rules: [{ ...rules[0]!, expression: 'user.floor == 1' }],
      customProperties: ['badge', 'floor'],
    },
    answers,
  )
  expect(other.refused).toEqual(['rule R: getUser: 400 E0000001: Unknown property badge'])
})

test('what existed before is left as it is', async () => {
  const existing = {
    group: new Set(['A']),
    user: new Set(['a@x.test']),
    rule: new Set(['R']),
    client: new Set(['C']),
  }
  const { calls, refused } = await pushed(
    {
      groups: [{ name: 'A', profile: {} }],
      users: [person('a@x.test', { groups: ['A'], moveTo: 'SUSPENDED' })] as never,
      rules: [{ name: 'R', expression: 'true', groups: ['A'], exclude: [], isActive: true }],
      clients: [{ name: 'C', settings: {} }],
    },
    {},
    { existing },
  )
  expect([calls, refused]).toEqual([[], []])
})

test('undoes what a ledger says was made: what names others first, the latest first', async () => {
  const ledger = new Ledger(file, header)
  for (const kind of ['group', 'user', 'rule', 'client'] as const) {
    ledger.wasMade(kind, '1', `${kind}1`)
    ledger.wasMade(kind, '2', `${kind}2`)
  }
  expect(undoable(ledger).map(({ id }) => id)).toEqual([
    'rule2',
    'rule1',
    'client2',
    'client1',
    'user2',
    'user1',
    'group2',
    'group1',
  ])
  const notFound = await refusal(404, 'E0000007')
  const unknown = await refusal(401, 'invalid_client')
  const forbidden = await refusal(403, 'E0000006', 'a secret')
  const gone = new Set<string>()
  const { target, calls } = targetOf({
    deactivateGroupRule: ({ params }: { params: { ruleId: string } }) =>
      params.ruleId === 'rule2' ? Promise.reject(forbidden) : undefined,
    deleteGroupRule: ({ params }: { params: { ruleId: string } }) =>
      params.ruleId === 'rule2' ? Promise.reject(notFound) : undefined,
    deleteClient: ({ params }: { params: { clientId: string } }) =>
      Promise.reject(params.clientId === 'client2' ? unknown : notFound),
    getUser: ({ params: { userId } }: { params: { userId: string } }) => {
      if (userId === 'user1') throw notFound
      return { status: gone.has(userId) ? 'DEPROVISIONED' : 'ACTIVE' }
    },
    deleteUser: ({ params }: { params: { userId: string } }) => void gone.add(params.userId),
    deleteGroup: ({ params }: { params: { groupId: string } }) =>
      Promise.reject(params.groupId === 'group1' ? forbidden : notFound),
  })
  expect(await undo(target, ledger, silent)).toEqual(['group 1: getUser: 403 E0000006: a ***'])
  expect(ledger.made.map(({ id }) => id)).toEqual(['group1'])
  expect(calls.filter(([name]) => name === 'deleteUser')).toHaveLength(2)
  const broken = await refusal(500, 'E0000009')
  await expect(
    undo(targetOf({ deleteGroup: () => Promise.reject(broken) }).target, ledger, silent),
  ).rejects.toBe(broken)
  await expect(undo(targetOf({}).target, ledger, silent)).rejects.toThrow('nobody answers deleteGroup')
  ledger.close()
})

test('waits for a user that is being deactivated, and gives up on one that stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const ledger = new Ledger(file, header)
  ledger.wasMade('user', 'a', 'u')
  const states = [
    { status: 'ACTIVE' },
    { status: 'ACTIVE', transitioningToStatus: 'DEPROVISIONED' },
    { status: 'DEPROVISIONED', transitioningToStatus: null },
  ]
  const one = targetOf({ getUser: () => states.shift(), deleteUser: () => undefined })
  const done = undo(one.target, ledger, silent)
  await vi.advanceTimersByTimeAsync(499)
  expect(one.names()).toEqual(['getUser', 'deleteUser', 'getUser'])
  await vi.advanceTimersByTimeAsync(1)
  expect([await done, one.names().slice(3)]).toEqual([[], ['getUser', 'deleteUser']])
  ledger.wasMade('user', 'b', 'v')
  const stays = 'user v is still there after it was deactivated and deleted; try again'
  const two = targetOf({ getUser: () => ({ status: 'ACTIVE' }), deleteUser: () => undefined })
  await expect(undo(two.target, ledger, silent)).rejects.toThrow(stays)
  expect(two.calls).toHaveLength(6)
  const three = undo(targetOf({ getUser: () => ({ transitioningToStatus: 'X' }) }).target, ledger, silent)
  const failed = expect(three).rejects.toThrow(stays)
  await vi.advanceTimersByTimeAsync(61_000)
  await failed
  ledger.close()
})

test('says what is wrong with the address or the token by the first call', async () => {
  const told = (getUser: () => unknown): Promise<unknown> =>
    ownerOf(targetOf({ getUser }).target).catch((error: TransferError) => [error.message, error.exitCode])
  expect(await told(() => ({ profile: { login: 'ada' } }))).toBe('ada')
  const fail = (error: unknown) => () => Promise.reject(error)
  expect(await told(() => ({}))).toEqual([
    'what answers at https://id.test is not the service: GET /api/v1/users/me answered no user',
    6,
  ])
  expect(await told(fail(await refusal(502, '')))).toEqual([
    'what answers at https://id.test is not the service: GET /api/v1/users/me answered 502',
    6,
  ])
  expect(await told(fail(await refusal(404, 'E0000007')))).toEqual([
    'there is no service below https://id.test: GET /api/v1/users/me answered 404; is the path of --base-url right?',
    6,
  ])
  expect(await told(fail(await refusal(401, 'E0000011', 'secret?')))).toEqual([
    'the token was refused: getUser: 401 E0000011: ***?',
    6,
  ])
  await expect(ownerOf(targetOf({ getUser: fail(new RangeError('x')) }).target)).rejects.toThrow(RangeError)
})

test('what broke a call is told in a line, with an exit code', async () => {
  const { target } = targetOf({})
  const known = new TransferError('a')
  expect([known.exitCode, known.name, transferExitCodes]).toEqual([
    1,
    'TransferError',
    { ok: 0, refused: 1, unreachable: 6, interrupted: 130 },
  ])
  expect(asTransferError(known, target)).toBe(known)
  expect(asTransferError('text', target)).toBe('text')
  const told = (error: unknown): unknown => {
    const found = asTransferError(error, target)
    return found instanceof TransferError ? [found.message, found.exitCode] : found
  }
  expect(told(await refusal(400, 'E0000001', 'secret'))).toEqual(['getUser: 400 E0000001: ***', 1])
  expect(told(new RateLimited('waited secret'))).toEqual([expect.stringContaining('***'), 6])
  const coded = (code: string): Error => Object.assign(new Error('x'), { code })
  const insecure = '; --insecure accepts any certificate'
  for (const [code, hint] of [
    ['ECONNREFUSED', ''],
    ['HPE_INVALID', ''],
    ['CERT_HAS_EXPIRED', insecure],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', insecure],
    ['SELF_SIGNED_CERT_IN_CHAIN', insecure],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', insecure],
  ] as const) {
    expect(told(coded(code))).toEqual([`cannot reach https://id.test: ${code}${hint}`, 6])
  }
  for (const code of ['E_x', 'XECONN', 'E1', 'X_CERT_']) {
    const error = coded(code)
    expect([code, asTransferError(error, target) === error]).toEqual([code, !/^E[A-Z]+/.test(code)])
  }
  const plain = new Error('x')
  expect(asTransferError(plain, target)).toBe(plain)
})

test('options say where a deployment is; what is wrong with them is told', async () => {
  const io = {
    out: () => {},
    error: () => {},
    environment: { T: 'token', H: 'hidden' },
    readStdin: () => 'from-stdin',
  }
  const run = (values: object, given: object = io): Promise<unknown> =>
    withTarget('push', values, given as never, async ({ baseUrl, concurrency }) => {
      found.push([baseUrl, concurrency])
      return 7
    }).catch((error: Error) => error.message)
  const found: unknown[] = []
  const listeners = process.listenerCount('SIGINT')
  const base = { baseUrl: 'https://id.test/x/', token: 'env:T' }
  expect(await run(base)).toBe(7)
  expect(
    await run({
      ...base,
      concurrency: 2,
      rps: 1,
      rateLimitBudget: 5,
      insecure: true,
      header: ['X-A: b', 'X-B: env:H'],
    }),
  ).toBe(7)
  expect(found).toEqual([
    ['https://id.test/x', 4],
    ['https://id.test/x', 2],
  ])
  expect([
    await run({ token: 'env:T' }),
    await run({ ...base, baseUrl: 'id.test' }),
    await run({ ...base, baseUrl: 'xhttps://id.test' }),
    await run({ ...base, baseUrl: 'https://' }),
    await run({ baseUrl: 'https://id.test' }),
    await run({ ...base, token: 'token' }),
    await run({ ...base, token: 'env:NONE' }),
    await run({ ...base, header: ['nonsense'] }),
    await run({ ...base, header: ['X-A: '] }),
    await run({ ...base, header: [' X-A: b'] }),
    await run({ ...base, header: ['X-A: env:NONE'] }),
  ]).toMatchInlineSnapshot(`
    [
      "--base-url is missing: the address of the deployment",
      "--base-url: expected an address such as https://id.example.com, found 'id.test'",
      "--base-url: expected an address such as https://id.example.com, found 'xhttps://id.test'",
      "--base-url: expected an address such as https://id.example.com, found 'https://'",
      "--token is missing: env:NAME, file:PATH or stdin",
      "--token takes env:NAME, file:PATH or stdin, never the secret itself: other users can read the command line",
      "--token: env:NONE is not set, or empty",
      "--header: expected 'Name: value', or 'Name: env:NAME' for a secret",
      7,
      "--header: expected 'Name: value', or 'Name: env:NAME' for a secret",
      "--header: env:NONE is not set, or empty",
    ]
  `)
  // Nothing listens any more, whatever was wrong.
  expect(process.listenerCount('SIGINT')).toBe(listeners)
  expect(secretFrom('stdin', '--token', io as never)).toBe('from-stdin')
  const errors: string[] = []
  const failing = (error: unknown) =>
    withTarget('push', base, { ...io, error: (line: string) => errors.push(line) }, () =>
      Promise.reject(error),
    )
  expect(await failing(new TransferError('stopped', 130))).toBe(130)
  expect(errors).toEqual(['identikit push: stopped'])
  const fault = new TypeError('ours')
  await expect(failing(fault)).rejects.toBe(fault)
  const stop = new AbortController()
  const interrupted = withTarget(
    'pull',
    base,
    { ...io, error: (line: string) => errors.push(line), signal: stop.signal },
    async ({ client }) => {
      stop.abort()
      await client.getUser({ params: { userId: 'me' } })
      return 0
    },
  )
  expect([await interrupted, errors[1], process.listenerCount('SIGINT')]).toEqual([
    130,
    'identikit pull: interrupted',
    listeners,
  ])
  const inside = await withTarget('push', base, io, async () => process.listenerCount('SIGINT'))
  expect([inside - listeners, process.listenerCount('SIGINT')]).toEqual([1, listeners])
})

test.each([
  ['0', 2000],
  ['1', 0],
])('where %s calls are left, the next one waits %i ms', async (remaining, wait) => {
  const server = createServer((_request, response) => {
    const now = Math.floor(Date.now() / 1000)
    response.writeHead(200, {
      date: new Date(now * 1000).toUTCString(),
      'content-type': 'application/json',
      'x-rate-limit-remaining': remaining,
      'x-rate-limit-reset': String(now + 1),
    })
    response.end('{"profile":{"login":"me@example.com"}}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const target = openTarget({ baseUrl: `http://127.0.0.1:${port}`, token: 'token', signal: stop.signal })
  try {
    expect(await ownerOf(target)).toBe('me@example.com')
    expect(target.waited()).toBeCloseTo(wait, 6)
  } finally {
    stop.abort()
    target.close()
    server.close()
  }
})
