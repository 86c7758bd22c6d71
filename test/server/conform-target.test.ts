/** The organisation that the suite proves itself against: without sockets, with a control plane. */
import { expect, test } from 'vitest'
import type { TargetOptions } from '../../conformance/proof/selftest/target.ts'
import { createConformTarget } from '../../src/server/conform-target.ts'

async function target(options: TargetOptions = {}) {
  const made = await createConformTarget(options)
  const call = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
    const reply = await made.fetch!(
      new Request(`${made.baseUrl}${path}`, {
        method,
        headers: { Authorization: `SSWS ${made.token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return {
      status: reply.status,
      link: reply.headers.get('link') ?? '',
      json: (await reply.json()) as never,
    }
  }
  const settings = async () =>
    (await call('/_control/read-settings', {})).json as { transitionDelay: number; searchLag: number }
  const groups = async (count: number) => {
    for (let at = 0; at < count; at++) await call('/api/v1/groups', { profile: { name: `g${at}` } })
    return (await call('/api/v1/groups')) as { status: number; link: string; json: { type: string }[] }
  }
  return { made, call, settings, groups }
}

test('it is empty, answers calls, and lists the actions of its control plane', async () => {
  const { made, call, groups } = await target()
  const { status, json, link } = await groups(3)
  expect([status, link.includes('rel="next"')]).toEqual([200, false])
  expect(json.filter(({ type }) => type === 'SVC_GROUP')).toHaveLength(3)
  expect((await call('/api/v1/nowhere')).status).toBe(404)
  const { actions } = (await call('/_control')).json as { actions: { name: string }[] }
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(['readSettings', 'advanceClock']))
  expect(made.control?.name).toBe("the mock's control plane")
  expect(made.close()).toBeUndefined()
})

test('its pages, its lag, its transitions and its word are as they are asked for', async () => {
  const plain = await (await target()).settings()
  const { settings, groups } = await target({ pageSize: 2, searchLag: 70, transitionDelay: 90, word: 'acme' })
  expect(plain).toMatchObject({ searchLag: 0, transitionDelay: 0 })
  expect(await settings()).toMatchObject({ searchLag: 70, transitionDelay: 90 })
  const { json, link } = await groups(3)
  expect(json).toHaveLength(2)
  expect(link).toContain('rel="next"')
  expect(
    (await (await target({ word: 'acme' })).groups(1)).json.some(({ type }) => type === 'ACME_GROUP'),
  ).toBe(true)
})

test('a deviant stands before it', async () => {
  const { call } = await target({
    through: () => async (sent, pass) => {
      const reply = await pass(sent)
      return sent.path === '/api/v1/groups' ? { ...reply, status: 418 } : reply
    },
  })
  expect((await call('/api/v1/groups')).status).toBe(418)
  expect((await call('/api/v1/users')).status).toBe(200)
})
