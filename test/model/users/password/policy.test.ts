import { Org } from '../../../../src/model/org.ts'
import { expect, test } from 'vitest'
import {
  checkPassword,
  defaultPasswordPolicy,
  passwordPolicy,
  passwordRefusal,
} from '../../../../src/model/users/password/index.ts'

const login = 'isaac.brock@example.com'

test('the default policy asks for 8 characters, one of each kind, and keeps the login out', () => {
  expect(defaultPasswordPolicy).toMatchObject({
    minLength: 8,
    minLowerCase: 1,
    minUpperCase: 1,
    minNumber: 1,
    minSymbol: 0,
    excludeUsername: true,
    maxAttempts: 10,
  })
})

test.each(['Abcdefg1', 'tlpWENT2m', 'ABCDEFg1', 'A1bcdefgh ijk!', 'Пароль12'])(
  '%s meets the default policy',
  (password) => {
    expect(checkPassword(password, login)).toEqual([])
  },
)

test.each([
  ['Abcdef1', ['at least 8 characters']],
  ['abcdefg1', ['an uppercase letter']],
  ['ABCDEFG1', ['a lowercase letter']],
  ['Abcdefgh', ['a number']],
  ['12345678', ['a lowercase letter', 'an uppercase letter']],
  ['', ['at least 8 characters', 'a lowercase letter', 'an uppercase letter', 'a number']],
  ['brockR0cks!', ['no parts of your username']],
  ['brock', ['at least 8 characters', 'an uppercase letter', 'a number', 'no parts of your username']],
])('%j misses %j', (password, unmet) => {
  expect(checkPassword(password, login)).toEqual(unmet)
})

test('a length is counted in characters', () => {
  expect(checkPassword('Aa1😀😀😀😀😀', login)).toEqual([])
  expect(checkPassword('Aa1😀😀😀😀', login)).toEqual(['at least 8 characters'])
})

test('72 characters are the maximum, with any policy', () => {
  const lax = passwordPolicy({
    minLength: 0,
    minLowerCase: 0,
    minUpperCase: 0,
    minNumber: 0,
    excludeUsername: false,
  })
  expect(checkPassword(`Aa1${'x'.repeat(69)}`, login)).toEqual([])
  expect(checkPassword(`Aa1${'x'.repeat(70)}`, login)).toEqual(['at most 72 characters'])
  expect(checkPassword(`Aa1${'é'.repeat(69)}`, login, lax)).toEqual([])
  expect(checkPassword('x'.repeat(73), login, lax)).toEqual(['at most 72 characters'])
})

test.each([
  ['the whole login', 'Isaac.Brock@example.com1', 'isaac.brock@example.com'],
  ['the whole login in another case', 'XISAAC.BROCK@EXAMPLE.COM1x', 'isaac.brock@example.com'],
  ['a part of the name', 'xxBROCK123x', 'isaac.brock@example.com'],
  ['a part in another case', 'xxbrock123X', 'Isaac.BROCK@example.com'],
  ['a part of four characters', 'Xjane1234', 'jane@example.com'],
  ['a part split off at a comma', 'Xbrock123', 'isaac,brock@example.com'],
  ['a part split off at an underscore', 'Xbrock123', 'isaac_brock@example.com'],
  ['a part split off at a number sign', 'Xbrock123', 'isaac#brock@example.com'],
  ['a part split off at a hyphen', 'Xbrock123', 'isaac-brock@example.com'],
  ['the host of the domain', 'Xexample123', 'jane@example.com'],
  ['a subdomain', 'Xcorp1234', 'jane@corp.example.com'],
  ['the domain above a subdomain', 'Xexample123', 'jane@corp.example.com'],
  ['a domain of one label', 'Xlocalhost1', 'jane@localhost'],
  ['a login without a domain', 'Xbrock123', 'isaac.brock'],
  ['a short login as a whole', 'Xa@b.c123', 'a@b.c'],
])('a password with %s is refused', (_, password, of) => {
  expect(checkPassword(password, of)).toEqual(['no parts of your username'])
})

test.each([
  ['a part of three characters', 'Xjoe12345', 'joe@example.com'],
  ['some letters of a part', 'Xbroc1234', 'isaac.brock@example.com'],
  ['the parent domain', 'Xtravel123', 'jane@example.travel'],
  ['two short parts in a row', 'Xjoedoe123', 'joe.doe@example.com'],
  ['a part split at a plus sign', 'Xbrock123', 'isaac+brock@example.com'],
])('a password with %s is taken', (_, password, of) => {
  expect(checkPassword(password, of)).toEqual([])
})

test('the refusal lists what the policy in force asks', () => {
  expect(passwordRefusal(defaultPasswordPolicy)).toBe(
    'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, ' +
      'an uppercase letter, a number, no parts of your username.',
  )
  expect(
    passwordRefusal(passwordPolicy({ minLength: 12, minNumber: 0, minSymbol: 2, excludeUsername: false })),
  ).toBe(
    'Password requirements were not met. Password requirements: at least 12 characters, a lowercase letter, ' +
      'an uppercase letter, at least 2 symbols.',
  )
})

test('the refusal speaks of the longest password when that was passed', () => {
  const unmet = checkPassword(`Aa1${'x'.repeat(70)}`, login)
  expect(passwordRefusal(defaultPasswordPolicy, unmet)).toMatch(
    /, no parts of your username, at most 72 characters\.$/,
  )
  expect(passwordRefusal(defaultPasswordPolicy, ['a number'])).not.toMatch(/at most/)
})

test('a policy that asks for two of a kind is met by two', () => {
  const policy = passwordPolicy({ minUpperCase: 2, minSymbol: 2, minNumber: 2 })
  expect(checkPassword('ABcdef12!?', login, policy)).toEqual([])
  expect(checkPassword('Abcdefg1!x', login, policy)).toEqual([
    'at least 2 uppercase letters',
    'at least 2 numbers',
    'at least 2 symbols',
  ])
})

test('a policy that does not exclude the login takes it', () => {
  expect(checkPassword('brockR0cks!', login, passwordPolicy({ excludeUsername: false }))).toEqual([])
})

test('settings left out or undefined keep their default', () => {
  expect(passwordPolicy()).toEqual(defaultPasswordPolicy)
  expect(passwordPolicy({ minLength: undefined, maxAttempts: 3 })).toEqual({
    ...defaultPasswordPolicy,
    maxAttempts: 3,
  })
})

test.each([
  [{ minLength: 73 }, 'passwordPolicy.minLength: expected a whole number from 0 to 72'],
  [{ minNumber: 1.5 }, 'passwordPolicy.minNumber: expected a whole number from 0 to 72'],
  [{ historyCount: 31 }, 'passwordPolicy.historyCount: expected a whole number from 0 to 30'],
  [{ maxAttempts: 1_000_001 }, 'passwordPolicy.maxAttempts: expected a whole number from 0 to 1000000'],
  [{ maxAge: '3651d' }, 'passwordPolicy.maxAge: expected at most 3,650 days'],
  [{ minUpperCase: 40, minLowerCase: 40 }, 'make 81, a password has at most 72'],
])('the settings %j are refused', (passwordPolicy, message) => {
  expect(() => new Org({ passwordPolicy })).toThrow(message)
})

test.each([{ minLength: 0 }, { minLength: 72 }, { historyCount: 30 }, { minUpperCase: 70, minLowerCase: 1 }])(
  'the settings %j are taken',
  (changes) => {
    expect(passwordPolicy(changes)).toMatchObject(changes)
  },
)

test('the characters that a policy asks for fit into a password, all together', () => {
  const each = { minLowerCase: 18, minUpperCase: 18, minNumber: 18, minSymbol: 18 }
  expect(passwordPolicy(each)).toMatchObject(each)
  for (const name of Object.keys(each))
    expect(() => passwordPolicy({ ...each, [name]: 19 })).toThrow(
      'passwordPolicy: the characters it asks for make 73, a password has at most 72',
    )
})
