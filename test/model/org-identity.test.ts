import { expect, test } from 'vitest'
import type { ParsedOrgOptions } from '../../src/model/kernel/options-schema.ts'
import { parseOrgOptions } from '../../src/model/kernel/parse-options.ts'
import { RowsError, type SortedRows } from '../../src/model/kernel/state-log.ts'
import {
  changedOptions,
  identityIn,
  keptOptions,
  optionsGoingOn,
  type OrgIdentity,
  rowsVersion,
} from '../../src/model/org-identity.ts'

const rowsWith = (organisation: unknown): SortedRows => ({
  present: new Map([['organisation', new Map([['=', organisation]])]]),
  states: new Map(),
})

const made = (options: ParsedOrgOptions = {}): OrgIdentity => ({
  version: 1,
  options,
  foundedAt: 5,
  baseUrl: 'https://svc.example.com',
})

test('a password hook that is a function is not among the options that are kept', () => {
  expect(keptOptions(parseOrgOptions({ seed: 'x', passwordHook: () => true }))).toStrictEqual({ seed: 'x' })
  const withUrl = { seed: 'x', passwordHook: 'https://hook.example.com' }
  expect(keptOptions(withUrl)).toStrictEqual(withUrl)
  expect(keptOptions({ seed: 'x' })).toStrictEqual({ seed: 'x' })
})

test('rows tell how their organisation was made', () => {
  const identity = made({ seed: 'x' })
  expect(rowsVersion).toBe(1)
  expect(identityIn(rowsWith(identity))).toBe(identity)
  const before = { ...identity, version: 0 }
  expect(identityIn(rowsWith(before))).toBe(before)
})

const none = 'there is none that tells how the organisation was made'
const unreadable = 'organisation cannot be read: expected options and the time at which it was made'

test.each([
  ['no organisation', undefined, none],
  ['an organisation that is gone', null, none],
  ['no version', { options: {}, foundedAt: 5 }, none],
  ['a version that is a text', { ...made(), version: '1' }, none],
  [
    'a later version',
    { ...made(), version: 2 },
    'they have version 2, and this is identikit for version 1; use a later identikit',
  ],
  ['no options', { ...made(), options: undefined }, unreadable],
  ['options that are null', { ...made(), options: null }, unreadable],
  ['options that are a text', { ...made(), options: 'x' }, unreadable],
  ['no time', { ...made(), foundedAt: undefined }, unreadable],
  ['a time that is a text', { ...made(), foundedAt: '2026-01-05' }, unreadable],
])('rows with %s are refused', (_, organisation, message) => {
  expect(() => identityIn(rowsWith(organisation))).toThrow(new RowsError(message))
})

test('rows without the part are refused', () => {
  expect(() => identityIn({ present: new Map(), states: new Map() })).toThrow(new RowsError(none))
  const empty = { present: new Map([['organisation', new Map()]]), states: new Map() }
  expect(() => identityIn(empty)).toThrow(new RowsError(none))
})

test('options that are given take the place of those that it was made with', () => {
  const identity = made({ seed: 'x', searchLag: 1, transitionDelay: 2 })
  expect(optionsGoingOn(identity, {})).toStrictEqual({ seed: 'x', searchLag: 1, transitionDelay: 2 })
  expect(optionsGoingOn(identity, { searchLag: 3, seed: 'x' })).toStrictEqual({
    seed: 'x',
    searchLag: 3,
    transitionDelay: 2,
  })
})

const fixed = (name: string, before: string, after: string) =>
  `the organisation was made with ${name} ${before}, which cannot become ${after}`

test.each<[ParsedOrgOptions, ParsedOrgOptions, string]>([
  [{ seed: 'x' }, { seed: 'y' }, fixed('seed', '"x"', '"y"')],
  [{}, { seed: 'y' }, fixed('seed', 'by default', '"y"')],
  [{ secretSeed: 'x' }, { secretSeed: 'y' }, fixed('secretSeed', '"x"', '"y"')],
  [{ seed: 'x' }, { secretSeed: 'y' }, fixed('secretSeed', 'by default', '"y"')],
  [{}, { vocabulary: { vendor: 'Acme' } as never }, fixed('vocabulary', 'by default', '{"vendor":"Acme"}')],
  [{ loginPattern: null }, { loginPattern: '.+' }, fixed('loginPattern', 'null', '".+"')],
  [{ nullableNames: true }, { nullableNames: false }, fixed('nullableNames', 'true', 'false')],
  [{}, { unsetActivated: 'null' }, fixed('unsetActivated', 'by default', '"null"')],
])('of an organisation made with %j, %j is refused', (options, given, message) => {
  expect(() => optionsGoingOn(made(options), given)).toThrow(new RowsError(message))
})

test('what follows from defaults may be given as it is', () => {
  expect(optionsGoingOn(made({ seed: 'x' }), { secretSeed: 'x' })).toStrictEqual({
    seed: 'x',
    secretSeed: 'x',
  })
  const byDefault = optionsGoingOn(made(), { seed: 'identikit', secretSeed: 'identikit' })
  expect(byDefault).toStrictEqual({ seed: 'identikit', secretSeed: 'identikit' })
})

test('of the options that are given, those that differ are known', () => {
  const identity = made({ searchLag: 1, rateLimit: { limit: 5 } })
  expect(
    changedOptions(identity, {
      searchLag: 1,
      transitionDelay: 2,
      rateLimit: { limit: 6 },
    }),
  ).toStrictEqual({ transitionDelay: 2, rateLimit: { limit: 6 } })
  expect(changedOptions(identity, { rateLimit: { limit: 5 } })).toStrictEqual({})
})
