import { expect, test } from 'vitest'
import { z } from 'zod'
import { isBaseUrl, parseBaseUrl } from '../../../src/model/kernel/base-url.ts'
import { defined } from '../../../src/model/kernel/defined.ts'
import { parseOrgOptions } from '../../../src/model/kernel/parse-options.ts'
import { ValueError } from '../../../src/model/kernel/value-error.ts'
import { readableBy } from '../../../src/model/kernel/value-error.ts'

test.for([
  ['https://svc.example.com/', 'https://svc.example.com'],
  ['HTTP://Svc.Example.com:8080/orgs/acme//', 'http://svc.example.com:8080/orgs/acme'],
  ['https://svc.example.com/a b', 'https://svc.example.com/a%20b'],
] as const)('%s is a base URL', ([text, base]) => {
  expect([isBaseUrl(text), parseBaseUrl(text)]).toEqual([true, base])
})

test('options that are no object, and a text that is no base URL, are refused', () => {
  for (const [options, found] of [
    [[], 'a list'],
    ['', 'a text'],
    [5, 'a number'],
    [true, 'a boolean'],
    [null, 'null'],
  ] as const) {
    const message = `Bad options\n  options: expected an object, got ${found}`
    expect(() => parseOrgOptions(options)).toThrow(new TypeError(message))
  }
  expect(isBaseUrl('nowhere')).toBe(false)
  expect(() => parseBaseUrl('nowhere')).toThrow('baseUrl: expected an http or https URL without a query')
})

test('leaves out undefined values, at any depth, and nothing else', () => {
  const date = new Date(0)
  const list = [undefined, { a: undefined }]
  const hook = () => {}
  const value = { a: undefined, b: null, c: { d: undefined, e: 0 }, date, list, hook, f: '' }
  expect(Object.keys(defined(value))).toEqual(['b', 'c', 'date', 'list', 'hook', 'f'])
  expect(Object.keys(defined(value).c)).toEqual(['e'])
  expect(defined(value).date).toBe(date)
  expect(defined(value).list).toBe(list)
  expect(defined(value).hook).toBe(hook)
  expect([defined(5), defined('x'), defined(undefined), defined(null)]).toEqual([5, 'x', undefined, null])
})

test('an error while reading is a mistake of its field', () => {
  const read = (text: string) => {
    if (text === 'fault') throw new TypeError(text)
    if (text !== '') throw new ValueError('time', text)
  }
  const schema = z.object({ at: z.string().superRefine(readableBy(read)) })
  const mistakes = (at: string) =>
    schema.safeParse({ at }).error?.issues.map(({ code, path, message }) => ({ code, path, message }))
  expect(mistakes('')).toBe(undefined)
  const mistake = (message: string) => [{ code: 'custom', path: ['at'], message }]
  expect(mistakes('expected x')).toEqual(mistake('expected x'))
  expect(mistakes('some words: here')).toEqual(mistake('some words: here'))
  expect(() => mistakes('fault')).toThrow(TypeError)
})

test('options that most organisations have need no schema, and others are read by it', () => {
  const common = { seed: { ids: 's', secrets: 't' }, baseUrl: 'https://x.test', apiToken: 'abc' }
  expect(parseOrgOptions(common)).toEqual(common)
  expect(parseOrgOptions(common)).not.toBe(common)
  expect(parseOrgOptions({})).toEqual({})
  expect(Object.keys(parseOrgOptions({ seed: undefined, apiToken: 'x' }))).toEqual(['apiToken'])
  expect(parseOrgOptions({ seed: 5 })).toEqual({ seed: 5 })
  expect(parseOrgOptions({ seed: 's', delays: { search: '1s' } })).toEqual({
    seed: 's',
    delays: { search: 1000 },
  })
})
