import { expect, test } from 'vitest'
import {
  createIdGenerator,
  type IdGeneratorState,
  idPrefixes,
  type IdKind,
} from '../../../src/model/kernel/ids.ts'
import { Single } from '../../../src/model/kernel/single.ts'
import { Random } from '../../../src/model/kernel/random.ts'

const generator = (seed = 'ids') => createIdGenerator(new Random(seed))
const kinds = Object.keys(idPrefixes) as IdKind[]

test.each([
  ['user', '00u'],
  ['group', '00g'],
  ['groupRule', '0pr'],
  ['client', '0oa'],
  ['grant', 'oag'],
  ['refreshToken', 'oar'],
  ['session', '102'],
] as const)('the id of a %s has 20 characters and starts with %s', (kind, prefix) => {
  const ids = generator()
  for (let index = 0; index < 100; index++) {
    expect(ids(kind)).toMatch(new RegExp(`^${prefix}[A-Za-z0-9]{17}$`))
  }
})

test('no two kinds share a prefix, so that an id shows its kind', () => {
  expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length)
  for (const prefix of Object.values(idPrefixes)) expect(prefix).toHaveLength(3)
})

test('the same seed makes the same ids, another seed others', () => {
  const first = generator('a')
  const again = generator('a')
  const other = generator('b')
  for (const kind of kinds) {
    const id = first(kind)
    expect(again(kind)).toBe(id)
    expect(other(kind)).not.toBe(id)
  }
})

test('ids of one kind do not depend on how many of another were made', () => {
  const plain = generator()
  const busy = generator()
  for (let index = 0; index < 10; index++) busy('group')
  busy.clientSecret()
  expect(busy('user')).toBe(plain('user'))
})

test('the last eight characters alone never repeat, which rules out repeats by chance', () => {
  const ids = generator()
  const seen = new Set<string>()
  for (let index = 0; index < 200_000; index++) seen.add(ids('user').slice(12))
  expect(seen.size).toBe(200_000)
})

test('neighbouring ids do not look alike', () => {
  const ids = generator()
  expect(ids('user').slice(0, 8)).not.toBe(ids('user').slice(0, 8))
})

test.each([
  ['an error id', 'errorId', /^oae[A-Za-z0-9]{22}$/],
  ['a one-time token', 'oneTimeToken', /^[A-Za-z0-9]{20}$/],
  ['a client secret', 'clientSecret', /^[A-Za-z0-9_-]{40}$/],
  ['the value of an API token', 'apiTokenValue', /^00[A-Za-z0-9_-]{40}$/],
] as const)('%s has its form, comes from the seed and does not repeat', (_name, method, form) => {
  const ids = generator()
  const made = Array.from({ length: 2000 }, () => ids[method]())
  for (const text of made) expect(text).toMatch(form)
  expect(new Set(made).size).toBe(2000)
  expect(generator()[method]()).toBe(made[0])
})

test('an opaque token has the length asked for', () => {
  expect(generator().token(64)).toMatch(/^[A-Za-z0-9]{64}$/)
  expect(generator().token(0)).toBe('')
})

test('a temporary password has 8 characters and what the default policy asks for', () => {
  const ids = generator()
  for (let index = 0; index < 2000; index++) {
    const password = ids.temporaryPassword()
    expect(password).toMatch(/^[A-Za-z0-9]{8}$/)
    expect(password).toMatch(/[A-Z]/)
    expect(password).toMatch(/[a-z]/)
    expect(password).toMatch(/\d/)
  }
})

test('a temporary password that the caller refuses is not given out', () => {
  const refused = generator().temporaryPassword()
  const given = generator().temporaryPassword((password) => password !== refused)
  expect(given).not.toBe(refused)
})

test('gives up, with a clear error, when every temporary password is refused', () => {
  expect(() => generator().temporaryPassword(() => false)).toThrow(/temporaryPassword.*refused/)
})

test('goes back to an earlier state, streams opened since included', () => {
  const stored = new Single<IdGeneratorState>({ name: 'ids' })
  const ids = createIdGenerator(new Random('ids'), undefined, stored)
  ids('user')
  const state = stored.snapshot()
  const first = [ids('user'), ids('group'), ids.errorId(), ids.clientSecret()]
  stored.restore(state)
  expect([ids('user'), ids('group'), ids.errorId(), ids.clientSecret()]).toEqual(first)
})
