import { expect, test } from 'vitest'
import { operationSpecs } from '../../src/contract/operations/index.ts'
import type { OperationSpec } from '../../src/contract/operation.ts'
import { testOrg } from '../support/call.ts'
import { answer, codeOf, otherPassword, password, person } from '../support/people.ts'

const bodies: Readonly<Record<string, unknown>> = {
  updateCurrentUser: { profile: { nickName: 'Robbed' } },
  forgotPasswordWithAnswer: { password: { value: otherPassword }, recovery_question: { answer } },
  changePassword: { oldPassword: { value: password }, newPassword: { value: otherPassword } },
  changeRecoveryQuestion: {
    password: { value: password },
    recovery_question: { question: 'Who?', answer: 'Nobody' },
  },
  deleteCurrentUserSessions: { keepCurrent: false },
}

const all: readonly (readonly [string, OperationSpec])[] = Object.entries(operationSpecs)

/** Every write that a session cookie alone allows. */
const writes = all.filter(
  ([, { auth, method }]) => auth !== undefined && auth !== 'token' && method !== 'GET',
)

test.each(writes.map(([name, spec]) => ({ name, spec })))(
  '$name by cookie is refused to a foreign page',
  async ({ name, spec }) => {
    const it = testOrg()
    const { id, profile } = await person(it)
    const outcome = await it.control.signIn({ login: profile.login, password })
    if (outcome.status !== 'SUCCESS') throw new Error(outcome.message)
    const path = spec.path.replace('{userId}', 'me').replaceAll(/\{\w+\}/g, 'some')
    const byCookie = { authorization: undefined, cookie: outcome.sessionCookie }
    const read = async () => (await it.call('GET', `/api/v1/users/${id}`)).json
    const before = await read()

    for (const origin of ['https://evil.example', 'null', 'https://svc.example.com.evil.example']) {
      const refused = await it.call(spec.method, path, bodies[name], { ...byCookie, origin })
      expect([origin, codeOf(refused)]).toEqual([origin, '403 E0000006'])
    }
    expect(await read()).toEqual(before)
    expect(it.control.list({ kind: 'sessions', user: id })).toHaveLength(1)

    const trusted = await it.call(spec.method, path, bodies[name], {
      ...byCookie,
      origin: 'https://svc.example.com',
    })
    expect(codeOf(trusted)).not.toBe('403 E0000006')
  },
)

test('any page may write with a token, and read with a cookie', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const origin = 'https://evil.example'
  const written = await it.call('POST', `/api/v1/users/${id}`, { profile: { nickName: 'A' } }, { origin })
  expect(written.status).toBe(200)
  expect(written.headers).not.toHaveProperty('access-control-allow-origin')
  const outcome = await it.control.signIn({ login: profile.login, password })
  if (outcome.status !== 'SUCCESS') throw new Error(outcome.message)
  const byCookie = { authorization: undefined, cookie: outcome.sessionCookie, origin }
  expect((await it.call('GET', '/api/v1/users/me', undefined, byCookie)).status).toBe(200)
})
