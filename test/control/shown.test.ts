/** How records, events and exchanges are shown, part by part, from records that are written out here. */
import { expect, test } from 'vitest'
import { recordKinds } from '../../src/control/events/records.ts'
import { typesOf } from '../../src/control/events/table.ts'
import type { Exchange } from '../../src/control/journal/exchange.ts'
import { toCurl, toHar } from '../../src/control/journal/formats.ts'
import { Redaction } from '../../src/control/journal/redact.ts'

const user = { id: 'u', status: 'ACTIVE', profile: { login: 'jo@example.com' } }
const allHidden = {
  password: { kind: 'hash' },
  passwordExpired: true,
  recovery: { question: 'Which?', answer: 'That' },
  factors: ['sms'],
  block: { type: 'DEVICE_BASED', appliesTo: 'ANY_DEVICES' },
  devices: ['one', 'two'],
  failedSignIns: 3,
  pendingEmails: { email: 'new@example.com' },
}

test.each<[keyof typeof recordKinds, object, object]>([
  [
    'users',
    { ...user, hidden: {} },
    { kind: 'user', label: 'jo@example.com', shown: { ...user, hasPassword: false } },
  ],
  [
    'users',
    { ...user, hidden: allHidden },
    {
      kind: 'user',
      label: 'jo@example.com',
      shown: {
        ...user,
        hasPassword: true,
        passwordExpired: true,
        recoveryQuestion: 'Which?',
        factors: ['sms'],
        block: { type: 'DEVICE_BASED', appliesTo: 'ANY_DEVICES' },
        devices: 2,
        failedSignIns: 3,
        pendingEmails: { email: 'new@example.com' },
      },
    },
  ],
  [
    'groups',
    { id: 'g', profile: { name: 'Crew' } },
    { kind: 'group', label: 'Crew', shown: { id: 'g', profile: { name: 'Crew' } } },
  ],
  [
    'memberships',
    { groupId: 'g', userId: 'u' },
    { kind: 'membership', label: 'u in g', shown: { groupId: 'g', userId: 'u' } },
  ],
  ['rules', { id: 'r', name: 'Rule' }, { kind: 'rule', label: 'Rule', shown: { id: 'r', name: 'Rule' } }],
  ['apps', { id: 'a', label: 'Mail' }, { kind: 'app', label: 'Mail', shown: { id: 'a', label: 'Mail' } }],
  [
    'appAssignments',
    { appId: 'a', target: { kind: 'user', id: 'u' } },
    {
      kind: 'app-assignment',
      label: 'a for user u',
      shown: { appId: 'a', target: { kind: 'user', id: 'u' } },
    },
  ],
  [
    'clients',
    { id: 'c', secret: 'hush', settings: { client_name: 'Shop' } },
    { kind: 'client', label: 'Shop', shown: { id: 'c', hasSecret: true, settings: { client_name: 'Shop' } } },
  ],
  [
    'clients',
    { id: 'c', settings: { client_name: 'Page' } },
    {
      kind: 'client',
      label: 'Page',
      shown: { id: 'c', hasSecret: false, settings: { client_name: 'Page' } },
    },
  ],
  [
    'grants',
    { id: 'g', status: 'ACTIVE' },
    { kind: 'grant', label: 'g', shown: { id: 'g', status: 'ACTIVE' } },
  ],
  ['refreshTokens', { id: 't', value: 'hush' }, { kind: 'refresh-token', label: 't', shown: { id: 't' } }],
  ['accessTokens', { id: 't', value: 'hush' }, { kind: 'access-token', label: 't', shown: { id: 't' } }],
  [
    'sessions',
    { id: 's', userId: 'u', created: 1, expiresAt: 2, cookie: 'hush' },
    { kind: 'session', label: 's', shown: { id: 's', userId: 'u', created: 1, expiresAt: 2 } },
  ],
  ['apiTokens', { id: 't', value: 'hush' }, { kind: 'api-token', label: 't', shown: { id: 't' } }],
  [
    'apiTokens',
    { id: 't', name: 'Mine', value: 'hush' },
    { kind: 'api-token', label: 'Mine', shown: { id: 't', name: 'Mine' } },
  ],
  [
    'mails',
    {
      number: 1,
      kind: 'welcome',
      to: 'jo@example.com',
      userId: 'u',
      subject: 'Hi',
      sentAt: 3,
      path: '/hush',
    },
    {
      kind: 'mail',
      label: 'welcome to jo@example.com',
      shown: { number: 1, kind: 'welcome', to: 'jo@example.com', userId: 'u', subject: 'Hi', sentAt: 3 },
    },
  ],
])('a record of %s is told without its secrets: %j', (part, record, told) => {
  const { kind, label, shown } = recordKinds[part] as {
    kind: string
    label: (record: object) => string
    shown: (record: object) => object
  }
  expect({ kind, label: label(record), shown: shown(record) }).toEqual(told)
})

const profile = { login: 'jo' }
const was = (status: string, more: object = {}) => ({
  status,
  profile,
  hidden: { password: 1, recovery: 1, factors: 1, block: 1, ...more },
  provider: { type: 'SERVICE' },
  type: { id: 't' },
  lastLogin: 1,
})
const active = was('ACTIVE')

test.each<[string, unknown, unknown, readonly string[]]>([
  ['users', undefined, active, ['user.created']],
  ['users', active, undefined, ['user.deleted']],
  ['users', active, active, []],
  ['users', undefined, undefined, []],
  ['users', active, was('STAGED'), ['user.staged']],
  ['users', was('STAGED'), was('PROVISIONED'), ['user.provisioned']],
  ['users', was('STAGED'), active, ['user.activated']],
  ['users', was('PROVISIONED'), active, ['user.activated']],
  ['users', was('DEPROVISIONED'), active, ['user.activated']],
  ['users', was('SUSPENDED'), active, ['user.unsuspended']],
  ['users', was('LOCKED_OUT'), active, ['user.unlocked']],
  ['users', was('RECOVERY'), active, ['user.recovered']],
  ['users', was('PASSWORD_EXPIRED'), active, ['user.recovered']],
  ['users', active, was('RECOVERY'), ['user.recovery-started']],
  ['users', active, was('LOCKED_OUT'), ['user.locked-out']],
  ['users', active, was('PASSWORD_EXPIRED'), ['user.password-expired']],
  ['users', active, was('SUSPENDED'), ['user.suspended']],
  ['users', active, was('DEPROVISIONED'), ['user.deactivated']],
  ['users', active, { ...active, transitioningToStatus: 'DEPROVISIONED' }, ['user.transition-started']],
  [
    'users',
    { ...active, transitioningToStatus: 'ACTIVE' },
    { ...active, transitioningToStatus: 'ACTIVE' },
    [],
  ],
  ['users', { ...active, transitioningToStatus: 'ACTIVE' }, active, []],
  ['users', active, { ...active, profile: { login: 'jo' } }, ['user.profile-updated']],
  ['users', active, was('ACTIVE', { password: 2 }), ['user.password-changed']],
  ['users', active, was('ACTIVE', { recovery: 2 }), ['user.recovery-question-changed']],
  ['users', active, was('ACTIVE', { factors: 2 }), ['user.factors-changed']],
  ['users', active, was('ACTIVE', { block: 2 }), ['user.block-changed']],
  ['users', active, { ...active, provider: { type: 'LDAP' } }, ['user.provider-changed']],
  ['users', active, { ...active, type: { id: 'other' } }, ['user.type-changed']],
  ['users', active, { ...active, lastLogin: 2 }, ['user.signed-in']],
  ['users', active, was('ACTIVE', { failedSignIns: 1 }), ['user.sign-in-failed']],
  ['users', was('ACTIVE', { failedSignIns: 1 }), was('ACTIVE', { failedSignIns: 1 }), []],
  ['users', was('ACTIVE', { failedSignIns: 1 }), active, []],
  ['users', undefined, was('STAGED', { failedSignIns: 1 }), ['user.created', 'user.sign-in-failed']],
  ['groups', undefined, { profile }, ['group.created']],
  ['groups', { profile }, { profile: {} }, ['group.updated']],
  ['groups', { profile }, { profile, other: 1 }, []],
  ['groups', { profile }, undefined, ['group.deleted']],
  ['memberships', undefined, {}, ['group.member-added']],
  ['memberships', {}, undefined, ['group.member-removed']],
  ['memberships', {}, {}, []],
  ['rules', undefined, { status: 'INACTIVE' }, ['rule.created']],
  ['rules', undefined, { status: 'ACTIVE' }, ['rule.created', 'rule.activated']],
  ['rules', { status: 'INACTIVE' }, { status: 'INACTIVE' }, ['rule.updated']],
  ['rules', { status: 'INACTIVE' }, { status: 'ACTIVE' }, ['rule.activated']],
  ['rules', { status: 'ACTIVE' }, { status: 'INACTIVE' }, ['rule.deactivated']],
  ['rules', { status: 'INVALID' }, { status: 'INACTIVE' }, []],
  ['rules', { status: 'ACTIVE' }, { status: 'INVALID' }, ['rule.invalidated']],
  ['rules', { status: 'INVALID' }, { status: 'INVALID' }, ['rule.updated']],
  ['rules', undefined, { status: 'INVALID' }, ['rule.created']],
  ['rules', { status: 'ACTIVE' }, undefined, ['rule.deleted']],
  ['apps', undefined, {}, ['app.created']],
  ['apps', {}, {}, ['app.updated']],
  ['apps', {}, undefined, ['app.deleted']],
  ['appAssignments', undefined, {}, ['app.assigned']],
  ['appAssignments', {}, undefined, ['app.unassigned']],
  ['clients', undefined, {}, ['client.created']],
  ['clients', { settings: 1 }, { settings: 2 }, ['client.updated']],
  ['clients', { secret: 1 }, { secret: 2 }, ['client.secret-changed']],
  ['clients', { isActive: true }, { isActive: false }, ['client.status-changed']],
  ['clients', {}, {}, []],
  ['clients', {}, undefined, ['client.deleted']],
  ['grants', undefined, { status: 'ACTIVE' }, ['grant.created']],
  ['grants', { status: 'ACTIVE' }, { status: 'REVOKED' }, ['grant.ended']],
  ['grants', { status: 'ACTIVE' }, undefined, ['grant.ended']],
  ['grants', { status: 'ACTIVE' }, { status: 'ACTIVE' }, []],
  ['grants', { status: 'REVOKED' }, { status: 'EXPIRED' }, []],
  ['refreshTokens', undefined, { isRevoked: false }, ['refresh-token.issued']],
  ['refreshTokens', { isRevoked: false }, { isRevoked: true }, ['refresh-token.revoked']],
  ['refreshTokens', { isRevoked: false }, undefined, ['refresh-token.revoked']],
  ['refreshTokens', { isRevoked: false }, { isRevoked: false }, []],
  ['refreshTokens', { isRevoked: true }, { isRevoked: true }, []],
  ['accessTokens', undefined, {}, ['access-token.issued']],
  ['accessTokens', {}, undefined, ['access-token.ended']],
  ['sessions', undefined, {}, ['session.opened']],
  ['sessions', {}, undefined, ['session.ended']],
  ['apiTokens', undefined, {}, ['api-token.created']],
  ['apiTokens', {}, undefined, ['api-token.revoked']],
  ['mails', undefined, {}, ['mail.sent']],
  ['mails', {}, undefined, []],
  ['scopes', undefined, {}, []],
])('of %s, %j that becomes %j is %j', (part, before, after, types) => {
  expect(typesOf(part, before, after)).toEqual(types)
})

const exchange = {
  number: 1,
  time: '2026-01-05T09:30:00.000Z',
  method: 'GET',
  path: '/api/v1/users',
  status: 204,
  request: { headers: {} },
  response: { headers: {} },
} as unknown as Exchange

const full = {
  ...exchange,
  method: 'POST',
  query: "a=1&b=it's",
  status: 201,
  duration: 7,
  operation: 'createUser',
  refusal: 'validation',
  request: {
    headers: {
      host: 'x',
      'content-length': '2',
      'user-agent': 'x',
      connection: 'x',
      'accept-encoding': 'x',
      'transfer-encoding': 'x',
      authorization: 'SSWS [secret]',
      'content-type': 'text/plain',
    },
    body: "it's",
  },
  response: { headers: { 'content-type': 'application/json', location: '/there' }, body: { a: 1 } },
} as unknown as Exchange

test('a call becomes the curl command that makes it, without what curl sends by itself', () => {
  expect(toCurl(exchange, 'https://id.test')).toBe("curl -g --path-as-is 'https://id.test/api/v1/users'")
  expect(toCurl(full, 'https://id.test')).toBe(
    String.raw`curl -g --path-as-is -X POST 'https://id.test/api/v1/users?a=1&b=it'\''s' -H "Authorization: SSWS $TOKEN" -H 'content-type: text/plain' --data-raw 'it'\''s'`,
  )
})

test('calls become entries of an HTTP archive', () => {
  const none = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  expect(toHar([exchange, full], 'https://id.test')).toEqual({
    log: {
      version: '1.2',
      creator: { name: 'identikit', version: '1' },
      entries: [
        {
          startedDateTime: '2026-01-05T09:30:00.000Z',
          time: 0,
          request: {
            ...none,
            method: 'GET',
            url: 'https://id.test/api/v1/users',
            headers: [],
            queryString: [],
            bodySize: 0,
          },
          response: {
            ...none,
            status: 204,
            statusText: '',
            headers: [],
            redirectURL: '',
            bodySize: 0,
            content: { size: 0, mimeType: '', text: '' },
          },
          cache: {},
          timings: { send: 0, wait: 0, receive: 0 },
        },
        {
          startedDateTime: '2026-01-05T09:30:00.000Z',
          time: 7,
          request: {
            ...none,
            method: 'POST',
            url: "https://id.test/api/v1/users?a=1&b=it's",
            headers: [
              { name: 'host', value: 'x' },
              { name: 'content-length', value: '2' },
              { name: 'user-agent', value: 'x' },
              { name: 'connection', value: 'x' },
              { name: 'accept-encoding', value: 'x' },
              { name: 'transfer-encoding', value: 'x' },
              { name: 'authorization', value: 'SSWS [secret]' },
              { name: 'content-type', value: 'text/plain' },
            ],
            queryString: [
              { name: 'a', value: '1' },
              { name: 'b', value: "it's" },
            ],
            postData: { mimeType: 'text/plain', text: "it's" },
            bodySize: 4,
          },
          response: {
            ...none,
            status: 201,
            statusText: '',
            headers: [
              { name: 'content-type', value: 'application/json' },
              { name: 'location', value: '/there' },
            ],
            content: { size: 7, mimeType: 'application/json', text: '{"a":1}' },
            redirectURL: '/there',
            bodySize: 7,
          },
          cache: {},
          timings: { send: 0, wait: 7, receive: 0 },
          _operation: 'createUser',
          _refusal: 'validation',
        },
      ],
    },
  })
})

const long = 'abcdefghijklmnop'

test.each<[Record<string, string | string[]>, Record<string, string>]>([
  [{ Authorization: 'SSWS abc' }, { authorization: 'SSWS [secret]' }],
  [{ authorization: 'bare' }, { authorization: '[secret]' }],
  [{ 'proxy-authorization': 'Basic abc' }, { 'proxy-authorization': '[secret]' }],
  [{ cookie: 'sid=one; bare;other=two' }, { cookie: 'sid=[secret]; [secret]; other=[secret]' }],
  [{ 'set-cookie': ['a=b; Path=/', 'c=d'] }, { 'set-cookie': 'a=[secret]; Path=/, c=[secret]' }],
  [{ dpop: 'abc' }, { dpop: '[secret]' }],
  [{ 'x-identikit-control-token': 'abc' }, { 'x-identikit-control-token': '[secret]' }],
  [
    { location: 'https://x.test/?code=abcd&state=ok' },
    { location: 'https://x.test/?code=[secret]&state=ok' },
  ],
  [{ accept: ['a', 'b'] }, { accept: 'a, b' }],
])('headers %j are shown as %j', (headers, shown) => {
  expect(new Redaction().headers(Object.entries(headers))).toEqual(shown)
})

const members = [
  'activationToken',
  'activationUrl',
  'access_token',
  'answer',
  'apiToken',
  'assertion',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'cookie',
  'device_code',
  'id_token',
  'id_token_hint',
  'interaction',
  'newPassword',
  'oldPassword',
  'passCode',
  'password',
  'refresh_token',
  'request',
  'resetPasswordUrl',
  'secret',
  'sessionToken',
  'stateToken',
  'subject_token',
  'tempPassword',
  'token',
  'user_code',
]

test.each(members)('the member %s is struck out of JSON, of what breaks off, and of forms', (name) => {
  const redact = (text: string, type?: string): unknown => new Redaction().body(text, type)
  expect(redact(JSON.stringify({ [name]: 'hush-hush' }))).toEqual({ [name]: '[secret]' })
  expect(redact(JSON.stringify({ [name]: { value: 'hush-hush', on: true, of: [1, null] } }))).toEqual({
    [name]: {
      value: '[secret]',
      on: '[secret]',
      of: ['[secret]', null],
    },
  })
  expect(redact(`{"${name}" : "hu\\"sh`)).toBe(`{"${name}" : "[secret]"`)
  expect(redact(`{"${name}":{"value":"x"`)).toBe(`{"${name}":"[secret]"`)
  expect(redact(`<input name="${name}" value="hush-hush">`)).toBe(`<input name="${name}" value="[secret]">`)
  expect(redact(`${name}=hush&other=x`, 'application/x-www-form-urlencoded')).toBe(`${name}=[secret]&other=x`)
})

test.each<[string, string, unknown]>([
  ['', '', undefined],
  ['5', '', 5],
  ['null', '', null],
  ['{"password":null}', '', { password: null }],
  [
    '{"kty":"EC","x":"open","d":"hidden","k":"hidden"}',
    '',
    { kty: 'EC', x: 'open', d: '[secret]', k: '[secret]' },
  ],
  ['{"d":"open"}', '', { d: 'open' }],
  [
    '{"kty":"RSA","p":"1","q":"2","dp":"3","dq":"4","qi":"5","oth":["6"]}',
    '',
    {
      kty: 'RSA',
      p: '[secret]',
      q: '[secret]',
      dp: '[secret]',
      dq: '[secret]',
      qi: '[secret]',
      oth: ['[secret]'],
    },
  ],
  ['see /welcome/Ab3dEf6hIj9lMn2p', '', 'see /welcome/[secret]'],
  ['see /welcome/Ab3dEf6hIj9lMn2', '', 'see /welcome/Ab3dEf6hIj9lMn2'],
  [
    `/reset_password/${long} /signin/reset-password/${long}`,
    '',
    '/reset_password/[secret] /signin/reset-password/[secret]',
  ],
  [`/verify/${long}_- /tokens/${long}`, '', '/verify/[secret] /tokens/[secret]'],
  [`/clients/abc/tokens/${long}`, '', `/clients/abc/tokens/${long}`],
  [
    '?tempPassword=true&token=FALSE&token=x#access_token=y',
    '',
    '?tempPassword=true&token=FALSE&token=[secret]#access_token=[secret]',
  ],
  ['token=x', '', 'token=x'],
  ['token=x', 'text/plain', 'token=x'],
])('the body %s of type %s is shown as %j', (text, type, shown) => {
  expect(new Redaction().body(text, type)).toEqual(shown)
})

test('a secret that was found is struck wherever it comes again; what is too short is not', () => {
  const one = new Redaction()
  one.headers([
    ['Authorization', `Bearer ${long}`],
    ['cookie', `sid=${long}1; short=abcdefghijklmno`],
  ])
  expect(one.text(`${long} abcdefghijklmno abcdefghijklmno2`)).toBe(
    '[secret] abcdefghijklmno abcdefghijklmno2',
  )
  expect(one.text(`x${long}1`)).toBe('x[secret]1')
  one.body('{"password":"four","answer":"two","token":"[secret]"}')
  expect(one.text('four and two and [secret]')).toBe('[secret] and two and [secret]')
  expect(one.value({ a: ['four'], b: 4, c: null })).toEqual({ a: ['[secret]'], b: 4, c: null })
})
