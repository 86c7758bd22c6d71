import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../src/server.ts'

let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve({ port: 0 })
})
afterAll(() => server.close())

async function change(body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await fetch(`${server.url}/_control/pact/state`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

async function groupNames(): Promise<readonly string[]> {
  const reply = await fetch(`${server.url}/api/v1/groups`, {
    headers: { Authorization: `SSWS ${server.org.apiToken}` },
  })
  return ((await reply.json()) as { profile: { name: string } }[]).map(({ profile }) => profile.name)
}

test('states of one interaction build on each other, and the next interaction starts fresh', async () => {
  await change({ state: 'a group exists', params: { name: 'One' } })
  const { body } = await change({ state: 'user {id} is {status}', params: { id: '00u1', status: 'ACTIVE' } })
  expect(body).toMatchObject({ userId: '00u1', name: 'One', apiToken: server.org.apiToken })
  expect(await groupNames()).toEqual(['Everyone', 'One'])
  // No teardown: a request to the service ends the interaction.
  await change({ state: 'a group exists', params: { name: 'Two' }, action: 'setup', consumer: 'web' })
  expect(await groupNames()).toEqual(['Everyone', 'Two'])
})

test('a teardown ends an interaction, whether or not the service was asked', async () => {
  await change({ state: 'a group exists', params: { name: 'Three' } })
  expect(await change({ state: 'a group exists', action: 'teardown' })).toEqual({ status: 200, body: {} })
  await change({ state: '' })
  expect(await groupNames()).toEqual(['Everyone'])
})

test('an unknown state is refused with the nearest, by a status that verifiers do not try again', async () => {
  const { status, body } = await change({ state: 'an user exists' })
  expect(status).toBe(400)
  expect(body.message).toContain('did you mean "a user exists"?')
})

test('the control plane lists it at its path', async () => {
  const reply = await fetch(`${server.url}/_control`)
  const { actions } = (await reply.json()) as { actions: { name: string; path: string }[] }
  expect(actions.find(({ name }) => name === 'pactState')!.path).toBe('/_control/pact/state')
})
