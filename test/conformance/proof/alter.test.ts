import { expect, test } from 'vitest'
import type { Sender } from '../../../conformance/engine/wire/http-sender.ts'
import { noBody } from '../../../conformance/proof/alter/answer.ts'
import { all } from '../../../conformance/proof/alter/flow.ts'
import { at, changed, has, merged } from '../../../conformance/proof/alter/path.ts'
import { alteredSender } from '../../../conformance/proof/alter/sender.ts'
import type { Alteration } from '../../../conformance/proof/alter/wire.ts'

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
