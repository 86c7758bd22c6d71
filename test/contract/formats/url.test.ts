import { expect, test } from 'vitest'
import { isAbsoluteUriWithoutFragment, isUrl } from '../../../src/contract/formats/index.ts'

test.each([
  'http://www.example.com/profile',
  'https://example.com',
  'HTTPS://Example.COM/',
  'https://example.com:8443/a/b?c=d&e=%20f#g',
  'http://localhost:3000',
  'http://127.0.0.1/',
  'http://[::1]:8080/',
  'https://user:secret@example.com/',
  'https://example.com/é/名',
  'https://*.example.com/',
])('%s is a URL', (value) => {
  expect(isUrl(value)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a relative path', '/profile'],
  ['a host without a scheme', 'www.example.com'],
  ['a reference that takes the scheme from its base', '//example.com/'],
  ['a scheme that is not of the web', 'ftp://example.com/'],
  ['a script', 'javascript:alert(1)'],
  ['an e-mail address', 'mailto:jane@example.com'],
  ['one slash', 'https:/example.com'],
  ['no slashes', 'https:example.com'],
  ['three slashes', 'https:///example.com'],
  ['backslashes', 'https:\\\\example.com'],
  ['no host', 'https://'],
  ['no host before a path', 'https://?a'],
  ['a port and no host', 'https://:80'],
  ['a port out of range', 'https://example.com:65536/'],
  ['a space within', 'https://example.com/a b'],
  ['a space before', ' https://example.com'],
  ['a line end behind', 'https://example.com\n'],
  ['a tab within', 'https://exa\tmple.com'],
  ['a broken percent escape', 'https://example.com/%zz'],
  ['a percent sign at the end', 'https://example.com/%'],
  ['braces', 'https://example.com/{id}'],
  ['angle brackets', '<https://example.com>'],
  ['a lone surrogate', 'https://example.com/\ud800'],
])('a URL is refused that is or has %s', (_, value) => {
  expect(isUrl(value)).toBe(false)
})

test.each([
  'https://example.com/callback',
  'https://example.com/callback?state=a%20b',
  'http://localhost:3000/callback',
  'http://[::1]/callback',
  'com.example.app:/cb',
  'com.example.app://callback',
  'my-app+1.0:/cb',
  'urn:ietf:wg:oauth:2.0:oob',
])('%s is an absolute URI without a fragment', (value) => {
  expect(isAbsoluteUriWithoutFragment(value)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a relative path', '/callback'],
  ['no scheme', 'example.com/callback'],
  ['a fragment', 'https://example.com/callback#top'],
  ['an empty fragment', 'https://example.com/callback#'],
  ['a fragment behind a private scheme', 'com.example.app:/cb#top'],
  ['a scheme that begins with a digit', '1app:/cb'],
  ['a scheme with an underscore', 'my_app:/cb'],
  ['only a scheme', 'myapp:'],
  ['a web scheme and no host', 'https://'],
  ['a web scheme and no slashes', 'http:callback'],
  ['a space', 'com.example.app:/c b'],
  ['a space before', ' com.example.app:/cb'],
  ['a line end', 'com.example.app:/cb\n'],
  ['a broken percent escape', 'com.example.app:/%4'],
  ['a letter outside ASCII', 'com.example.app:/é'],
  ['a letter outside ASCII on the web', 'https://example.com/é'],
])('a redirect URI is refused that is or has %s', (_, value) => {
  expect(isAbsoluteUriWithoutFragment(value)).toBe(false)
})
