import { expect, test } from 'vitest'
import { userLinks } from '../../conformance/tables/user-links.ts'
import { testOrg } from '../support/call.ts'
import { allStatuses, codeOf, personIn, type Status, statusOf } from '../support/people.ts'

/** Users, User links: what a single user with password and recovery question offers in each status. */
const relations: Readonly<Record<Status, readonly string[]>> = {
  STAGED: ['activate'],
  PROVISIONED: ['deactivate', 'reactivate', 'resetPassword', 'suspend'],
  ACTIVE: [
    'changePassword',
    'changeRecoveryQuestion',
    'deactivate',
    'expirePassword',
    'forgotPassword',
    'resetPassword',
    'suspend',
  ],
  RECOVERY: ['changePassword', 'changeRecoveryQuestion', 'deactivate', 'reactivate', 'resetPassword'],
  LOCKED_OUT: ['deactivate', 'expirePassword', 'resetPassword', 'unlock'],
  PASSWORD_EXPIRED: [
    'changePassword',
    'changeRecoveryQuestion',
    'deactivate',
    'expirePassword',
    'forgotPassword',
    'resetPassword',
    'suspend',
  ],
  SUSPENDED: ['deactivate', 'unsuspend'],
  DEPROVISIONED: ['activate', 'delete'],
}

test.for(allStatuses)('a user who is %s links to what can be done with it', async (status) => {
  const it = testOrg()
  const { id } = await personIn(it, status)

  const { _links: links } = (await it.call('GET', `/api/v1/users/${id}`)).json

  expect(Object.keys(links).toSorted()).toEqual([...relations[status], 'schema', 'self', 'type'].toSorted())
})

/** Links that the service was recorded to show, although the API description refuses their operation. */
const refused: Readonly<Record<string, readonly string[]>> = {
  PROVISIONED: ['suspend'],
  PASSWORD_EXPIRED: ['changeRecoveryQuestion', 'forgotPassword', 'suspend'],
}

test.for(allStatuses)('every link of a user who is %s does what it says', async (status) => {
  const bodies: Readonly<Record<string, unknown>> = {
    changePassword: { oldPassword: { value: 'Tr0ub4dor' }, newPassword: { value: 'Corr3ctHorse' } },
    changeRecoveryQuestion: {
      password: { value: 'Tr0ub4dor' },
      recovery_question: { question: 'a', answer: 'b' },
    },
  }
  for (const relation of relations[status]) {
    const it = testOrg()
    const user = await personIn(it, status)
    const { href, method } = user._links[relation]

    const reply = await it.call(method, href.replace('https://svc.example.com', ''), bodies[relation])

    const isRefused = refused[status]?.includes(relation) ?? false
    if (isRefused) expect([relation, codeOf(reply)]).toEqual([relation, expect.stringMatching(/^40[03] /)])
    else expect([relation, reply.status]).toEqual([relation, method === 'DELETE' ? 204 : 200])
  }
})

test('a federated user links to no password operation but the reset that converts it back', async () => {
  const it = testOrg()
  const { id } = await personIn(it, 'ACTIVE')
  await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_password?provider=FEDERATION`)

  const { _links: links } = (await it.call('GET', `/api/v1/users/${id}`)).json

  expect(Object.keys(links).toSorted()).toEqual([
    'deactivate',
    'resetPassword',
    'schema',
    'self',
    'suspend',
    'type',
  ])
})

test.for([
  ['ACTIVE_DIRECTORY', '403 E0000032'],
  ['LDAP', '403 E0000032'],
  ['IMPORT', '200'],
  ['SERVICE', '200'],
] as const)('a locked user whose credentials are with %s is unlocked: %s', async ([type, code]) => {
  const it = testOrg()
  const { id } = await personIn(it, 'LOCKED_OUT')
  it.control.setUserProvider({ user: id, type })

  expect('unlock' in (await it.call('GET', `/api/v1/users/${id}`)).json._links).toBe(code === '200')
  expect(codeOf(await it.call('POST', `/api/v1/users/${id}/lifecycle/unlock`))).toBe(code)
})

// The other statuses were not recorded, and PROVISIONED offers a link whose operation it refuses.
const recorded = ['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'SUSPENDED', 'DEPROVISIONED'] as const

test.for(recorded)('the conformance suite takes the recorded links of a user who is %s', (status) => {
  const wrong = userLinks.filter(({ relation, offered, never }) =>
    relations[status].includes(relation) ? never.includes(status) : offered.includes(status),
  )
  expect(wrong).toEqual([])
})

test.for([
  ['STAGED', '403 E0000038'],
  ['PROVISIONED', '403 E0000038'],
  ['ACTIVE', '200'],
  ['RECOVERY', '200'],
  ['LOCKED_OUT', '403 E0000038'],
  ['PASSWORD_EXPIRED', '200'],
  ['SUSPENDED', '403 E0000038'],
  ['DEPROVISIONED', '403 E0000038'],
] as const)('reset_factors of a user who is %s answers %s, and the status stays', async ([status, code]) => {
  const it = testOrg()
  const { id } = await personIn(it, status)

  expect(codeOf(await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_factors`))).toBe(code)
  expect(await statusOf(it, id)).toBe(status)
})
