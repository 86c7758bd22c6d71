import { afterEach, expect, test, vi } from 'vitest'
import { createSharedOrg } from '../../src/client/shared-org.ts'
import { retryDelay, waitFor } from '../../src/client/retry.ts'
import { errorIn, requestIdOf, ServiceError } from '../../src/client/service-error.ts'
import { stubFetch } from '../no-browser/page-globals.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('how long to wait before a call is made again', () => {
  vi.useFakeTimers({ now: Date.parse('2031-05-06T07:08:09.000Z'), toFake: ['Date'] })
  const date = 'Tue, 06 May 2031 07:08:00 GMT'
  const reset = String(Date.parse(date) / 1000 + 30)
  const delay = (headers: Record<string, string>): number | undefined =>
    retryDelay({ response: new Response('', { status: 429, headers }), text: '' }, false, 0)
  expect(delay({})).toBeUndefined()
  expect(delay({ 'x-rate-limit-reset': reset, date })).toBe(31_000)
  expect(delay({ 'x-rate-limit-reset': String(Number(reset) - 30), date })).toBe(1000)
  expect(delay({ 'x-rate-limit-reset': String(Number(reset) - 31), date })).toBe(100)
  expect(delay({ 'x-rate-limit-reset': reset })).toBeUndefined()
  expect(delay({ 'x-rate-limit-reset': reset, 'retry-after': '7' })).toBe(7000)
  expect(delay({ 'x-rate-limit-reset': 'soon', date, 'retry-after': '120' })).toBe(120_000)
  for (const none of ['0', '-1', '0.001']) expect(delay({ 'retry-after': none })).toBe(100)
  expect(delay({ 'retry-after': '1.5' })).toBe(1500)
  expect(delay({ 'x-rate-limit-reset': '', date })).toBeUndefined()
  expect(delay({ 'retry-after': 'x12' })).toBeUndefined()
  expect(delay({ 'retry-after': '12x' })).toBeUndefined()
  expect(delay({ 'retry-after': 'Tue, 06 May 2031 07:08:10 GMT', date })).toBe(10_000)
  expect(delay({ 'retry-after': 'Tue, 06 May 2031 07:08:10 GMT' })).toBe(1000)
  expect(delay({ 'retry-after': 'Tue, 06 May 2031 07:07:00 GMT', date })).toBe(100)
})

test('a read is made again after the reply of a gateway, and where its connection broke', () => {
  const after = (status: number, headers = {}, isRead = true, tried = 0): number | undefined =>
    retryDelay({ response: new Response('', { status, headers }), text: '' }, isRead, tried)
  for (const status of [502, 503, 504])
    expect([after(status), after(status, {}, true, 2)]).toEqual([500, 2000])
  expect(after(503, { 'retry-after': '7' })).toBe(7000)
  const date = 'Tue, 06 May 2031 07:08:00 GMT'
  expect(after(503, { 'x-rate-limit-reset': String(Date.parse(date) / 1000 + 30), date })).toBe(500)
  for (const status of [200, 400, 404, 500, 501]) expect(after(status)).toBeUndefined()
  expect(after(503, { 'retry-after': '7' }, false)).toBeUndefined()
  const broken = (cause?: object, isRead = true): number | undefined =>
    retryDelay(new TypeError('fetch failed', { cause }), isRead, 1)
  expect([broken({ code: 'ECONNRESET' }), broken({ code: 'UND_ERR_SOCKET' }), broken()]).toEqual([
    1000, 1000, 1000,
  ])
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
    expect(broken({ code })).toBeUndefined()
  expect(broken({ code: 'ECONNRESET' }, false)).toBeUndefined()
})

test('leaves neither timer nor listener behind where it waited, or its signal aborts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = new AbortController()
  const removed = vi.spyOn(stop.signal, 'removeEventListener')
  await Promise.all([waitFor(100, stop.signal), vi.advanceTimersByTimeAsync(100)])
  expect(removed).toHaveBeenCalledOnce()
  const stopped = waitFor(100, stop.signal)
  stop.abort(new Error('enough'))
  for (const waiting of [stopped, waitFor(100, stop.signal)]) await expect(waiting).rejects.toThrow('enough')
  expect(vi.getTimerCount()).toBe(0)
})

test('reads the error from a body', () => {
  const told = (body: unknown): unknown => {
    const { code, causes, told: line } = errorIn(body)
    return [code, causes, line]
  }
  expect(told(undefined)).toEqual([undefined, [], ''])
  expect(told(null)).toEqual([undefined, [], ''])
  expect(told('x'.repeat(201))).toEqual([undefined, [], `: no JSON, but ${'x'.repeat(200)}`])
  expect(told({ error: 'invalid_client' })).toEqual(['invalid_client', [], ' invalid_client'])
  expect(told({ error: 'invalid_client', error_description: 'No' })).toEqual([
    'invalid_client',
    [],
    ' invalid_client: No',
  ])
  expect(told({ error: 7, errorCode: 8, errorSummary: 'x' })).toEqual([undefined, [], ''])
  expect(told({ errorCode: 'E1' })).toEqual(['E1', [], ' E1'])
  expect(
    told({ errorCode: 'E1', errorSummary: 'S', errorCauses: [{ errorSummary: 'a' }, null, {}] }),
  ).toEqual(['E1', ['a', '', ''], ' E1: S; a'])
  expect(told({ errorCode: 'E1', errorSummary: 7, errorCauses: 'x' })).toEqual(['E1', [], ' E1'])
  expect(errorIn({})).not.toHaveProperty('code')

  const headers = new Headers({ 'x-svc-request-id': 'r1' })
  const error = new ServiceError('getUser', 404, headers, { errorCode: 'E7', errorSummary: 'None' })
  expect(error).toMatchObject({
    name: 'ServiceError',
    message: 'getUser: 404 E7: None',
    operation: 'getUser',
    status: 404,
    headers,
    code: 'E7',
    causes: [],
    requestId: 'r1',
    body: { errorCode: 'E7', errorSummary: 'None' },
  })
  expect(new ServiceError('getUser', 502, new Headers(), undefined)).toMatchObject({
    message: 'getUser: 502',
    body: '',
    code: undefined,
    requestId: undefined,
  })
})

test('finds the id of a request whatever the word of the operator', () => {
  expect(requestIdOf([['x-request-id', '1']])).toBe('1')
  expect(
    requestIdOf([
      ['x-other', '0'],
      ['x-acme-request-id', '2'],
    ]),
  ).toBe('2')
  for (const name of ['request-id', 'xx-request-id', 'x-a-b-request-id', 'x-request-ids', 'ax-request-id']) {
    expect([name, requestIdOf([[name, '1']])]).toEqual([name, undefined])
  }
})

test('reports the answer of a server that makes no organisation, or that no server answers', async () => {
  const told = (answer: () => Response | Promise<Response>): Promise<string> => {
    const calls = stubFetch(answer)
    return createSharedOrg({ serverUrl: 'http://s.test' }).then(
      () => 'made',
      (error: Error) => `${JSON.stringify(calls[0]!.headers)} ${error.message}`,
    )
  }
  const json = '{"Content-Type":"application/json"}'
  const answered = `${json} POST http://s.test/_orgs answered`
  expect(await told(() => Response.json({ message: 'Closed' }, { status: 403 }))).toBe(
    `${answered} 403: Closed`,
  )
  expect(await told(() => Response.json({ a: 1 }, { status: 400 }))).toBe(`${answered} 400: {"a":1}`)
  expect(await told(() => new Response('x'.repeat(501), { status: 502 }))).toBe(
    `${answered} 502: ${'x'.repeat(500)}`,
  )
  expect(await told(() => Promise.reject(new TypeError('down')))).toBe(
    `${json} serverUrl: no server answers at http://s.test; start one with npx identikit serve`,
  )
})
