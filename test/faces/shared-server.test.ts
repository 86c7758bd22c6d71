import { afterAll, expect, test as base } from 'vitest'
import { serve } from '../../src/server.ts'
import { orgFixtures } from '../../src/vitest.ts'

const server = await serve({ port: 0, controlToken: 'open-sesame' })
afterAll(() => server.close())

const shared = { serverUrl: `${server.url}/`, controlToken: 'open-sesame', dataset: 'demo' }
const test = base.extend(orgFixtures(shared))

test('gives a test its own organisation on a shared server', async ({ org, client, service }) => {
  expect(service.url).toBe(`${server.url}/orgs/${org.name}`)
  const { id } = await client.createUser({
    body: {
      profile: { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' },
    },
  })
  expect(id).toMatch(/^00u/)
  expect((org.control as unknown as { then: unknown }).then).toBeUndefined()
  const frozen = await org.control.setClock({ to: '2030-01-01T00:00:00.000Z', frozen: true })
  expect(frozen).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true })
  expect((await org.control.listMails({ to: 'jo@example.com' }))[0]!.url).toContain(service.url)
  await expect(org.control.setUser({ user: 'nobody', status: 'ACTIVE' })).rejects.toThrow(
    /answered 404: .*nobody/,
  )
})

test('and the next test another one', async ({ client, org }) => {
  await expect(client.getUser({ params: { userId: 'jo@example.com' } })).rejects.toThrow()
  expect(server.organisations.list().map(({ name }) => name)).toEqual([org.name])
})

base('tells what the server said where it makes none', async () => {
  const { org } = orgFixtures({ serverUrl: server.url })
  await expect(org({}, async () => {})).rejects.toThrow(/answered 401: expected Authorization/)
})
