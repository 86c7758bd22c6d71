import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'
import type { Organisation } from '../../src/organisation.ts'
import { serve } from '../../src/server.ts'
import { receiver, webhookSecret as secret } from '../support/receiver.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

async function group(org: Organisation, name: string): Promise<Response> {
  const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
  return org.fetch('/api/v1/groups', { method: 'POST', headers, body: JSON.stringify({ profile: { name } }) })
}

function trouble(): readonly string[] {
  const said: string[] = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void said.push(line))
  return said
}

/** Waits for what comes soon, on a busy machine too. */
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(async () => check(), 10_000)

async function delivered(org: Organisation, count: number): Promise<void> {
  await soon(async () =>
    expect(await org.control.readWebhook()).toMatchObject({ state: 'idle', delivered: count, queued: 0 }),
  )
}

test('sends the events of the log in signed batches, in their order', async () => {
  const first = Promise.withResolvers<number>()
  const { url, messages } = await receiver(first.promise)
  const org = createOrg({ webhook: { url, secret, timeout: '1m' } })
  await group(org, 'The others wait for it')
  await soon(() => expect(messages).toHaveLength(1))
  const replies = await Promise.all(Array.from({ length: 250 }, (_, index) => group(org, `Group ${index}`)))
  first.resolve(204)
  await delivered(org, 251)

  const sent = messages.flatMap(({ events }) => events)
  const log = await org.fetch('/api/v1/logs?limit=1000', {
    headers: { authorization: `SSWS ${org.apiToken}` },
  })
  expect(sent).toEqual(await log.json())
  expect(sent.slice(1).map(({ transaction }) => transaction.id)).toEqual(
    replies.map(({ headers }) => headers.get('x-svc-request-id')),
  )
  expect(messages.map(({ events }) => events.length)).toEqual([1, 100, 100, 50])
  expect(messages[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  })
  expect((await org.control.readWebhook()).deliveries).toMatchObject([
    { events: 1 },
    {
      state: 'delivered',
      events: 100,
      from: sent[1]!.uuid,
      to: sent[100]!.uuid,
      attempts: [{ status: 204 }],
    },
    { events: 100 },
    { events: 50 },
  ])
})

test('sends a message again after an error, a redirect and silence, with the same id', async () => {
  const said = trouble()
  const { url, messages, types } = await receiver(500, 302, 'hang')
  const org = createOrg({ webhook: { url, secret, retryDelay: 5, timeout: '500ms' } })
  await group(org, 'One')
  const start = performance.now()
  await group(org, 'Two')
  expect(performance.now() - start).toBeLessThan(400)
  await delivered(org, 2)
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(types()).toHaveLength(8)
  expect((await org.control.readWebhook()).deliveries).toMatchObject([
    { attempts: [{ status: 500 }, { status: 302 }, { error: 'no answer within 500 ms' }, { status: 204 }] },
  ])
  expect(said).toEqual([
    expect.stringMatching(/^identikit: webhook http.*: the receiver answered 500; next attempt in 5 ms$/),
    expect.stringMatching(/: the receiver takes events again$/),
  ])
  expect(JSON.stringify([said, await org.control.readWebhook()])).not.toMatch(/hidden|whsec/)
})

test('drops the oldest events of a full queue and those of a message that fails, and says how many', async () => {
  const said = trouble()
  const first = Promise.withResolvers<number>()
  const { url, messages } = await receiver(first.promise, 500)
  const options = { url, secret, types: ['group.*'], timeout: '1m', attempts: 2, retryDelay: 1, queue: 3 }
  const org = createOrg({ webhook: options })
  await group(org, 'First')
  await soon(() => expect(messages).toHaveLength(1))
  for (let index = 0; index < 8; index++) await group(org, `Group ${index}`)
  expect(await org.control.readWebhook()).toMatchObject({ queued: 4, dropped: 5, types: ['group.*'] })
  first.resolve(500)
  await delivered(org, 3)
  expect(await org.control.readWebhook()).toMatchObject({ dropped: 6 })
  expect((await org.control.readWebhook()).deliveries.map(({ state, events }) => [state, events])).toEqual([
    ['dropped', 1],
    ['delivered', 3],
  ])
  expect(said).toEqual([
    expect.stringContaining('more events wait than the queue can hold; the oldest are dropped'),
    expect.stringContaining('the receiver answered 500; next attempt in 1 ms'),
    expect.stringContaining('the receiver answered 500; 1 event dropped after 2 attempts'),
    expect.stringContaining('the receiver takes events again; 5 events dropped meanwhile'),
  ])
})

test('sends nothing more after 410', async () => {
  trouble()
  const { url, messages } = await receiver(410)
  const org = createOrg({ webhook: { url, secret } })
  await group(org, 'One')
  await soon(async () => expect(await org.control.readWebhook()).toMatchObject({ state: 'gone', dropped: 1 }))
  await group(org, 'Two')
  expect(await org.control.readWebhook()).toMatchObject({ queued: 0 })
  expect(messages).toHaveLength(1)
})

test('sends a message again under its id: one that was dropped, one that waits, one after 410', async () => {
  trouble()
  const { url, messages } = await receiver(500, 204, 500, 204, 410, 500, 204, 204)
  const org = createOrg({ webhook: { url, secret, types: ['group.*'], attempts: 1 } })
  const { setWebhook, resendDelivery, readWebhook } = org.control
  const last = async () => (await readWebhook()).deliveries.at(-1)!
  const became = (state: string) => soon(async () => expect(await last()).toMatchObject({ state }))
  await group(org, 'One')
  await became('dropped')
  expect(await resendDelivery({ id: (await last()).id })).toMatchObject({ state: 'sending', attempts: [{}] })
  await delivered(org, 1)
  expect(await readWebhook()).toMatchObject({ dropped: 0 })

  await setWebhook({ url, secret, types: ['group.*'], retryDelay: '10m' })
  await group(org, 'Two')
  await became('waiting')
  const { id, nextAttemptAt } = await last()
  expect(Date.parse(nextAttemptAt!) - Date.now()).toBeGreaterThan(50_000)
  await resendDelivery({ id })
  await delivered(org, 1)
  expect(await last()).toEqual(expect.not.objectContaining({ nextAttemptAt: expect.anything() }))

  // Sent again although it arrived: it stays delivered, and no event counts twice.
  await resendDelivery({ id })
  await soon(async () => expect(await readWebhook()).toMatchObject({ state: 'gone', delivered: 1 }))
  await group(org, 'Nobody hears of it')
  for (const [state, count] of [
    ['gone', 6],
    ['idle', 7],
  ] as const) {
    await resendDelivery({ id })
    // Once it was answered: asked for while it is under way, it is not sent once more.
    await soon(async () => expect((await last()).attempts).toHaveLength(count - 2))
    expect(messages).toHaveLength(count)
    expect(await readWebhook()).toMatchObject({ state, dropped: 0 })
  }
  await group(org, 'Three')
  await delivered(org, 2)
  const ids = messages.map(({ headers }) => headers['webhook-id'])
  expect([new Set(ids.slice(0, 2)).size, new Set(ids.slice(2, 7)).size, new Set(ids).size]).toEqual([1, 1, 3])
  await expect(async () => resendDelivery({ id: 'msg_unknown' })).rejects.toThrow(
    "resendDelivery: id: expected one of the last 100 messages, got 'msg_unknown'",
  )
})

test('is set, read and removed over HTTP; the secret is in no reply, no state and no log', async () => {
  const { url, types } = await receiver()
  const server = await serve({ port: 0 })
  ends.push(() => server.close())
  const control = async (action: string, input: unknown = {}) => {
    const response = await fetch(`${server.url}/_control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return [response.status, await response.json()] as const
  }
  expect(await control('read-webhook')).toEqual([200, { state: 'none', deliveries: [] }])
  const [status, set] = await control('set-webhook', { url, secret })
  expect([status, set]).toEqual([
    200,
    {
      url: url.replace('hidden', '[secret]'),
      types: ['*'],
      state: 'idle',
      queued: 0,
      delivered: 0,
      dropped: 0,
    },
  ])
  await group(server.org, 'One')
  await delivered(server.org, 1)
  const shown = [await control('read-webhook'), server.org.exportState()]
  expect(JSON.stringify([shown, await control('read-journal', { as: 'har' })])).not.toContain(secret.slice(6))
  expect(await control('remove', { kind: 'webhook' })).toEqual([200, { removed: true }])
  expect(await control('remove', { kind: 'webhook' })).toEqual([200, { removed: false }])
  await group(server.org, 'Two')
  await new Promise((resolve) => void setTimeout(resolve, 50))
  expect(types()).toEqual(['group.lifecycle.create'])
  expect(
    await control('set-webhook', { url: 'ftp://x', secret: 'whsec_short', types: ['user.suspend'] }),
  ).toEqual([
    400,
    expect.objectContaining({
      mistakes: [
        expect.stringMatching(/^url: expected an http or https URL/),
        'secret: expected whsec_ and then 24 to 64 bytes in base64, got a text of 11 characters',
        expect.stringMatching(/^types\.0: .*user\.suspended/),
      ],
    }),
  ])
})

test('options that are wrong are named, without the secret', () => {
  const wrong = () => createOrg({ webhook: { url: 'http://a:b@localhost', secret: 'confidential' } })
  expect(wrong).toThrow(/webhook\.url: .*\n.*webhook\.secret: expected whsec_/)
  expect(wrong).not.toThrow(/confidential/)
  const short = () => createOrg({ webhook: { url: 'http://localhost', secret: 'x' } })
  expect(short).toThrow(/got a text of 1 character$/)
})

test('sends event hooks once their receiver has sent the challenge back, with a header of the user', async () => {
  const said = trouble()
  const requests: { method: string; headers: IncomingHttpHeaders; body: string }[] = []
  let answer = (_challenge: string): string => 'no JSON'
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request
    requests.push({ method, headers, body: await text(request) })
    response.end(answer(String(headers['x-svc-verification-challenge'])))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const header = { name: 'Authorization', value: 'static-value' }
  const org = createOrg({ baseUrl: 'https://id.test' })
  const format = 'event-hook' as const
  const hook = { url, header, format, types: ['group.created'], retryDelay: 5 }
  expect(await org.control.setWebhook(hook)).toMatchObject({ isVerified: false })
  await group(org, 'Crew')
  await soon(() => expect(said.join()).toContain('did not come back as {"verification": …}'))
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
  answer = (challenge) => JSON.stringify({ verification: challenge })
  await delivered(org, 1)
  await group(org, 'Team')
  await delivered(org, 2)
  const posts = requests.filter(({ method }) => method === 'POST')
  // Verified once: no challenge comes after the first message.
  expect(requests.slice(-2)).toEqual(posts)
  expect(requests.every(({ headers }) => headers.authorization === 'static-value')).toBe(true)
  expect(JSON.parse(posts[0]!.body)).toMatchObject({
    eventType: 'com.svc.event_hook',
    cloudEventsVersion: '0.1',
    contentType: 'application/json',
    source: 'https://id.test/api/v1/eventHooks',
    eventId: expect.any(String),
    eventTime: expect.any(String),
    data: { events: [{ eventType: 'group.lifecycle.create', target: [{ displayName: 'Crew' }] }] },
  })
  expect(await org.control.readWebhook()).toMatchObject({ isVerified: true })
  expect(JSON.stringify(await org.control.readWebhook())).not.toContain('static-value')
  expect(() => org.control.setWebhook({ url })).toThrow('secret: expected a secret')
  const wrong = { ...hook, header: { name: 'Content-Length', value: '1' } }
  expect(() => org.control.setWebhook(wrong)).toThrow('header.name: expected the name of a header')
})
