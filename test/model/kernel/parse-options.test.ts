import { expect, test } from 'vitest'
import { isBaseUrl, parseBaseUrl } from '../../../src/model/kernel/base-url.ts'
import { parseOrgOptions } from '../../../src/model/kernel/parse-options.ts'

test.for([
  [[], 'a list'],
  ['', 'a text'],
  [5, 'a number'],
  [true, 'a boolean'],
  [null, 'null'],
] as const)('options that are %j are refused', ([options, found]) => {
  expect(() => parseOrgOptions(options)).toThrow(
    new TypeError(`Bad options\n  options: expected an object, got ${found}`),
  )
})

test.for([
  ['https://svc.example.com/', 'https://svc.example.com'],
  ['HTTP://Svc.Example.com:8080/orgs/acme//', 'http://svc.example.com:8080/orgs/acme'],
  ['https://svc.example.com/a b', 'https://svc.example.com/a%20b'],
] as const)('%s is a base URL', ([text, base]) => {
  expect([isBaseUrl(text), parseBaseUrl(text)]).toEqual([true, base])
})

test.for([
  'nowhere',
  '',
  'ftp://svc.example.com',
  'xhttps://svc.example.com',
  'httpsx://svc.example.com',
  'https://user@svc.example.com',
  'https://:secret@svc.example.com',
  'https://svc.example.com/?',
  'https://svc.example.com/#',
])('%j is not a base URL', (text) => {
  expect(isBaseUrl(text)).toBe(false)
  expect(() => parseBaseUrl(text)).toThrow(
    new TypeError(
      `baseUrl: expected an http or https URL without a query, a fragment and credentials, got "${text}"`,
    ),
  )
})
