import { expect, test } from 'vitest'
import { started } from '../support/started.ts'

// Clients, Conventions, 3: links repeat the address of a list. Node reads 16 kB of headers.

/** A search for users by ids of which nobody has any, and one who exists, of a length. */
function search(length: number, login: string): string {
  const known = `profile.login eq "${login}" or status eq "ACTIVE"`
  return `${known} or profile.nickName eq "${'x'.repeat(length)}"`
}

test('a list is read by its links, or refused, however long its address is', async () => {
  const { url, org } = await started({ options: { apiToken: 'token' } })
  for (const login of ['one@example.com', 'two@example.com', 'three@example.com']) {
    await org.fetch('/api/v1/users', {
      method: 'POST',
      headers: { authorization: 'SSWS token', 'content-type': 'application/json' },
      body: JSON.stringify({
        profile: { login, email: login, firstName: 'A', lastName: 'B' },
        credentials: { password: { value: 'Tr0ub4dor' } },
      }),
    })
  }
  const read = async (query: string): Promise<Response> =>
    fetch(`${url}/api/v1/users?${query}`, { headers: { authorization: 'SSWS token' } })
  const statuses: number[] = []
  for (let length = 100; length < 15_500; length += 700) {
    const query = new URLSearchParams({ search: search(length, 'one@example.com'), limit: '1' })
    const reply = await read(query.toString())
    statuses.push(reply.status)
    if (reply.status === 414) {
      expect(await reply.json()).toMatchObject({
        errorCode: 'E0000003',
        errorCauses: [{ errorSummary: expect.stringMatching(/^The links of this list would have \d+ char/) }],
      })
      continue
    }
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link')!) ?? []
    const second = await fetch(next, { headers: { authorization: 'SSWS token' } })
    expect([second.status, ((await second.json()) as unknown[]).length]).toEqual([200, 1])
  }
  expect([...new Set(statuses)]).toEqual([200, 414])
  expect(statuses.indexOf(414)).toBeGreaterThan(8)
})

test.each([
  '/api/v1/users',
  '/api/v1/groups',
  '/api/v1/groups/rules',
  '/oauth2/v1/clients',
  '/api/v1/users/me/groups',
])('the links of %s leave out long parameters without an effect', async (path) => {
  const { url } = await started({ options: { apiToken: 'token' } })
  const reply = await fetch(`${url}${path}?limit=1&nothing=${'x'.repeat(14_500)}`, {
    headers: { authorization: 'SSWS token' },
  })
  expect(reply.status).toBe(200)
  const link = reply.headers.get('link')!
  expect(link).toContain('rel="self"')
  expect(link).not.toContain('nothing')
  const short = await fetch(`${url}${path}?limit=1&nothing=x`, { headers: { authorization: 'SSWS token' } })
  expect(short.headers.get('link')).toContain('nothing=x')
})
