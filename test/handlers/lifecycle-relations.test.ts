import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { allStatuses, codeOf, personIn, type Status } from '../support/people.ts'

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
  ['ACTIVE_DIRECTORY', false],
  ['IMPORT', true],
] as const)('a locked user whose credentials are with %s links to unlock: %s', async ([type, offered]) => {
  const it = testOrg()
  const { id } = await personIn(it, 'LOCKED_OUT')
  it.control.setUserProvider({ user: id, type })

  expect('unlock' in (await it.call('GET', `/api/v1/users/${id}`)).json._links).toBe(offered)
})
