import { expect, test } from 'vitest'
import { opensSomething } from '../../src/model/held-texts.ts'

const text = 'a-text-that-opens'
const nothing = { get: () => undefined, by: () => undefined, find: () => undefined }

/** Parts of which at most one holds the text. */
function holders(more: object = {}) {
  return {
    principals: { has: () => false },
    sessions: nothing,
    oneTimeTokens: nothing,
    refreshTokens: { collection: nothing, retired: nothing },
    accessTokens: { collection: nothing },
    authorizationCodes: { state: nothing },
    deviceCodes: { find: nothing.find, pending: nothing.find },
    interactions: { state: nothing },
    ...more,
  } as unknown as Parameters<typeof opensSomething>[0]
}

const finds = (value: string) => (value === text ? {} : undefined)
const get = { get: finds }
const collection = { by: (index: string, value: string) => (index === 'value' ? finds(value) : undefined) }

test.each([
  ['an API token', { principals: { has: (value: string) => value === text } }],
  ['a session', { sessions: { find: finds } }],
  ['a one-time token', { oneTimeTokens: { find: finds } }],
  ['a refresh token', { refreshTokens: { collection, retired: nothing } }],
  ['a refresh token that was replaced', { refreshTokens: { collection: nothing, retired: get } }],
  ['an access token', { accessTokens: { collection } }],
  ['an authorization code', { authorizationCodes: { state: get } }],
  ['a device code', { deviceCodes: { find: finds, pending: nothing.find } }],
  ['a code that a user types in', { deviceCodes: { find: nothing.find, pending: finds } }],
  ['an interaction', { interactions: { state: get } }],
])('%s opens something', (_name, more) => {
  expect(opensSomething(holders(more), text)).toBe(true)
  expect(opensSomething(holders(more), `${text}s`)).toBe(false)
})

test('what nobody gave out opens nothing, and a short text only where somebody chose it for a token', () => {
  const always = { find: () => ({}) }
  expect(opensSomething(holders(), text)).toBe(false)
  expect(opensSomething(holders({ sessions: always }), '1234567')).toBe(false)
  expect(opensSomething(holders({ sessions: always }), '12345678')).toBe(true)
  expect(opensSomething(holders({ principals: { has: () => true } }), 'x')).toBe(true)
})
