import { afterEach, expect, test, vi } from 'vitest'
import { answerOf, backendBy, refusalIn, type SentCall, wellOrThrow } from '../../src/console/backend.ts'
import type { Explanation } from '../../src/contract/errors/explain.ts'
import { download } from '../../src/console/download.ts'
import type { EveryTab } from '../../src/browser/every-tab.ts'
import type { Question } from '../../src/browser/messages.ts'
import { everyTabBackend, orgBackend } from '../../src/console/org-backend.ts'
import { createOrg } from '../../src/index.ts'
import type { Organisation } from '../../src/organisation.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const answer = (status: number, body: unknown) => ({ status, body, next: undefined, explanation: undefined })

test('reads a reply: status, body, next page and explanation', async () => {
  const link =
    '<https://id.example.com/orgs/a/api/v1/users?limit=2>; rel="self", <https://id.example.com/orgs/a/api/v1/users?after=x&limit=2>;  rel="next"'
  const explanation = '{"rule":"r","section":"s","found":[],"accepted":"a"}'
  expect(
    await answerOf(new Response('[1]', { headers: { link, 'x-identikit-explanation': explanation } })),
  ).toEqual({
    status: 200,
    next: '/orgs/a/api/v1/users?after=x&limit=2',
    explanation: { rule: 'r', section: 's', found: [], accepted: 'a' },
    body: [1],
  })
  expect(
    await answerOf(
      new Response('<', {
        status: 502,
        headers: { link: '<https://x.test/a>; rel="self"', 'x-identikit-explanation': '{' },
      }),
    ),
  ).toEqual(answer(502, undefined))
  expect(await answerOf(new Response('', { status: 201 }))).toEqual(answer(201, undefined))
})

test('calls as an administrator who asks for explanations', async () => {
  const sent: SentCall[] = []
  const backend = backendBy('', {
    control: async () => ({ token: 't' }),
    send: async (_: string, init: SentCall) => {
      sent.push(init)
      return Response.json({})
    },
  } as unknown as Parameters<typeof backendBy>[1])
  await backend.call('GET', '/api/v1/users')
  await backend.call('POST', '/api/v1/users', {})
  const headers = {
    authorization: 'SSWS t',
    accept: 'application/json',
    'x-identikit-explain': '1',
  }
  expect(sent).toEqual([
    { method: 'GET', headers },
    { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' },
  ])
})

test('says what went wrong by the causes, the list of the explanation, the summary or the status', () => {
  expect(refusalIn(answer(399, { errorSummary: 'no' }))).toBeUndefined()
  expect(
    refusalIn(
      answer(400, {
        errorSummary: 'Validation',
        errorCauses: [{ errorSummary: 'a: b' }, { errorSummary: 'c: d' }],
      }),
    ),
  ).toBe('a: b\nc: d')
  expect(refusalIn(answer(404, { errorSummary: 'Not found', errorCauses: [] }))).toBe('Not found')
  const found = ['client_name: expected a text; not 3', 'redirect_uris: expected a list']
  const text = { error: 'invalid_client_metadata', error_description: found.join('; ') }
  const explained = { ...answer(400, text), explanation: { found } as unknown as Explanation }
  expect(refusalIn(explained)).toBe(found.join('\n'))
  expect(() => wellOrThrow(explained)).toThrow(expect.objectContaining({ mistakes: found }))
  expect(refusalIn(answer(500, {}))).toBe('status 500')
  expect(refusalIn(answer(500, undefined))).toBe('status 500')
  const good = answer(200, [])
  expect(wellOrThrow(good)).toBe(good)
  expect(() => wellOrThrow(answer(404, { errorSummary: 'Not found' }))).toThrow('Not found')
})

test('saves a text as a file of its type, and releases it', async () => {
  vi.useFakeTimers()
  const blobs: Blob[] = []
  const revoked: string[] = []
  const clicked: object[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: (url: string) => revoked.push(url),
    }),
  )
  vi.stubGlobal('document', {
    createElement: (tag: string) => ({
      tag,
      click() {
        clicked.push({ ...this })
      },
    }),
  })
  download('dataset.yaml', 'a: 1')
  download('dataset.yaml.json', '{}')
  expect(clicked).toEqual([
    { tag: 'a', href: 'blob:1', download: 'dataset.yaml', click: expect.any(Function) },
    { tag: 'a', href: 'blob:2', download: 'dataset.yaml.json', click: expect.any(Function) },
  ])
  expect(blobs.map(({ type }) => type)).toEqual(['application/yaml', 'application/json'])
  expect(await blobs[0]!.text()).toBe('a: 1')
  vi.advanceTimersByTime(999)
  expect(revoked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(revoked).toEqual(['blob:1', 'blob:2'])
})

test.each(['https://id.example.com', 'https://example.com/identity'])(
  'reaches the organisation of a page at %s',
  async (baseUrl) => {
    const org = createOrg({ baseUrl })
    const backend = orgBackend(org)
    const profile = { login: 'p@x.test', email: 'p@x.test', firstName: 'P', lastName: 'Q' }
    const made = await backend.call('POST', '/api/v1/users?activate=false', { profile })
    expect(made).toMatchObject({ status: 200, body: { status: 'STAGED', profile } })
    const listed = await backend.call('GET', '/api/v1/users?limit=1')
    expect(listed.body).toHaveLength(1)
    // The next page has the path of the base URL in its address.
    expect(listed.next).toMatch(
      new RegExp(`^${new URL(baseUrl).pathname.replace(/\/$/, '')}/api/v1/users\\?`),
    )
    expect((await backend.call('GET', listed.next!)).body).toHaveLength(1)
    const refused = await backend.call('GET', '/api/v1/users/nobody')
    expect(refused).toMatchObject({ status: 404, explanation: { rule: expect.any(String) } })
  },
)

test('meets no fault of an organisation that another tab runs since the last call', async () => {
  const orgs = [createOrg(), createOrg()] as const
  let runs: Organisation = orgs[0]
  const backend = everyTabBackend({
    baseUrl: runs.baseUrl,
    actions: [],
    ask: async (question: Question) => {
      if (question.kind !== 'call') return runs.control.readApiToken({ of: 'console' })
      const { method, path, headers } = question.request
      const reply = await runs.fetch(path, { method, headers: Object.fromEntries(headers) })
      return { status: reply.status, headers: {}, body: await reply.text() }
    },
  } as unknown as EveryTab)
  expect((await backend.call('GET', '/api/v1/groups')).status).toBe(200)
  runs = orgs[1]
  runs.control.addFault({ status: 429, times: 1 })
  expect((await backend.call('GET', '/api/v1/groups')).status).toBe(200)
  expect(runs.control.list({ kind: 'faults' })).toMatchObject([{ met: 0 }])
  expect(runs.control.readJournal()).toEqual([])
})

test('runs the actions of a page, and says which are the server’s', async () => {
  const org = createOrg()
  const backend = orgBackend(org)
  expect(backend.exports).toEqual({})
  expect(['listMails', 'exportSeed', 'pactState', 'nothing'].map((name) => backend.can(name))).toEqual([
    true,
    true,
    'pactState' in org.control,
    false,
  ])
  expect(await backend.control('listMails', {})).toEqual([])
  expect(await backend.control('exportSeed')).toHaveProperty('seed')
  await expect(backend.control('nothing' as 'reset')).rejects.toThrow(
    "There is no action nothing in a page; it is one of the server's",
  )
  const heard: string[] = []
  const stop = backend.listen(
    (event) => heard.push(event!.type),
    () => {},
  )
  const group = await backend.call('POST', '/api/v1/groups', { profile: { name: 'A' } })
  expect(group.status).toBe(200)
  expect(heard).toEqual(['group.created'])
  stop()
  await backend.call('POST', '/api/v1/groups', { profile: { name: 'B' } })
  expect(heard).toHaveLength(1)
})
