import { expect, test } from 'vitest'
import { isAbsoluteUri, isUri, isUrl } from '../../../src/contract/formats/index.ts'

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
  ['brackets in its path', 'https://example.com/[x]'],
  ['brackets in its query', 'https://example.com/?a[]=b'],
  ['brackets in its fragment', 'https://example.com/#[x]'],
  ['two fragments', 'https://example.com/#a#b'],
  ['an escape in its scheme', 'http%73://example.com'],
  ['user information and no host', 'https://user@'],
  ['two at signs', 'https://a@b@example.com/'],
  ['an address without an end', 'https://[::1/'],
  ['a port of letters', 'https://example.com:a/'],
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
  'myapp:',
  'myapp:?code',
  'myapp:callback',
  'a:b:c',
  'myapp:///callback',
  "myapp://user:secret@host:99999/a;b=(c),d*e!'~?f=/?:@$&",
  'myapp://[2001:db8::7]:8080/cb',
  'myapp://[::ffff:192.0.2.1]',
  'myapp://[v1.fe80:a]/cb',
  'myapp://a%5Bb%5D.example/%5Bx%5D?%23',
  'https://example.com?',
  'https://example.com:/',
  'https://example.com/%E2%82%AC',
])('%s is an absolute URI without a fragment', (value) => {
  expect(isAbsoluteUri(value)).toBe(true)
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
  ['no name of a scheme', ':callback'],
  ['brackets in its path', 'https://example.com/[x]'],
  ['brackets in its query', 'myapp:/cb?a[0]=b'],
  ['brackets in its user information', 'myapp://[::1]@host/cb'],
  ['brackets behind a name', 'myapp://host[::1]/cb'],
  ['brackets around a name', 'myapp://[host]/cb'],
  ['brackets around an IPv4 address', 'myapp://[127.0.0.1]/cb'],
  ['an IPv6 address with a zone', 'myapp://[fe80::1%25en0]/cb'],
  ['an IPv6 address without brackets', 'https://::1/cb'],
  ['an IPv6 address of nine groups', 'myapp://[1:2:3:4:5:6:7:8:9]/cb'],
  ['a port of letters', 'myapp://host:80a/cb'],
  ['a port out of range on the web', 'https://example.com:99999/cb'],
  ['two at signs', 'myapp://a@b@host/cb'],
  ['a backslash', 'https://example.com\\cb'],
  ['a caret', 'myapp:/a^b'],
  ['a bar', 'myapp:/a|b'],
  ['a quotation mark', 'myapp:/a"b'],
  ['a grave accent', 'myapp:/a`b'],
  ['braces', 'myapp:/{id}'],
  ['angle brackets', '<myapp:/cb>'],
  ['an escape in its scheme', 'my%61pp:/cb'],
  ['an escape in its port', 'myapp://host:%38/cb'],
  ['a web scheme and three slashes', 'https:///cb'],
  ['a web scheme and no host before its port', 'https://:80/cb'],
  ['a web scheme and no host', 'https://'],
  ['a web scheme and no slashes', 'http:callback'],
  ['a space', 'com.example.app:/c b'],
  ['a space before', ' com.example.app:/cb'],
  ['a line end', 'com.example.app:/cb\n'],
  ['a broken percent escape', 'com.example.app:/%4'],
  ['a letter outside ASCII', 'com.example.app:/é'],
  ['a letter outside ASCII on the web', 'https://example.com/é'],
])('a redirect URI is refused that is or has %s', (_, value) => {
  expect(isAbsoluteUri(value)).toBe(false)
})

test('a URI may have a fragment, which is in order as well', () => {
  for (const value of ['https://example.com/#a?b/c', 'myapp:#', 'myapp:/out#%20'])
    expect(isUri(value)).toBe(true)
  for (const value of ['#a', 'myapp:#a#b', 'myapp:#[', 'myapp:#a b', 'myapp:#%2']) {
    expect(isUri(value)).toBe(false)
  }
})
