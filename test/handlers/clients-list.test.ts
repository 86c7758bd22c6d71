import { expect, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { registered, webClient } from '../support/clients.ts'

const clients = '/oauth2/v1/clients'

async function withClients(names: readonly string[], options = {}): Promise<TestOrg> {
  const target = testOrg(options)
  for (const client_name of names) await registered(target, webClient({ client_name }))
  return target
}

function names(json: readonly { client_name: string }[]): readonly string[] {
  return json.map((client) => client.client_name)
}

function link(
  headers: Readonly<Record<string, string | readonly string[]>>,
  rel: string,
): string | undefined {
  const lines = [headers.link ?? []].flat()
  return lines.find((line) => line.endsWith(`; rel="${rel}"`))?.match(/^<(.+)>/)?.[1]
}

const many = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `C${index}`)

test('lists the clients in the order of registration, without secrets or their expiry', async () => {
  const { call } = await withClients(['B', 'A', 'C'])
  const { status, headers, json } = await call('GET', clients)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json;charset=UTF-8')
  expect(names(json)).toEqual(['B', 'A', 'C'])
  for (const client of json) {
    expect(client).not.toHaveProperty('client_secret')
    expect(client).not.toHaveProperty('client_secret_expires_at')
    expect(client).toHaveProperty('client_id_issued_at', 1_767_605_400)
    expect(client).toHaveProperty('logo_uri', null)
  }
})

test('a page has 20 clients by default and 200 at the most', async () => {
  const { call } = await withClients(many(205))
  expect((await call('GET', clients)).json).toHaveLength(20)
  expect((await call('GET', `${clients}?limit=200`)).json).toHaveLength(200)
  expect((await call('GET', `${clients}?limit=500`)).json).toHaveLength(200)
  expect((await call('GET', `${clients}?limit=1`)).json).toHaveLength(1)
})

test('next links lead through all clients, each once, though some go meanwhile', async () => {
  const { call } = await withClients(many(7))
  const seen: string[] = []
  let path: string | undefined = `${clients}?limit=2`
  while (path !== undefined) {
    const { headers, json } = await call('GET', path)
    seen.push(...names(json))
    const self = link(headers, 'self')!
    expect(self).toMatch(/^https:\/\/svc\.example\.com\/oauth2\/v1\/clients\?/)
    expect(new URL(self).searchParams.get('limit')).toBe('2')
    const next = link(headers, 'next')
    if (next) {
      expect(new URL(next).searchParams.get('limit')).toBe('2')
      expect(new URL(next).searchParams.get('after')).toEqual(expect.any(String))
      if (seen.length === 2) await call('DELETE', `${clients}/${json[1].client_id}`)
    }
    path = next?.slice('https://svc.example.com'.length)
  }
  expect(seen).toEqual(many(7))
})

test('q finds the clients whose name begins with it, in any case', async () => {
  const { call } = await withClients(['Shop', 'shopping list', 'Workshop', 'Über'])
  expect(names((await call('GET', `${clients}?q=SHOP`)).json)).toEqual(['Shop', 'shopping list'])
  expect(names((await call('GET', `${clients}?q=%C3%BCb`)).json)).toEqual(['Über'])
  expect((await call('GET', `${clients}?q=zzz`)).json).toEqual([])
  expect((await call('GET', `${clients}?q=`)).json).toHaveLength(4)
})
