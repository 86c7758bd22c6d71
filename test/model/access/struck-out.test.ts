import { expect, test } from 'vitest'
import type { TrafficEntry } from '../../../src/model/access/journal.ts'
import { isSecretName, withoutSecrets, withoutUrlSecrets } from '../../../src/model/access/struck-out.ts'

const open = new Set(['opens-it', 'opensit1', 'with space', 'a+b', '%zz'])
const secrets = {
  opens: (text: string) => open.has(text),
  clients: { hasSecret: (text: string) => text === 'client' },
}
const entry = (more: Partial<TrafficEntry>): TrafficEntry => ({
  requestId: 'r',
  method: 'GET',
  path: '/p',
  status: 400,
  ...more,
})
const shown = (more: Partial<TrafficEntry>) => {
  const { path, query, hint } = withoutSecrets(secrets, entry(more))
  return [path, query, hint].filter((each) => each !== undefined)
}

test.for([
  'token',
  'access_token',
  'TOKEN',
  'client_secret',
  'secretKey',
  'password',
  'tempPasswd',
  'passphrase',
  'passcode',
  'credentials',
  'apikey',
  'api-key',
  'api_key',
  'assertion',
  'recoveryAnswer',
  'session',
  'cookie',
  'sid',
  'x_sid',
  'a.sid',
  'a[sid]',
  'a-pwd',
  'pass',
  'pin',
  'otp',
  'code',
  'sig',
  'signature',
  'auth',
  'authorization',
  'jwt',
  'key',
  '%74oken',
  'user[key]',
])('%s is the name of a secret', (name) => {
  expect([isSecretName(name), isSecretName(name)]).toEqual([true, true])
})

test.for([
  'limit',
  'q',
  'token_type',
  'token_type_hint',
  'code_challenge_method',
  'token-methods',
  'token_expires_in',
  'token_expires_at',
  'side',
  'xsid',
  'keys',
  'keyword',
  'country-codes',
  'pinned',
  'zip_codes',
  '%',
  'authors',
  'sender',
  'design',
  'encode',
  'monkey',
])('%s is the name of no secret', (name) => {
  expect([isSecretName(name), isSecretName(name)]).toEqual([false, false])
})

test.for([
  ['token_type_hints', true],
  ['tokentype', true],
  [`${'x'.repeat(64)}_token`, true],
  [`${'x'.repeat(64)}limit`, false],
] as const)('%s: %j', ([name, expected]) => {
  expect(isSecretName(name)).toBe(expected)
})

test.for([
  [{ path: '/a/opens-it/b' }, ['/a/[secret]/b']],
  [{ path: '/a/client' }, ['/a/[secret]']],
  [{ path: '/a/%6Fpens-it' }, ['/a/[secret]']],
  [{ path: '/a/%zz' }, ['/a/[secret]']],
  [{ path: '/a/%yy' }, ['/a/%yy']],
  [{ path: '/a/b', query: 'x=1' }, ['/a/b', 'x=1']],
  [{ query: 'token=abc' }, ['/p', 'token=[secret]']],
  [{ query: 'x=1&token=abc&y=2' }, ['/p', 'x=1&token=[secret]&y=2']],
  [{ query: 'token=' }, ['/p', 'token=']],
  [{ query: 'sendToken=true&oauthTokens=FALSE' }, ['/p', 'sendToken=true&oauthTokens=FALSE']],
  [{ query: 'token=trueish' }, ['/p', 'token=[secret]']],
  [{ query: 'token=xtrue' }, ['/p', 'token=[secret]']],
  [{ query: 'x=opens-it' }, ['/p', 'x=[secret]']],
  [{ query: 'opens-it' }, ['/p', '[secret]']],
  [{ query: 'x=with+space' }, ['/p', 'x=[secret]']],
  [{ query: 'x=with%20space' }, ['/p', 'x=[secret]']],
  [{ query: 'x=a%2Bb' }, ['/p', 'x=[secret]']],
  [{ query: 'x=a=opens-it' }, ['/p', 'x=a=opens-it']],
  [{ query: 'search=name eq "opens-it"' }, ['/p', 'search=[secret]']],
  [{ query: 'search=(opens-it)' }, ['/p', 'search=[secret]']],
  [{ query: "search='opensit1'" }, ['/p', 'search=[secret]']],
  [{ query: 'search=xopens-it y' }, ['/p', 'search=xopens-it y']],
  [{ query: 'search=several words here' }, ['/p', 'search=several words here']],
  [{ query: 'token=abc', hint: 'abc and abc' }, ['/p', 'token=[secret]', '[secret] and [secret]']],
  [{ path: '/opens-it', hint: 'no /opens-it' }, ['/[secret]', 'no /[secret]']],
  [{ path: '/opens-it', query: 'x=1' }, ['/[secret]', 'x=1']],
  [{ status: 200, path: '/opens-it', query: 'token=abc' }, ['/opens-it', 'token=[secret]']],
  [{ status: 399, path: '/opens-it' }, ['/opens-it']],
  [{ status: 200, query: 'x=1&y=2' }, ['/p', 'x=1&y=2']],
  [{ status: 200, query: 'x=1&y=opens-it' }, ['/p', 'x=1&y=[secret]']],
  [{ status: 200, query: 'y=opens-it&x=1' }, ['/p', 'y=[secret]&x=1']],
  [{ status: 200, query: '&opens-it' }, ['/p', '&[secret]']],
  [{ status: 200, query: '' }, ['/p', '']],
] as const)('%j is shown as %j', ([given, expected]) => {
  expect(shown(given)).toEqual(expected)
})

test('an entry without secrets is the same one', () => {
  for (const more of [{}, { query: 'x=1' }, { status: 200, query: 'x=1' }, { hint: 'h' }]) {
    const given = entry(more)
    expect(withoutSecrets(secrets, given)).toBe(given)
  }
  expect(Object.keys(withoutSecrets(secrets, entry({ path: '/opens-it' })))).toEqual([
    'requestId',
    'method',
    'path',
    'status',
  ])
})

test.for([
  ['https://a.test/x?page=2#top', 'https://a.test/x?page=2#top'],
  ['HTTPS://jo:pa@ss@a.test/x', 'HTTPS://[secret]@a.test/x'],
  ['X3+y.z-1://jo@a.test', 'X3+y.z-1://[secret]@a.test'],
  ['jo@a.test', 'jo@a.test'],
  [
    'https://a.test/x?page=2&client_secret=a/b#code=xyz',
    'https://a.test/x?page=2&client_secret=[secret]#code=[secret]',
  ],
  ['https://a.test/x@y', 'https://a.test/x@y'],
  ['https://a.test?x@y', 'https://a.test?x@y'],
  ['https://a.test#x@y', 'https://a.test#x@y'],
  ['see https://jo:pass@a.test', 'see https://jo:pass@a.test'],
  ['/x?token=&page=1', '/x?token=&page=1'],
  ['/x?%74oken=a', '/x?%74oken=[secret]'],
  ['/x?a=1#token=b=c&d=2', '/x?a=1#token=[secret]&d=2'],
] as const)('%s is shown as %s', ([url, expected]) => {
  expect(withoutUrlSecrets(url)).toBe(expected)
})
