import { expect, test } from 'vitest'
import { createClock } from '../../../src/model/kernel/clock.ts'
import { createIdGenerator } from '../../../src/model/kernel/ids.ts'
import { createRandom } from '../../../src/model/kernel/random.ts'
import { OneTimeTokens, oneTimePurposes } from '../../../src/model/users/one-time-tokens.ts'
import { Outbox } from '../../../src/model/users/outbox.ts'
import { Sessions } from '../../../src/model/users/sessions.ts'
import { Transitions } from '../../../src/model/users/transitions.ts'
import { UserTypes } from '../../../src/model/users/user-types.ts'

const start = Date.UTC(2026, 0, 5, 9, 30)
const base = () => ({
  clock: createClock({ start, frozen: true }),
  ids: createIdGenerator(createRandom('lists')),
})

function sessionStage() {
  const { clock, ids } = base()
  const sessions = new Sessions({ clock, ids, settings: { sessionLifetime: 1000 } })
  const told: string[] = []
  sessions.watch((id, before, after) => told.push(`${id} ${before ? 'ended' : ''}${after ? 'opened' : ''}`))
  return { clock, sessions, told }
}

test('a session is opened, found by its cookie, and lives as long as it is set', () => {
  const { clock, sessions, told } = sessionStage()
  const one = sessions.open('u1')
  expect(one).toStrictEqual({
    id: expect.stringMatching(/^102.{17}$/),
    cookie: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    userId: 'u1',
    created: '2026-01-05T09:30:00.000Z',
    expiresAt: start + 1000,
  })
  const two = sessions.open('u1', ['pwd'])
  expect(two).toMatchObject({ amr: ['pwd'] })
  expect(sessions.principal(one.cookie)).toEqual({ kind: 'session', id: one.id, userId: 'u1' })
  expect([sessions.find('none'), sessions.principal('none'), sessions.of('u2')]).toEqual([
    undefined,
    undefined,
    [],
  ])
  expect(sessions.of('u1')).toEqual([one, two])
  expect(told).toEqual([`${one.id} opened`, `${two.id} opened`])
  clock.advance(999)
  expect(sessions.find(one.cookie)).toBe(one)
  clock.advance(1)
  expect([sessions.find(one.cookie), sessions.of('u1'), sessions.close(one.cookie)]).toEqual([
    undefined,
    [],
    undefined,
  ])
  expect(sessions.all()).toHaveLength(2)
})

test('sessions are ended one by one, of a user, or all but one', () => {
  const { sessions, told } = sessionStage()
  const [one, two, other] = [sessions.open('u1'), sessions.open('u1'), sessions.open('u2')]
  const left = () => sessions.all().map(({ id }) => id)
  told.length = 0
  sessions.end('u1', one.id)
  expect([left(), told]).toEqual([[one.id, other.id], [`${two.id} ended`]])
  expect([sessions.close(one.cookie), sessions.close(one.cookie), left()]).toEqual([
    one,
    undefined,
    [other.id],
  ])
  const [three, four] = [sessions.open('u1'), sessions.open('u1')]
  sessions.clearOwn({ kind: 'session', id: four.id, userId: 'u1' }, true)
  expect(left()).toEqual([other.id, four.id])
  sessions.clearOwn({ kind: 'session', id: four.id, userId: 'u1' }, false)
  expect(left()).toEqual([other.id])
  const revoked: string[] = []
  sessions.onRevokeTokens((userId) => revoked.push(`one ${userId}`))
  sessions.onRevokeTokens((userId) => revoked.push(`two ${userId}`))
  sessions.clear('u2')
  expect([left(), revoked]).toEqual([[], []])
  sessions.clear('u2', { oauthTokens: true })
  expect(revoked).toEqual(['one u2', 'two u2'])
  expect(sessions.of(three.userId)).toEqual([])
})

test('sessions come back with their users, and those that are over go when there are many', () => {
  const { clock, sessions } = sessionStage()
  const state = sessions.state.snapshot()
  const one = sessions.open('u1')
  const withOne = sessions.state.snapshot()
  sessions.state.restore(state)
  expect(sessions.of('u1')).toEqual([])
  sessions.state.restore(withOne)
  expect(sessions.of('u1')).toEqual([one])
  clock.advance(500)
  for (let number = 0; number < 998; number += 1) sessions.open('u2')
  clock.advance(500)
  expect(sessions.all()).toHaveLength(999)
  sessions.open('u3')
  expect(sessions.all()).toHaveLength(999)
  clock.advance(500)
  sessions.open('u4')
  // Swept at twice what was left: at 1998.
  expect(sessions.all()).toHaveLength(1000)
  for (let number = 0; number < 997; number += 1) sessions.open('u5')
  expect(sessions.all()).toHaveLength(1997)
  sessions.open('u5')
  expect(sessions.all()).toHaveLength(1000)
})

function tokenStage() {
  const { clock, ids } = base()
  const lifetimes = { activation: 10, passwordReset: 20, emailVerification: 30 }
  const tokens = new OneTimeTokens({ clock, ids, settings: { oneTimeTokenLifetimes: lifetimes } })
  const works = (...list: { readonly value: string }[]) =>
    list.map(({ value }) => tokens.find(value) !== undefined)
  return { clock, tokens, works }
}

test('a one-time token lives as long as its purpose says', () => {
  expect(oneTimePurposes).toEqual([
    'activation',
    'verify',
    'password-reset',
    'forgot-password',
    'email-verification',
  ])
  const { clock, tokens, works } = tokenStage()
  const lives = Object.fromEntries(
    oneTimePurposes.map((purpose) => [purpose, tokens.issue(purpose, purpose).expiresAt - start]),
  )
  expect(lives).toEqual({
    activation: 10,
    verify: 10,
    'password-reset': 20,
    'forgot-password': 20,
    'email-verification': 30,
  })
  const token = tokens.issue('u', 'activation')
  expect(token).toStrictEqual({
    value: expect.stringMatching(/^.{20}$/),
    purpose: 'activation',
    userId: 'u',
    expiresAt: start + 10,
  })
  clock.advance(9)
  expect(works(token)).toEqual([true])
  clock.advance(1)
  expect([works(token), tokens.use(token.value)]).toEqual([[false], undefined])
})

test('a newer token takes the place of those about the same, and others stay', () => {
  const { tokens, works } = tokenStage()
  const other = tokens.issue('u2', 'activation')
  const access = tokens.issue('u', 'activation')
  const email = tokens.issue('u', 'email-verification', 'email')
  const second = tokens.issue('u', 'email-verification', 'secondEmail')
  expect(email.property).toBe('email')
  expect(works(other, access, email, second)).toEqual([true, true, true, true])
  const newer = tokens.issue('u', 'password-reset')
  expect(works(other, access, email, second, newer)).toEqual([true, false, true, true, true])
  const newEmail = tokens.issue('u', 'email-verification', 'email')
  expect(works(newer, email, second, newEmail)).toEqual([true, false, true, true])
  tokens.revokeVerification('u', 'secondEmail')
  expect(works(newer, second, newEmail)).toEqual([true, false, true])
  tokens.revokeAccess('u')
  expect(works(newer, newEmail, other)).toEqual([false, true, true])
  expect(tokens.use(newEmail.value)).toEqual(newEmail)
  expect([tokens.use(newEmail.value), works(other)]).toEqual([undefined, [true]])
  tokens.revoke('u2')
  tokens.revoke('nobody')
  expect(works(other)).toEqual([false])
})

test('tokens that come back are those of their users', () => {
  const { tokens, works } = tokenStage()
  const token = tokens.issue('u', 'activation')
  const state = tokens.state.snapshot()
  tokens.revoke('u')
  tokens.state.restore(state)
  expect(works(token)).toEqual([true])
  const newer = tokens.issue('u', 'verify')
  expect(works(token, newer)).toEqual([false, true])
  tokens.state.restore(state)
  tokens.state.restore(state)
  tokens.use(token.value)
  expect(works(token, newer)).toEqual([false, false])
})

test('a transition completes when it is due, once, unless it is dropped or begun anew', () => {
  const { clock } = base()
  const done: string[] = []
  const transitions = new Transitions(clock, (userId, name) => done.push(`${userId} ${name}`))
  transitions.start('u1', 'activate', 10)
  transitions.start('u2', 'deactivate', 10)
  transitions.start('u3', 'activate', 10)
  transitions.drop('u2')
  transitions.drop('nobody')
  transitions.start('u3', 'deactivate', 20)
  const state = transitions.state.snapshot()
  expect([...(state as { entries: Map<number, unknown> }).entries.values()]).toEqual([
    ['u1', { name: 'activate', dueAt: start + 10 }],
    ['u3', { name: 'deactivate', dueAt: start + 20 }],
  ])
  clock.advance(9)
  expect(done).toEqual([])
  clock.advance(1)
  expect(done).toEqual(['u1 activate'])
  expect(clock.pending()).toBe(1)
  transitions.state.restore(state)
  expect(clock.pending()).toBe(2)
  clock.advance(10)
  expect(done).toEqual(['u1 activate', 'u1 activate', 'u3 deactivate'])
  expect([clock.pending(), transitions.state.snapshot()]).toEqual([0, { last: 4, entries: new Map() }])
  clock.set('9999-12-31T23:59:59.000Z')
  transitions.start('u4', 'activate', 5000)
  clock.advance(999)
  expect(done.at(-1)).toBe('u4 activate')
})

function outboxStage() {
  const { clock } = base()
  const outbox = new Outbox(clock)
  const marks: unknown[] = []
  outbox.rows.track((key) => marks.push(key))
  const send = (to: string, userId = 'u', kind: 'welcome' | 'activation' = 'welcome') =>
    outbox.send({ kind, to, userId, subject: 's' })
  return { outbox, send, marks: () => marks.splice(0) }
}

test('mails are numbered, told, and found by what they are', () => {
  const { outbox, send, marks } = outboxStage()
  const told: unknown[] = []
  outbox.watch((...change) => told.push(change))
  const first = send('a@x.test')
  expect(first).toEqual({
    number: 1,
    kind: 'welcome',
    to: 'a@x.test',
    userId: 'u',
    subject: 's',
    sentAt: '2026-01-05T09:30:00.000Z',
  })
  expect([told, marks(), outbox.sent]).toEqual([[['1', undefined, first]], ['last', 1], 1])
  send('b@x.test', 'v')
  send('a@x.test', 'v', 'activation')
  const numbers = (only?: Parameters<Outbox['list']>[0]) => outbox.list(only).map(({ number }) => number)
  expect([
    numbers(),
    numbers({}),
    numbers({ to: 'a@x.test' }),
    numbers({ userId: 'v' }),
    numbers({ kind: 'welcome', userId: 'v' }),
  ]).toEqual([[1, 2, 3], [1, 2, 3], [1, 3], [2, 3], [2]])
  expect(numbers({ to: undefined, userId: 'u', kind: undefined })).toEqual([1])
  marks()
  outbox.clear()
  expect([numbers(), marks(), outbox.sent]).toEqual([[], [1, 2, 3], 3])
  expect(send('c@x.test').number).toBe(4)
})

test('mails are rows, and come back', () => {
  const { outbox, send, marks } = outboxStage()
  const [one, two] = [send('a'), send('b')]
  const state = outbox.snapshot()
  outbox.clear()
  const three = send('c')
  marks()
  expect(state).toEqual({ mails: [one, two], sent: 2 })
  expect([[...outbox.rows.keys()], [...outbox.rows.keys(state)]]).toEqual([
    ['last', 3],
    ['last', 1, 2],
  ])
  expect([outbox.rows.read('last'), outbox.rows.read(3), outbox.rows.read(2), outbox.rows.read(4)]).toEqual([
    3,
    three,
    undefined,
    undefined,
  ])
  expect([
    outbox.rows.read('last', state),
    outbox.rows.read(1, state),
    outbox.rows.read(2, state),
    outbox.rows.read(3, state),
  ]).toEqual([2, one, two, undefined])
  expect(outbox.rows.read(1, { mails: [], sent: 0 })).toBe(undefined)
  const rows = (list: [string, unknown][]) => new Map(list)
  expect(
    outbox.rows.stateOf(
      rows([
        ['2', two],
        ['last', 2],
        ['1', one],
      ]),
    ),
  ).toEqual(state)
  expect(outbox.rows.stateOf(rows([]), state)).toEqual(state)
  expect(outbox.rows.stateOf(rows([['last', 1]]), state)).toEqual({ mails: [one], sent: 1 })
  expect(
    outbox.rows.stateOf(
      rows([
        ['1', null],
        ['3', three],
        ['last', 3],
      ]),
      state,
    ),
  ).toEqual({ mails: [two, three], sent: 3 })
  outbox.restore(state)
  expect([outbox.list(), outbox.sent, marks()]).toEqual([[one, two], 2, [3, 'last', 1, 2]])
  send('d')
  expect(state.mails).toHaveLength(2)
  new Outbox({ iso: () => '' }).clear()
})

test('the newest ten thousand mails are kept, and the oldest is marked when it goes', () => {
  const { outbox, send, marks } = outboxStage()
  for (let number = 1; number <= 10_000; number += 1) send('a')
  marks()
  send('b')
  expect([marks(), outbox.list().length, outbox.list()[0]!.number, outbox.rows.read(10_001)]).toEqual([
    ['last', 10_001, 1],
    10_000,
    2,
    outbox.list().at(-1),
  ])
})

test('user types are told by one reference each, the first by default', () => {
  const types = new UserTypes()
  const { ids } = base()
  let marks = 0
  types.rows.track(() => (marks += 1))
  const [one, two] = [types.add(ids), types.add(ids)]
  expect([one, two]).toEqual([expect.stringMatching(/^oty/), expect.stringMatching(/^oty/)])
  expect([types.ids, types.snapshot(), types.rows.read('='), marks]).toEqual([
    [one, two],
    [one, two],
    [one, two],
    2,
  ])
  expect(types.byDefault).toEqual({ id: one })
  expect(types.reference(one)).toBe(types.byDefault)
  expect(types.reference(two)).toEqual({ id: two })
  types.restore([two])
  expect([types.byDefault, types.ids]).toEqual([{ id: two }, [two]])
})
