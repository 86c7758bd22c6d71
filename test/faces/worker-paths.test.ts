import { getResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'

afterEach(() => vi.unstubAllGlobals())

/** The statuses of calls in a page whose address the service shares. */
async function statuses(onUnknownPath: 'network' | 'refuse'): Promise<Record<string, number | 'network'>> {
  vi.stubGlobal('location', new URL('https://app.example.com/shop/'))
  const org = createOrg()
  const handlers = org.handlers('/', { onUnknownPath })
  expect(org.baseUrl).toBe('https://app.example.com')
  const found: Record<string, number | 'network'> = {}
  for (const path of [
    '/api/v1/users/me',
    '/api/v1/users/me?fields=x',
    '//api/v1/users/me/',
    '/api/cart',
    '/api/v1/carts',
    '/oauth2/callback',
    '/oauth2/v1/keys',
    '/.well-known/openid-configuration',
    '/.well-known/security.txt',
    '/main.js',
  ]) {
    const response = await getResponse(handlers, new Request(`https://app.example.com${path}`))
    found[path] = response?.status ?? 'network'
  }
  return found
}

test("calls to the page's own server go on to the network, those of the service are answered", async () => {
  expect(await statuses('network')).toEqual({
    '/api/v1/users/me': 401,
    '/api/v1/users/me?fields=x': 401,
    '//api/v1/users/me/': 401,
    '/api/cart': 'network',
    '/api/v1/carts': 'network',
    '/oauth2/callback': 'network',
    '/oauth2/v1/keys': 200,
    '/.well-known/openid-configuration': 200,
    '/.well-known/security.txt': 'network',
    '/main.js': 'network',
  })
})

test('unknown paths below those of the service are refused where asked', async () => {
  expect(await statuses('refuse')).toMatchObject({
    '/api/v1/users/me': 401,
    '/api/cart': 404,
    '/oauth2/callback': 404,
    '/main.js': 'network',
  })
})
