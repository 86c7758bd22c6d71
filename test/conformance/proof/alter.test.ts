import { expect, test } from 'vitest'
import {
  answer,
  drop,
  dropLink,
  edit,
  editLink,
  header,
  items,
  noBody,
  rename,
  reply,
  replyAfter,
  set,
  status,
} from '../../../conformance/proof/alter/answer.ts'
import {
  all,
  asks,
  on,
  sends,
  when,
  whenRefused,
  whenStatus,
  whenSuccess,
} from '../../../conformance/proof/alter/flow.ts'
import {
  after,
  andAlso,
  ignoreProperty,
  ignoreWrite,
  instead,
  refuseButRemove,
  refuseButShow,
  stale,
  takeFromCaller,
} from '../../../conformance/proof/alter/memory.ts'
import { at, changed, has, merged } from '../../../conformance/proof/alter/path.ts'
import {
  acceptInstead,
  acceptWith,
  refuse,
  refuseButDo,
  wrongCode,
  wrongDialect,
  wrongStatus,
} from '../../../conformance/proof/alter/refusal.ts'
import {
  ignoreInput,
  ignoreQuery,
  input,
  query,
  requestHeader,
} from '../../../conformance/proof/alter/request.ts'
import type { Alteration, Answer, Sent } from '../../../conformance/proof/alter/wire.ts'
import { alteredSender, answerOf } from '../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../conformance/engine/wire/reply.ts'

/** A request as the suite sends it. */
function sent(method: string, path: string, json?: Json): Sent {
  const [bare = '', search = ''] = path.split('?')
  const text = json === undefined ? undefined : JSON.stringify(json)
  return { method, path: bare, query: new URLSearchParams(search), headers: {}, json, text }
}

/** A server of one answer, and what it was asked. */
function server(answered: (sent: Sent) => Answer): {
  asked: Sent[]
  forward: (sent: Sent) => Promise<Answer>
} {
  const asked: Sent[] = []
  return {
    asked,
    forward: async (request) => {
      asked.push(request)
      return answered(request)
    },
  }
}

const user = { id: '00u1', status: 'ACTIVE', profile: { login: 'a@example.com', title: null } }
const refusal = {
  errorCode: 'E0000007',
  errorSummary: 'x',
  errorLink: 'E0000007',
  errorId: 'o',
  errorCauses: [],
}

async function ask(
  alteration: Alteration,
  request: Sent,
  answered: (sent: Sent) => Answer = () => answerOf(200, user),
) {
  const { asked, forward } = server(answered)
  const got = await alteration()(request, forward)
  return { got, asked }
}

test('a path reads, changes, makes and takes away what stands in a body, and in each element of a list', () => {
  expect(at(user, 'profile.login')).toBe('a@example.com')
  expect(at(user, 'profile.login.deeper')).toBeUndefined()
  expect(has(user, 'profile.title')).toBe(true)
  expect(has(user, 'profile.nickName')).toBe(false)
  expect(changed(user, 'profile.login', (old) => `${old}!`).profile.login).toBe('a@example.com!')
  expect(changed({}, 'a.b', () => 1)).toEqual({ a: { b: 1 } })
  expect(changed({}, 'a.b', () => undefined)).toEqual({})
  expect(changed([{ a: 1 }, { a: 2 }], 'a', (old) => old + 1)).toEqual([{ a: 2 }, { a: 3 }])
  expect(changed({ links: { x: { href: 1 }, y: { href: 2 } } }, 'links.*.href', () => 0)).toEqual({
    links: { x: { href: 0 }, y: { href: 0 } },
  })
  expect(merged({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 9 }, d: undefined })).toEqual({ a: { b: 9, c: 2 } })
})

test('on alters the calls of an operation only', async () => {
  const deviant = on('getUser', reply(418))
  expect((await ask(deviant, sent('GET', '/api/v1/users/00u1'))).got.status).toBe(418)
  expect((await ask(deviant, sent('GET', '/api/v1/users/me'))).got.status).toBe(418)
  for (const [method, path] of [
    ['GET', '/api/v1/users'],
    ['POST', '/api/v1/users/00u1'],
    ['GET', '/api/v1/users/00u1/groups'],
  ] as const) {
    expect((await ask(deviant, sent(method, path))).got.status).toBe(200)
  }
})

test('distinguishes operations that share a route', async () => {
  const status = async (deviant: Alteration, request: Sent): Promise<number> =>
    (await ask(deviant, request)).got.status
  const forgot = '/api/v1/users/00u1/credentials/forgot_password'
  expect(await status(on('forgotPassword', reply(418)), sent('POST', forgot))).toBe(418)
  expect(await status(on('forgotPassword', reply(418)), sent('POST', forgot, {}))).toBe(200)
  expect(await status(on('forgotPasswordWithAnswer', reply(418)), sent('POST', forgot, {}))).toBe(418)
  expect(await status(on('updateUser', reply(418)), sent('POST', '/api/v1/users/me', {}))).toBe(200)
  expect(await status(on('updateCurrentUser', reply(418)), sent('POST', '/api/v1/users/me', {}))).toBe(418)
  expect(await status(on('getGroup', reply(418)), sent('GET', '/api/v1/groups/rules'))).toBe(200)
  expect(await status(on('listGroupUsers', reply(418)), sent('GET', '/api/v1/groups/rules/users'))).toBe(200)
  expect(await status(on('* /oauth2/**', reply(418)), sent('DELETE', '/oauth2/v1/clients/0oa1'))).toBe(418)
})

test('steps run from the suite to the server, and back', async () => {
  const order: string[] = []
  const step =
    (name: string): Alteration =>
    () =>
    async (request, forward) => {
      order.push(`${name} asks`)
      const got = await forward(request)
      order.push(`${name} answers`)
      return got
    }
  await ask(all(step('first'), step('second')), sent('GET', '/api/v1/users'))
  expect(order).toEqual(['first asks', 'second asks', 'second answers', 'first answers'])
})

test('conditions hold for what is sent, asked for, and answered', async () => {
  const withTitle = when(
    sends('profile.title', (title) => title === null),
    reply(418),
  )
  expect((await ask(withTitle, sent('POST', '/x', { profile: { title: null } }))).got.status).toBe(418)
  expect((await ask(withTitle, sent('POST', '/x', { profile: { title: 'a' } }))).got.status).toBe(200)
  expect((await ask(when(asks('limit', '1'), reply(418)), sent('GET', '/x?limit=1'))).got.status).toBe(418)
  expect((await ask(when(asks('limit', '1'), reply(418)), sent('GET', '/x?limit=2'))).got.status).toBe(200)

  const refused = (): Answer => answerOf(404, refusal)
  expect((await ask(whenRefused(status(418)), sent('GET', '/x'), refused)).got.status).toBe(418)
  expect((await ask(whenRefused(status(418)), sent('GET', '/x'))).got.status).toBe(200)
  expect((await ask(whenSuccess(status(418)), sent('GET', '/x'), refused)).got.status).toBe(404)
  expect((await ask(whenStatus(404, status(418)), sent('GET', '/x'), refused)).got.status).toBe(418)
  expect((await ask(whenRefused(status(418)), sent('GET', '/x'), () => answerOf(429))).got.status).toBe(429)
})

test('an answer that is looked at first is not asked for twice', async () => {
  const { asked } = await ask(whenSuccess(drop('status')), sent('DELETE', '/x'))
  expect(asked).toHaveLength(1)
})

test('requests reach the server without, or with other, parts', async () => {
  const { asked } = await ask(
    all(
      ignoreQuery('limit'),
      query('after', (old) => `${old}-x`),
      ignoreInput('profile.title'),
      input('profile.login', 'b@example.com'),
      requestHeader('X-Own', 'yes'),
    ),
    sent('POST', '/x?limit=1&after=a', user),
  )
  expect(asked[0]?.query.toString()).toBe('after=a-x')
  expect(asked[0]?.json).toEqual({ id: '00u1', status: 'ACTIVE', profile: { login: 'b@example.com' } })
  expect(JSON.parse(asked[0]?.text ?? '')).toEqual(asked[0]?.json)
  expect(asked[0]?.headers).toEqual({ 'x-own': 'yes' })
})

test('answers come back without, or with other, parts', async () => {
  const body = async (...steps: Alteration[]): Promise<Json> =>
    JSON.parse((await ask(all(...steps), sent('GET', '/x'))).got.text)
  expect(await body(drop('profile.title', 'status'))).toEqual({
    id: '00u1',
    profile: { login: 'a@example.com' },
  })
  expect((await body(set('status', 'STAGED'))).status).toBe('STAGED')
  expect((await body(edit('status', (old) => old.toLowerCase()))).status).toBe('active')
  expect(await body(edit('nothing', () => 1))).toEqual(user)
  expect((await body(rename('profile.login', 'name'))).profile).toEqual({
    name: 'a@example.com',
    title: null,
  })
  expect((await ask(noBody(), sent('GET', '/x'))).got.text).toBe('')
  expect((await ask(replyAfter(418, { a: 1 }), sent('GET', '/x'))).asked).toHaveLength(1)
  expect((await ask(reply(418, { a: 1 }), sent('GET', '/x'))).asked).toHaveLength(0)
  expect(
    (
      await ask(
        answer((old) => ({ ...old, status: 201 })),
        sent('GET', '/x'),
      )
    ).got.status,
  ).toBe(201)
  const listed = await ask(
    items((list) => list.slice(1)),
    sent('GET', '/x'),
    () => answerOf(200, [1, 2]),
  )
  expect(listed.got.json).toEqual([2])
})

test('links are left out and changed one by one', async () => {
  const link = '<https://h/x?limit=1>; rel="self", <https://h/x?limit=1&after=b>; rel="next"'
  const linked = (): Answer => answerOf(200, [], { link })
  const without = await ask(dropLink('next'), sent('GET', '/x'), linked)
  expect(without.got.headers['link']).toBe('<https://h/x?limit=1>; rel="self"')
  const relative = await ask(
    editLink('self', (url) => url.pathname),
    sent('GET', '/x'),
    linked,
  )
  expect(relative.got.headers['link']).toBe('</x>; rel="self", <https://h/x?limit=1&after=b>; rel="next"')
  const none = await ask(all(dropLink('next'), dropLink('self')), sent('GET', '/x'), linked)
  expect(none.got.headers).not.toHaveProperty('link')
  expect((await ask(header('Link', 'x'), sent('GET', '/x'), linked)).got.headers['link']).toBe('x')
})

test('a refusal is in the dialect of its path', async () => {
  expect((await ask(refuse(), sent('GET', '/oauth2/v1/clients/0oa1'))).got.json).toHaveProperty('error')
  expect(
    (await ask(refuse(), sent('POST', '/oauth2/v1/clients/0oa1/lifecycle/newSecret'))).got.json,
  ).toHaveProperty('errorCode', 'E0000001')
  const done = await ask(refuseButDo(403, 'E0000006'), sent('POST', '/api/v1/users'))
  expect(done.asked).toHaveLength(1)
  expect(done.got).toMatchObject({ status: 403, json: { errorCode: 'E0000006' } })
})

test('refusals are accepted, and get another status, code or dialect; successes stay', async () => {
  const refused = (): Answer => answerOf(404, refusal)
  const request = sent('GET', '/api/v1/users/x')
  expect((await ask(acceptInstead(), request, refused)).got).toMatchObject({ status: 200, json: {} })
  expect((await ask(wrongStatus(400), request, refused)).got.status).toBe(400)
  expect((await ask(wrongCode('E1'), request, refused)).got.json).toMatchObject({
    errorCode: 'E1',
    errorLink: 'E1',
  })
  expect((await ask(wrongDialect(), request, refused)).got.json).toHaveProperty('error')
  for (const step of [acceptInstead(), wrongStatus(400), wrongCode('E1'), wrongDialect()]) {
    expect((await ask(step, request)).got).toMatchObject({ status: 200, json: user })
  }
})

test('a bad value is accepted by sending a repaired one, and shown as it was sent', async () => {
  const strict = ({ json }: Sent): Answer =>
    json.profile.login.length > 3 ? answerOf(400, refusal) : answerOf(200, json)
  const { got, asked } = await ask(
    acceptWith('profile.login', (old: string) => old.slice(0, 3)),
    sent('POST', '/api/v1/users', { profile: { login: 'abcdef' } }),
    strict,
  )
  expect(asked.map(({ json }) => json.profile.login)).toEqual(['abcdef', 'abc'])
  expect(got).toMatchObject({ status: 200, json: { profile: { login: 'abcdef' } } })
})

test('what a call left behind shows in later answers, and in lists, of that record only', async () => {
  const alter = refuseButShow('suspendUser', { status: 'SUSPENDED' })()
  const { forward } = server(({ method }) =>
    method === 'POST' ? answerOf(400, refusal) : answerOf(200, [user, { ...user, id: '00u2' }]),
  )
  const list = sent('GET', '/api/v1/users')
  expect((await alter(list, forward)).json.map(({ status }: Json) => status)).toEqual(['ACTIVE', 'ACTIVE'])
  await alter(sent('POST', '/api/v1/users/00u1/lifecycle/suspend'), forward)
  expect((await alter(list, forward)).json.map(({ status }: Json) => status)).toEqual(['SUSPENDED', 'ACTIVE'])
})

test('each run of a deviant remembers for itself', async () => {
  const deviant = after('suspendUser', { outcome: 'success' }, { status: 'SUSPENDED' })
  const { forward } = server(({ method }) => (method === 'POST' ? answerOf(200, {}) : answerOf(200, user)))
  const first = deviant()
  await first(sent('POST', '/api/v1/users/00u1/lifecycle/suspend'), forward)
  expect((await first(sent('GET', '/api/v1/users/00u1'), forward)).json.status).toBe('SUSPENDED')
  expect((await deviant()(sent('GET', '/api/v1/users/00u1'), forward)).json.status).toBe('ACTIVE')
})

test('a refused record can be gone all the same', async () => {
  const alter = refuseButRemove('deleteUser')()
  const { forward } = server(({ method, path }) =>
    method === 'DELETE' ? answerOf(403, refusal) : answerOf(path.endsWith('00u1') ? 200 : 404, {}),
  )
  expect((await alter(sent('GET', '/api/v1/users/00u1'), forward)).status).toBe(200)
  await alter(sent('DELETE', '/api/v1/users/00u1'), forward)
  expect((await alter(sent('GET', '/api/v1/users/00u1'), forward)).status).toBe(404)
})

test('a property is ignored, yet answered', async () => {
  const { got, asked } = await ask(
    ignoreProperty('profile.title'),
    sent('POST', '/api/v1/users/00u1', { profile: { title: 'Dr', nickName: 'a' } }),
  )
  expect(asked[0]?.json).toEqual({ profile: { nickName: 'a' } })
  expect(got.json.profile.title).toBe('Dr')
})

test('a write is ignored, and answered as fits', async () => {
  const update = await ask(ignoreWrite(), sent('PUT', '/api/v1/users/00u1', { profile: { title: 'Dr' } }))
  expect(update.asked.map(({ method }) => method)).toEqual(['GET'])
  expect(update.got.json.profile).toEqual({ login: 'a@example.com', title: 'Dr' })
  const removal = await ask(ignoreWrite(), sent('DELETE', '/api/v1/users/00u1'))
  expect(removal).toMatchObject({ asked: [], got: { status: 204, text: '' } })
  const action = await ask(ignoreWrite(), sent('POST', '/api/v1/users/00u1/lifecycle/suspend'))
  expect(action).toMatchObject({ asked: [], got: { status: 200, json: {} } })
  const create = await ask(ignoreWrite(), sent('POST', '/api/v1/groups', { profile: { name: 'a' } }))
  expect(create).toMatchObject({ asked: [], got: { status: 200, json: { profile: { name: 'a' } } } })
  expect(typeof create.got.json.id).toBe('string')
})

test('what only the service may set is taken from the caller, also where the server refuses it', async () => {
  for (const strict of [false, true]) {
    const alter = takeFromCaller('createUser', 'status')()
    const { forward } = server(({ json, method }) =>
      strict && method === 'POST' && json.status !== undefined ? answerOf(403, refusal) : answerOf(200, user),
    )
    const made = await alter(sent('POST', '/api/v1/users', { status: 'SUSPENDED' }), forward)
    expect(made.json.status).toBe('SUSPENDED')
    expect((await alter(sent('GET', '/api/v1/users/00u1'), forward)).json.status).toBe('SUSPENDED')
  }
})

test('a stale server answers a read as it did at first', async () => {
  const alter = stale()()
  let count = 0
  const { forward } = server(() => answerOf(200, { count: ++count }))
  expect((await alter(sent('GET', '/x'), forward)).json.count).toBe(1)
  expect((await alter(sent('GET', '/x'), forward)).json.count).toBe(1)
  expect((await alter(sent('POST', '/x'), forward)).json.count).toBe(2)
  expect((await alter(sent('GET', '/x?a=1'), forward)).json.count).toBe(3)
})

test('something else is done besides, or instead', async () => {
  const also = await ask(
    andAlso(({ path }) => ({ method: 'DELETE', path: `${path}/sessions` })),
    sent('POST', '/api/v1/users/00u1', { a: 1 }),
  )
  expect(also.asked.map(({ method, path, text }) => [method, path, text])).toEqual([
    ['POST', '/api/v1/users/00u1', '{"a":1}'],
    ['DELETE', '/api/v1/users/00u1/sessions', undefined],
  ])
  const other = await ask(
    instead(() => ({ method: 'GET' })),
    sent('DELETE', '/api/v1/users/00u1'),
  )
  expect(other.asked.map(({ method }) => method)).toEqual(['GET'])
})

test('an altered sender keeps the base path, the query and the headers', async () => {
  const urls: string[] = []
  const sender = alteredSender(
    {
      send: async ({ url, headers }) => {
        urls.push(`${url.href} ${JSON.stringify(headers)}`)
        return { status: 200, headers: {}, text: '[]' }
      },
      close: () => {},
    },
    'https://h.example.com/base',
    () => (request, forward) => {
      expect(request.path).toBe('/api/v1/users')
      return forward(request)
    },
  )
  const url = new URL('https://h.example.com/base/api/v1/users?search=a%20%22b%2B%22')
  const { signal } = new AbortController()
  await sender.send({ method: 'GET', url, headers: { Accept: 'application/json' }, body: undefined }, signal)
  expect(urls).toEqual([
    'https://h.example.com/base/api/v1/users?search=a%20%22b%2B%22 {"accept":"application/json"}',
  ])
})
