import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { allStatuses, person } from '../support/people.ts'

test.for(allStatuses.flatMap((from) => allStatuses.map((to) => [from, to] as const)))(
  'a user who is %s can be made %s',
  async ([from, to]) => {
    const it = testOrg()
    const { id, profile } = await person(it)
    it.control.setUser({ user: id, status: from })
    it.control.advanceClock({ by: '1m' })

    const shown = it.control.setUser({ user: profile.login, status: to })

    expect(shown).toMatchObject({ id, status: to })
    expect((await it.call('GET', `/api/v1/users/${id}`)).json).toMatchObject({
      status: to,
      statusChanged: `2026-01-05T09:3${from === to ? 0 : 1}:00.000Z`,
    })
  },
)

test('a factor is enrolled once', async () => {
  const it = testOrg()
  const { id } = await person(it)

  it.control.enrollFactor({ user: id, factor: 'sms' })
  it.control.enrollFactor({ user: id, factor: 'sms' })

  expect(it.org.users.get(id)!.hidden.factors).toEqual(['sms'])
})
