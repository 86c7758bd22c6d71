/** The parts of mutants, in front of our server. altered.txt shows what each of them passes on and answers. */
import { expect, test } from 'vitest'
import type { Sender } from '../../../conformance/engine/wire/http-sender.ts'
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
  afterwards,
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
import { alteredFetch, alteredSender } from '../../../conformance/proof/alter/sender.ts'
import type { Alteration } from '../../../conformance/proof/alter/wire.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { webClient } from '../../support/clients.ts'
import { filled } from '../../support/script.ts'

const teapot = (): Alteration => reply(418)
const ada = 'GET /api/v1/users/$ada'
const nobody = 'GET /api/v1/users/nobody'
const refused = [nobody, 'GET /oauth2/v1/clients/nobody', ada]
const users = 'GET /api/v1/users?search=profile.lastName eq "E"'
const titled = 'POST /api/v1/users/$ada {"profile":{"title":"Dr","nickName":"A"}}'
const one = (more: string) =>
  `POST /api/v1/users?activate=false {"profile":{"login":"eve@x.test","email":"eve@x.test","firstName":"Eve","lastName":"E"}${more}}`

const password = ',"credentials":{"password":{"value":"Tulip-Meadow-42"}}'

/** A mutant, and the calls: `again` begins another run of it. */
type Case = readonly [Alteration, ...string[]]

const cases = (): Readonly<Record<string, Case>> => ({
  'calls of an operation': [
    on('getUser', teapot()),
    ada,
    'GET /api/v1/users/me',
    'GET /api/v1/users?limit=1',
    titled,
    'GET /api/v1/users/$ada/groups',
  ],
  'an operation without a body': [
    on('forgotPassword', teapot()),
    'POST /api/v1/users/$ada/credentials/forgot_password?sendEmail=false',
    'POST /api/v1/users/$ada/credentials/forgot_password {}',
  ],
  'an operation with a body': [
    on('forgotPasswordWithAnswer', teapot()),
    'POST /api/v1/users/$ada/credentials/forgot_password {}',
  ],
  'another user than the current one': [on('updateUser', teapot()), 'POST /api/v1/users/me {}'],
  'the current user': [on('updateCurrentUser', teapot()), 'POST /api/v1/users/me {}'],
  'rules are no group': [on('getGroup', teapot()), 'GET /api/v1/groups/rules'],
  'rules have no members': [on('listGroupUsers', teapot()), 'GET /api/v1/groups/rules/users'],
  'calls of an area': [on('* /oauth2/**', teapot()), 'DELETE /oauth2/v1/clients/$shop'],
  'steps run from the suite to the server, and back': [
    all(
      query('q', (old) => `${old}1`),
      query('q', (old) => `${old}2`),
      edit('profile.name', (old) => `${old}1`),
      edit('profile.name', (old) => `${old}2`),
    ),
    'GET /api/v1/groups/$sales?q=0',
  ],
  'where a value is sent': [
    when(
      sends('profile.title', (title) => title === null),
      teapot(),
    ),
    'POST /api/v1/users/$ada {"profile":{"title":null}}',
    titled,
  ],
  'where it is asked for': [
    when(asks('limit', '1'), teapot()),
    'GET /api/v1/groups?limit=1',
    'GET /api/v1/groups?limit=2',
  ],
  'refusals alone': [whenRefused(status(418)), nobody, ada],
  'a limit of calls is no refusal': [all(whenRefused(status(418)), reply(429)), ada],
  'successes alone': [whenSuccess(status(418)), nobody, ada],
  'one status alone': [whenStatus(404, status(418)), nobody, ada],
  'an answer that is looked at first is not asked for twice': [
    whenSuccess(drop('status')),
    'DELETE /api/v1/users/$ada',
  ],
  'another request': [
    all(
      ignoreQuery('x'),
      query('activate', (old) => (old === 'false' ? 'true' : 'false')),
      ignoreInput('profile.title'),
      input('profile.nickName', 'B'),
      requestHeader('X-Own', 'yes'),
    ),
    one('').replace('?', '?x=1&').replace('"Eve"', '"Eve","title":"Dr"'),
  ],
  'parts are dropped': [drop('profile.lastName', 'status'), ada],
  'a part is set': [set('status', 'STAGED'), ada],
  'a part is edited': [edit('status', (old) => old.toLowerCase()), ada],
  'a part that there is not': [edit('nothing', () => 1), ada],
  'a part is renamed': [rename('profile.login', 'name'), ada],
  'no body': [noBody(), ada],
  'another answer, after the call': [replyAfter(418, { a: 1 }), ada],
  'another answer, instead of the call': [reply(418, { a: 1 }), ada],
  'any change of an answer': [answer((old) => ({ ...old, status: 201 })), ada],
  'other elements of a list': [items((list) => list.slice(1)), 'GET /api/v1/groups'],
  'a link is dropped': [dropLink('next'), 'GET /api/v1/groups?limit=1'],
  'a link is edited': [editLink('self', (url) => url.pathname), 'GET /api/v1/groups?limit=1'],
  'all links are dropped': [all(dropLink('next'), dropLink('self')), 'GET /api/v1/groups?limit=1'],
  'another header': [header('Link', 'x'), 'GET /api/v1/groups?limit=1'],
  'a refusal in the dialect of its path': [
    refuse(),
    'GET /oauth2/v1/clients/$shop',
    'POST /oauth2/v1/clients/$shop/lifecycle/newSecret',
  ],
  'a refusal of what is done': [refuseButDo(403, 'E0000006'), titled, nobody],
  'a success for a refusal': [acceptInstead(), ...refused],
  'a refusal with another status': [wrongStatus(400), ...refused],
  'a refusal with another code': [wrongCode('E1'), ...refused],
  'a refusal in the other dialect': [wrongDialect(), ...refused],
  'a bad value is accepted by sending a repaired one': [
    acceptWith('profile.firstName', (old: string) => old.slice(0, 3)),
    'POST /api/v1/users/$ada {"profile":{"firstName":"<x*51>"}}',
    titled,
  ],
  'a refused call shows in later answers of its record': [
    refuseButShow('suspendUser', { status: 'LOST' }),
    users,
    'POST /api/v1/users/$ben/lifecycle/suspend',
    users,
  ],
  'a successful call does, until the run ends': [
    after('suspendUser', { outcome: 'success' }, { status: 'LOST' }),
    'POST /api/v1/users/$ben/lifecycle/suspend',
    'POST /api/v1/users/$ada/lifecycle/suspend',
    users,
    'again',
    users,
  ],
  'a refused record is gone all the same': [
    all(refuseButRemove('deleteUser'), on('deleteUser', refuse(403))),
    ada,
    'DELETE /api/v1/users/$ada',
    ada,
    'GET /api/v1/users/$ben',
  ],
  'a property is not stored': [ignoreProperty('profile.title'), titled, ada],
  'a write is not done': [
    ignoreWrite(),
    titled,
    'POST /api/v1/users/$ada/lifecycle/suspend',
    'DELETE /api/v1/users/$ada',
    'POST /api/v1/groups {"profile":{"name":"A"}}',
    'POST /oauth2/v1/clients {"client_name":"A"}',
  ],
  'what only the service may set': [
    takeFromCaller('createUser', 'status'),
    one(',"status":"LOST"'),
    'GET /api/v1/users/$made',
  ],
  'what only the service may set, where it refuses that': [
    all(takeFromCaller('createUser', 'status'), on('createUser', when(sends('status'), refuse(403)))),
    one(',"status":"LOST"'),
    'GET /api/v1/users/$made',
  ],
  'the first answer again': [stale(), ada, titled, ada, `${ada}?a=1`],
  'something else besides': [
    afterwards((call, { path }) => call('DELETE', `${path}/sessions`)),
    titled,
    nobody,
  ],
  'something else instead': [instead(() => ({ method: 'GET' })), 'DELETE /api/v1/users/$ada'],
})

/** Parts of an answer that no case alters. */
const left = /^(_links|created|activated|statusChanged|lastUpdated|lastMembershipUpdated|lastLogin|type)$/
const leftToo =
  /^(locale|objectClass|passwordChanged|credentials|email|errorId|errorCauses|mobilePhone|secondEmail)$/

/** Two users, a group and a client on our server, in front of which the mutant stands. */
async function altered(mutant: Alteration) {
  const org = createOrganisation({ seed: 'altered', clock: { start: '2026-01-05T09:30:00Z', frozen: true } })
  const asked: string[] = []
  const written = ({ method, url, headers }: Request, body: string): string => {
    const { pathname, search } = new URL(url)
    const own = headers.get('x-own') === null ? '' : ' with X-Own'
    return `${method} ${pathname}${decodeURIComponent(search)}${body === '' ? '' : ` ${body}`}${own}`
  }
  const server = async (request: Request): Promise<Response> => {
    asked.push(written(request, await request.clone().text()))
    return org.fetch(request)
  }
  const asking = (fetch: typeof server, call: string): Promise<Response> => {
    const [, method = '', url = '', body] = /^(\S+) (.*?)(?: (\{.*\}))?$/.exec(call) ?? []
    const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
    const request = { method, headers, ...(body === undefined ? {} : { body }) }
    return fetch(new Request(new URL(url, org.baseUrl), request))
  }
  const made = async (call: string): Promise<string> =>
    ((await (await asking(org.fetch, call)).json()) as { id: string }).id
  const ids: Record<string, string> = {
    ada: await made(one(password).replaceAll('eve', 'ada').replace('=false', '=true')),
    ben: await made(one('').replaceAll('eve', 'ben')),
    sales: await made('POST /api/v1/groups {"profile":{"name":"Sales"}}'),
    shop: org.control.registerClient(webClient()).client_id,
  }
  const short = (text: string): string =>
    Object.entries(ids)
      .reduce((each, [name, id]) => each.replaceAll(id, `$${name}`), text)
      .replaceAll(org.baseUrl, '')
  let fetch = alteredFetch(server, org.baseUrl, mutant)
  return async (step: string): Promise<string[]> => {
    if (step === 'again') {
      fetch = alteredFetch(server, org.baseUrl, mutant)
      return []
    }
    asked.length = 0
    const sent = filled(step, ids)
    const got = await asking(fetch, sent)
    const text = await got.text()
    const body = text === '' ? undefined : (JSON.parse(text) as { id?: string })
    if (/^POST .*eve/.test(step) && body?.id !== undefined) ids['made'] = body.id
    const shown = JSON.stringify(body, (key, value: unknown) =>
      left.test(key) || leftToo.test(key) ? undefined : value,
    )
    const link = step.includes('limit=') ? [`link: ${got.headers.get('link')}`] : []
    const type = got.headers.get('content-type')
    const isJson = text === '' || type?.startsWith('application/json') === true
    const others = asked.length === 1 && asked[0] === sent ? [] : [`asked: ${asked.join(', ') || 'nothing'}`]
    return [
      ...others,
      ...link,
      ...(isJson ? [] : [`type: ${type}`]),
      `${got.status} ${shown ?? ''}`.trim(),
    ].map((line) => `  ${short(line)}`)
  }
}

test('each part lets calls through, and answers them, as the file shows', async () => {
  const told: string[] = []
  for (const [name, [mutant, ...steps]] of Object.entries(cases())) {
    const tried = await altered(mutant)
    told.push(`# ${name}`)
    for (const step of steps) told.push(step, ...(await tried(step)))
    told.push('')
  }
  await expect(told.join('\n')).toMatchFileSnapshot('altered.txt')
})

const user = { id: '00u1', status: 'ACTIVE', profile: { login: 'a@example.com', title: null } }

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

test('an altered sender keeps the base path, the query and the headers', async () => {
  const urls: string[] = []
  const send: Sender['send'] = async ({ url, headers }) => {
    urls.push(`${url.href} ${JSON.stringify(headers)}`)
    return { status: 200, headers: {}, text: '[]' }
  }
  const seen: Alteration = () => (request, forward) => {
    expect(request.path).toBe('/api/v1/users')
    return forward(request)
  }
  const sender = alteredSender({ send, close: () => {} }, 'https://h.example.com/base', all(seen, noBody()))
  const url = new URL('https://h.example.com/base/api/v1/users?search=a%20%22b%2B%22')
  const { signal } = new AbortController()
  const sent = { method: 'GET', url, headers: { Accept: 'application/json' }, body: undefined }
  expect(await sender.send(sent, signal)).toEqual({ status: 200, headers: {}, text: '' })
  expect(urls).toEqual([
    'https://h.example.com/base/api/v1/users?search=a%20%22b%2B%22 {"accept":"application/json"}',
  ])
})
