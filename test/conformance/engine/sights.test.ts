/** The findings from answers of any kind: a secret and a letter, and nothing that only resembles one. */
import { expect, test } from 'vitest'
import { mockRun } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

/** A body that is sent, and what comes back: its body, and more of it. */
type Call = readonly [
  sent: unknown,
  answer: unknown,
  more?: { readonly path?: string; readonly type?: string; readonly status?: number; readonly link?: string },
]

/** The kinds of finding in the answers to these calls; a call without a body is a GET. */
async function sightsOf(...calls: readonly Call[]): Promise<string[]> {
  const kinds: string[] = []
  let at = 0
  let isRunning = false
  const asks = checkOf('asks', { judges: ['a'] }, async ({ api, unique }) => {
    isRunning = true
    const nobody = unique.unknownId()
    for (const [sent, , { path } = {}] of calls) {
      if (sent === undefined) await api.get(path ?? '/api/v1/users')
      else if (path === undefined) await api.post(`/api/v1/users/${nobody}`, sent)
      else await api.put(`${path}/${nobody}`, sent)
    }
  })
  const looks = checkOf('looks', { judges: ['a'], last: true }, async ({ sights }) => {
    kinds.push(...sights.map(({ kind }) => kind))
  })
  await mockRun([asks, looks], {
    alter: () => {
      const call = calls[at]
      if (!isRunning || call === undefined) return undefined
      at += 1
      const [, answer, { type = 'application/json', status = 200, link } = {}] = call
      const headers = { 'content-type': type, ...(link === undefined ? {} : { link }) }
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      return new Response(text, { status, headers })
    },
  })
  return kinds
}

const password = { credentials: { password: { value: 'Secret-1' } } }
const asking = (answer: string) => ({ credentials: { recovery_question: { question: 'Which?', answer } } })
const hash = { credentials: { password: { hash: { value: 'hash-value', salt: 'salt-value' } } } }
const clients = { path: '/oauth2/v1/clients' }
const secret = { client_secret: 'client-secret-1' }
const self = (href: unknown) => ({
  _links: { self: { href }, more: [{ href: 'https://svc.example.com/a' }] },
})
const person = { id: '00u1', status: 'ACTIVE', profile: { login: 'ada@example.com' } }
const user = (more: object) => ({ ...person, ...more })
const at = (path: string) => self(`https://svc.example.com/api/v1${path}`)

test.each<[string, Call[], string[]]>([
  ['a password in its own answer', [[password, { x: 'Secret-1' }]], ['password']],
  ['a hash, and no salt', [[hash, { x: 'hash-value salt-value' }]], ['hash']],
  ['an old password', [[{ oldPassword: { value: '12345678' } }, { x: '12345678' }]], ['password']],
  ['a new password', [[{ newPassword: { value: '12345678' } }, { x: '12345678' }]], ['password']],
  [
    'an answer in a later refusal',
    [
      [asking('my answer'), ''],
      [undefined, 'so: my answer', { status: 404 }],
    ],
    ['answer'],
  ],
  [
    'a letter time and again',
    [
      [asking('x'.repeat(100)), ''],
      [undefined, { d: 'x'.repeat(100) }],
    ],
    [],
  ],
  [
    'two letters time and again',
    [
      [asking('xy'.repeat(50)), ''],
      [undefined, { d: 'xy'.repeat(50) }],
    ],
    [],
  ],
  ['what is too short', [[{ oldPassword: { value: '1234567' } }, { x: '1234567' }]], []],
  ['what was also sent as something else', [[{ ...password, login: 'Secret-1' }, { x: 'Secret-1' }]], []],
  [
    'what is no secret',
    [[{ password: { hint: '12345678' }, value: '87654321' }, { x: '12345678 87654321' }]],
    [],
  ],
  [
    'the secret of a client where it is written',
    [
      [{}, secret, clients],
      [{}, secret, clients],
    ],
    [],
  ],
  [
    'the secret of a client elsewhere',
    [
      [{}, secret, clients],
      [undefined, { x: 'client-secret-1' }],
    ],
    ['client-secret'],
  ],
  [
    'what a read says of itself',
    [
      [undefined, secret, clients],
      [undefined, { x: 'client-secret-1' }],
    ],
    [],
  ],
  ['a page', [[undefined, [], { type: 'text/html' }]], ['media-type']],
  ['JSON by another spelling', [[undefined, [], { type: 'Application/JSON; charset=utf-8' }]], []],
  ['a page that refuses', [[undefined, '', { type: 'text/html', status: 300 }]], []],
  ['a relative link', [[undefined, self('/relative')]], ['relative-link']],
  ['a link that is no text', [[undefined, self(7)]], []],
  [
    'a next link without a self link',
    [[undefined, [], { link: '<https://svc.example.com/a>; rel="next"' }]],
    ['no-self-link'],
  ],
  ['times of a user', [[undefined, user({ created: '2026-01-02T03:04:05.000Z', lastLogin: null })]], []],
  ['a day of a user', [[undefined, [user({ lastLogin: 'yesterday' })]]], ['user-time']],
  [
    'a number of a group',
    [[undefined, { id: '00g1', objectClass: [], lastMembershipUpdated: 1 }]],
    ['group-time'],
  ],
  ['a text of a rule', [[undefined, { id: '0pr1', type: 'group_rule', created: '' }]], ['rule-time']],
  ['a text of a grant', [[undefined, { id: 'oag1', scopeId: 's', lastUpdated: '' }]], ['grant-time']],
  ['a text of a token', [[undefined, { id: 'oar1', scopes: [], expiresAt: '' }]], ['token-time']],
  ['a text of a client', [[undefined, { grant_types: [], client_id_issued_at: '1' }]], ['client-time']],
  ['a time of what is none of these', [[undefined, { id: 'x', created: 'yesterday' }]], []],
  ['a user by the id', [[undefined, user(at('/users/00u1'))]], []],
  ['a user by the login', [[undefined, user(at('/users/ada%40example.com'))]], []],
  ['a user by the short login', [[undefined, user(at('/users/ada'))]], []],
  ['a user as the current one', [[undefined, user(at('/users/me'))]], []],
  ['a user as another', [[undefined, user(at('/users/00u2'))]], ['user-self']],
  ['a group as another', [[undefined, { id: '00g1', objectClass: [], ...at('/groups/me') }]], ['group-self']],
  ['a grant as another', [[undefined, { id: 'oag1', scopeId: 's', ...at('/oag2') }]], ['grant-self']],
  [
    'a token as another',
    [[undefined, { id: 'oar1', scopes: [], expiresAt: null, ...at('/oar2') }]],
    ['token-self'],
  ],
])('an answer that shows %s', async (_, calls, kinds) => {
  expect(await sightsOf(...calls)).toEqual(kinds)
})
