/** What is found out at a target where nobody supplies it: by reading, or with records of the run's own. */
import { expect, test } from 'vitest'
import {
  findApplication,
  findExpression,
  findGroupProperty,
  findUserProperty,
  findUserType,
} from '../../../conformance/engine/supply/find-things.ts'
import { type Answer, fakeApi } from './fake-api.ts'

/** A target that answers, with users and groups of a run that are only numbered. */
function finding(answer: (call: string, body: unknown) => Answer) {
  const sent: string[] = []
  const { api } = fakeApi((call, body) => {
    sent.push(body === undefined ? call : `${call} ${JSON.stringify(body)}`)
    return answer(call, body)
  })
  let users = 0
  let groups = 0
  let names = 0
  const made: object[] = []
  const tools = {
    api,
    unique: (hint: string) => `cf-${++names}-${hint}`,
    signal: new AbortController().signal,
    given: {
      user: async (options: object = {}) => {
        made.push(options)
        const id = `u${++users}`
        return { id, login: `${id}@x`, path: `/api/v1/users/${id}`, json: { id, type: { id: 'usual' } } }
      },
      group: async () => {
        const id = `g${++groups}`
        return { id, name: `N-${id}`, path: `/api/v1/groups/${id}` }
      },
    },
    poll: {
      until: async (ask: () => Promise<unknown>, fits: (answer: unknown) => boolean) => {
        let last = await ask()
        for (let tries = 0; tries < 2 && !fits(last); tries++) last = await ask()
        return last
      },
    },
  }
  return { tools: tools as never, sent, made }
}

test.each<[string, boolean, object[], string[]]>([
  ['a text', false, [{ login: 'a', badge: '7' }], ['badge']],
  ['a list', true, [{ badge: '7', sites: ['x'] }], ['sites']],
  ['no list', true, [{ badge: '7' }], []],
  ['no text', false, [{ sites: ['x'], count: 7, on: true, none: null }], []],
  ['what all users have', false, [{ login: 'a', manager: 'b', costCenter: 'c', timezone: 'd' }], []],
  [
    'five at most, each once',
    false,
    [
      { a: '1', b: '1', a2: '1' },
      { a: '2', c: '1', d: '1', e: '1' },
    ],
    ['a', 'b', 'a2', 'c', 'd'],
  ],
])('of %s that users carry these are tried', async (_, list, profiles, tried) => {
  const users = [null, {}, { profile: null }, ...profiles.map((profile) => ({ profile }))]
  const { tools, sent, made } = finding((call) => (call.includes('?limit=50') ? [200, users] : 403))
  await expect(findUserProperty(tools, list)).rejects.toThrow(
    `no listed user carries a custom property of ${list ? 'lists' : 'texts'}`,
  )
  const value = list ? ['cf-1-a', 'cf-2-b'] : 'cf-1-value'
  expect(sent).toEqual([
    'GET /api/v1/users?limit=50',
    ...tried.map(
      (name, at) => `POST /api/v1/users/u${at + 1} ${JSON.stringify({ profile: { [name]: value } })}`,
    ),
  ])
  expect(made).toEqual(tried.map(() => ({ activate: false, password: false })))
})

test('a property that a user of the run keeps is found', async () => {
  const users = [{ profile: { one: 'x', two: 'x', three: 'x', four: 'x' } }]
  const { tools, sent } = finding((call) => {
    if (call.includes('?limit=50')) return [200, users]
    if (call === 'POST /api/v1/users/u1') return 300
    if (call.startsWith('POST')) return 200
    if (call.endsWith('u2')) return [200, { profile: { two: 'another' } }]
    if (call.endsWith('u3')) return [200, {}]
    return [200, { profile: { four: 'cf-1-value' } }]
  })
  expect(await findUserProperty(tools, false)).toEqual({ name: 'four' })
  expect(sent.filter((call) => call.startsWith('GET')).slice(1)).toEqual([
    'GET /api/v1/users/u2',
    'GET /api/v1/users/u3',
    'GET /api/v1/users/u4',
  ])
  const lists = finding((call) =>
    call.includes('?limit=50')
      ? [200, [{ profile: { sites: [] } }]]
      : [200, { profile: { sites: ['cf-1-a', 'cf-2-b'] } }],
  )
  expect(await findUserProperty(lists.tools, true)).toEqual({ name: 'sites' })
})

test('a property that a group of the run keeps is found, among groups that the service made by itself', async () => {
  const groups = [
    null,
    { type: 'APP_GROUP', profile: { imported: 'x' } },
    { type: 'SVC_GROUP', profile: { name: 'n', description: 'd', first: 'x', second: 'x', third: 'x' } },
  ]
  const { tools, sent } = finding((call) => {
    if (call.includes('?limit=50')) return [200, groups]
    if (call === 'PUT /api/v1/groups/g1') return 300
    if (call.startsWith('PUT')) return 200
    return call.endsWith('g2') ? [200, {}] : [200, { profile: { third: 'cf-1-value' } }]
  })
  expect(await findGroupProperty(tools)).toEqual({ name: 'third' })
  expect(sent).toEqual([
    'GET /api/v1/groups?limit=50',
    'PUT /api/v1/groups/g1 {"profile":{"name":"N-g1","first":"cf-1-value"}}',
    'PUT /api/v1/groups/g2 {"profile":{"name":"N-g2","second":"cf-1-value"}}',
    'GET /api/v1/groups/g2',
    'PUT /api/v1/groups/g3 {"profile":{"name":"N-g3","third":"cf-1-value"}}',
    'GET /api/v1/groups/g3',
  ])
  await expect(
    findGroupProperty(finding(() => [200, [{ type: 'SVC_GROUP', profile: { list: ['x'] } }]]).tools),
  ).rejects.toThrow('no listed group carries a custom property')
})

test('a user type is found that a new user does not get', async () => {
  const found = async (...types: unknown[]) => {
    const { tools, sent, made } = finding(() => [200, types])
    const outcome = await findUserType(tools).catch((error: Error) => error.message)
    expect([sent, made]).toEqual([['GET /api/v1/users?limit=200'], [{ activate: false, password: false }]])
    return outcome
  }
  const user = (id: unknown) => ({ type: { id } })
  expect(await found(null, {}, user(7), user('usual'), user('other'), user('third'))).toEqual({ id: 'other' })
  expect(await found(user('usual'), user(7), { type: null })).toBe('all listed users are of one type')
})

const expression = 'urn:svc:expression:1.0'

test('spellings of an expression are proposed until one proves itself on one of two users', async () => {
  const taken = ["user.login == 'u1@x'", 'user.login eq "u1@x"']
  const active = new Set<string>()
  const { tools, sent } = finding((call, body) => {
    if (call === 'POST /api/v1/groups/rules') {
      const { value } = (body as { conditions: { expression: { value: string } } }).conditions.expression
      return taken.includes(value)
        ? [200, { id: `r/${taken.indexOf(value)}` }]
        : value.includes('.profile')
          ? 500
          : 400
    }
    if (call.endsWith('/lifecycle/activate')) active.add(call)
    // The first that is taken adds everybody, the second the one that it names, after a while.
    if (call.startsWith('GET') && call.endsWith('/users'))
      return [
        200,
        active.size === 1 ? [{ id: 'u1' }, { id: 'u2' }] : sent.length % 2 === 0 ? [] : [null, { id: 'u1' }],
      ]
    return 200
  })
  expect(await findExpression(tools)).toEqual({ template: 'user.login eq "{login}"', proven: true })
  expect(sent[0]).toBe(
    `POST /api/v1/groups/rules {"type":"group_rule","name":"cf-1-probe","conditions":{"expression":{"type":"${expression}","value":"user.login==\\"u1@x\\""}},"actions":{"assignUserToGroups":{"groupIds":["g1"]}}}`,
  )
  expect(sent.filter((call) => call.includes('/lifecycle/'))).toEqual([
    'POST /api/v1/groups/rules/r%2F0/lifecycle/activate',
    'POST /api/v1/groups/rules/r%2F0/lifecycle/deactivate',
    'POST /api/v1/groups/rules/r%2F1/lifecycle/activate',
    'POST /api/v1/groups/rules/r%2F1/lifecycle/deactivate',
  ])
})

test('one that is taken and not seen to work is remembered as not proven, after three that were waited for', async () => {
  const { tools, sent } = finding((call) =>
    call === 'POST /api/v1/groups/rules' ? [200, { id: 'r' }] : [200, []],
  )
  expect(await findExpression(tools)).toEqual({ template: 'user.login=="{login}"', proven: false })
  expect(sent.filter((call) => call.startsWith('POST /api/v1/groups/rules {'))).toHaveLength(3)
  const everybody = finding((call) =>
    call === 'POST /api/v1/groups/rules' ? [200, { id: 'r' }] : [200, [{ id: 'u1' }, { id: 'u2' }]],
  )
  expect(await findExpression(everybody.tools)).toMatchObject({ proven: false })
})

test('where none is taken, the answers are told', async () => {
  let asked = 0
  const { tools, sent } = finding(() => [[400, 422, 300][asked++ % 3]!, {}])
  await expect(findExpression(tools)).rejects.toThrow(
    /^the target takes none of 14 spellings of a rule expression \(400, 422, 300\)$/,
  )
  // A rule without an id is none.
  await expect(findExpression(finding(() => [200, { id: 7 }]).tools)).rejects.toThrow('(200)')
  const proposed = sent.map((call) =>
    /"value":"(.*)"\}\}/.exec(call)?.[1]?.replaceAll('\\"', '"').replace('u1@x', '…'),
  )
  expect(proposed).toEqual([
    'user.login=="…"',
    'user.login == "…"',
    "user.login == '…'",
    'user.profile.login == "…"',
    'user.login eq "…"',
    'user.profile.login eq "…"',
    'profile.login eq "…"',
    'profile.login == "…"',
    'login == "…"',
    'login eq "…"',
    'String.stringEquals(user.login, "…")',
    'user.login.equals("…")',
    'user.login = "…"',
    'user.login === "…"',
  ])
})

test('a group and a user with an application are looked for among the first twenty', async () => {
  const many = (letter: string) => Array.from({ length: 25 }, (_, at) => ({ id: `${letter}/${at + 1}` }))
  const looked = (having: readonly string[]) => {
    const asked: string[] = []
    const { api } = fakeApi((call) => {
      asked.push(call)
      if (call === 'GET /api/v1/groups?limit=20') return [200, many('g')]
      if (call === 'GET /api/v1/users?limit=20') return [200, many('u')]
      return having.includes(call) ? [200, [{ id: 'a1' }]] : [200, []]
    })
    return { asked, found: findApplication({ api }) }
  }
  const second = looked(['GET /api/v1/groups/g%2F2/apps', 'GET /api/v1/users/u%2F3/appLinks'])
  expect(await second.found).toEqual({ groupId: 'g/2', userId: 'u/3' })
  expect(second.asked).toEqual([
    'GET /api/v1/groups?limit=20',
    'GET /api/v1/groups/g%2F1/apps',
    'GET /api/v1/groups/g%2F2/apps',
    'GET /api/v1/users?limit=20',
    'GET /api/v1/users/me/appLinks',
    'GET /api/v1/users/u%2F1/appLinks',
    'GET /api/v1/users/u%2F2/appLinks',
    'GET /api/v1/users/u%2F3/appLinks',
  ])
  expect(await looked(['GET /api/v1/groups/g%2F20/apps']).found).toEqual({ groupId: 'g/20' })
  const beyond = looked(['GET /api/v1/groups/g%2F21/apps', 'GET /api/v1/users/u%2F21/appLinks'])
  await expect(beyond.found).rejects.toThrow('none of the first users and groups has an application')
  expect(beyond.asked).toHaveLength(1 + 20 + 1 + 21)
})
