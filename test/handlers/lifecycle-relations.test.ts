import { expect, test } from 'vitest'
import { userLinks } from '../../conformance/tables/user-links.ts'
import { testOrg, type TestOrg } from '../support/call.ts'
import {
  allStatuses,
  answer,
  codeOf,
  otherPassword,
  password,
  person,
  personIn,
  type Status,
  statusOf,
} from '../support/people.ts'

const ofActive = [
  'changePassword',
  'changeRecoveryQuestion',
  'deactivate',
  'expirePassword',
  'forgotPassword',
  'resetPassword',
  'suspend',
]

/** Users, User links: what a single user with password and recovery question offers in each status. */
const relations: Readonly<Record<Status, readonly string[]>> = {
  STAGED: ['activate'],
  PROVISIONED: ['deactivate', 'resetPassword'],
  ACTIVE: ofActive,
  RECOVERY: ['changePassword', 'changeRecoveryQuestion', 'deactivate', 'resetPassword'],
  LOCKED_OUT: ['deactivate', 'expirePassword', 'resetPassword', 'unlock'],
  PASSWORD_EXPIRED: ['changePassword', 'deactivate', 'expirePassword', 'resetPassword'],
  SUSPENDED: ['deactivate', 'unsuspend'],
  DEPROVISIONED: ['activate'],
}

/** The same as recorded; LOCKED_OUT and RECOVERY were not. */
const recorded: typeof relations = {
  ...relations,
  PROVISIONED: ['deactivate', 'reactivate', 'resetPassword', 'suspend'],
  RECOVERY: [...relations.RECOVERY, 'reactivate'],
  PASSWORD_EXPIRED: ofActive,
  DEPROVISIONED: ['activate', 'delete'],
}

/** The links of a user now, but for those that every user has. */
async function linksOf(it: TestOrg, id: string): Promise<string[]> {
  const { _links: links } = (await it.call('GET', `/api/v1/users/${id}`)).json
  const always = ['schema', 'self', 'type']
  expect(Object.keys(links)).toEqual(expect.arrayContaining(always))
  return Object.keys(links)
    .filter((relation) => !always.includes(relation))
    .toSorted()
}

test.for(allStatuses)('a user who is %s links to what can be done with it', async (status) => {
  for (const [options, expected] of [
    [{}, relations],
    [{ prefix: 'okta' }, relations],
    [{ preset: 'okta' }, recorded],
  ] as const) {
    const it = testOrg(options)
    const { id } = await personIn(it, status)
    expect(await linksOf(it, id), JSON.stringify(options)).toEqual(expected[status].toSorted())
  }
})

test('with the preset an ACTIVE user has the link of forgot_password without a recovery question, and it works', async () => {
  const it = testOrg({ preset: 'okta' })
  const { id } = await person(it, { credentials: { password: { value: password } } })
  const path = `/api/v1/users/${id}/credentials/forgot_password`

  expect(await linksOf(it, id)).toEqual(ofActive)
  expect((await it.call('POST', `${path}?sendEmail=false`)).json).toHaveProperty('resetPasswordUrl')
  const withAnswer = { password: { value: otherPassword }, recovery_question: { answer } }
  expect(codeOf(await it.call('POST', path, withAnswer))).toBe('403 E0000034')
})

test('with the preset an enrolled factor is offered for a reset in every recorded status', async () => {
  for (const [options, expected] of [
    [{}, ['ACTIVE']],
    [{ preset: 'okta' }, allStatuses.filter((status) => status !== 'LOCKED_OUT')],
  ] as const) {
    const offered: Status[] = []
    for (const status of allStatuses) {
      const it = testOrg(options)
      const { id } = await personIn(it, status)
      it.control.enrollFactor({ user: id, factor: 'sms' })
      if ((await linksOf(it, id)).includes('resetFactors')) offered.push(status)
    }
    expect(offered).toEqual(expected)
  }
})

/** Bodies with which the operations behind links can succeed. */
const bodies: Readonly<Record<string, unknown>> = {
  changePassword: { oldPassword: { value: password }, newPassword: { value: otherPassword } },
  changeRecoveryQuestion: {
    password: { value: password },
    recovery_question: { question: 'a', answer: 'b' },
  },
}

const salted = { algorithm: 'SHA-256', value: '8IqGfL6hcNZ+1g8OY52+lkMwYTUQmTzhQNjOnZBvpvE=' }

/** Kinds of users, since not only the status decides. Each brings a user to its kind, if it can. */
const kinds: Readonly<Record<string, (it: TestOrg, id: string) => unknown>> = {
  plain: () => undefined,
  'without a password': (it, id) =>
    it
      .call('POST', `/api/v1/users/${id}/lifecycle/reset_password?provider=FEDERATION`)
      .then(() => it.control.setUser({ user: id, provider: { type: 'SERVICE' } })),
  'with a hook': (it, id) =>
    it.call('PUT', `/api/v1/users/${id}`, { credentials: { password: { hook: { type: 'default' } } } }),
  'with a hash': (it, id) =>
    it.call('PUT', `/api/v1/users/${id}`, { credentials: { password: { hash: salted } } }),
  federated: (it, id) => it.call('POST', `/api/v1/users/${id}/lifecycle/reset_password?provider=FEDERATION`),
  'of a directory': (it, id) => it.control.setUser({ user: id, provider: { type: 'LDAP' } }),
  'with a factor': (it, id) => it.control.enrollFactor({ user: id, factor: 'sms' }),
  'blocked from unknown devices': (it, id) => it.control.setUser({ user: id, block: 'UNKNOWN_DEVICES' }),
  'blocked from all devices': (it, id) => it.control.setUser({ user: id, block: 'ANY_DEVICES' }),
  'of a policy without passwords': (it) => it.control.changeSettings({ optionalPassword: 'disabled' }),
  'on its way to ACTIVE': (it, id) => {
    it.control.changeSettings({ delays: { transition: 60_000 } })
    return it.call('POST', `/api/v1/users/${id}/lifecycle/activate`)
  },
  'on its way to DEPROVISIONED': (it, id) => {
    it.control.changeSettings({ delays: { transition: 60_000 } })
    return it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`, undefined, { prefer: 'respond-async' })
  },
}

test.for(allStatuses)('every link of a user who was %s does what it says', async (status) => {
  let followed = 0
  for (const [kind, bring] of Object.entries(kinds)) {
    const it = testOrg()
    const { id } = await personIn(it, status)
    await bring(it, id)
    const { _links } = (await it.call('GET', `/api/v1/users/${id}`)).json
    it.control.saveSnapshot({ name: 'brought' })
    for (const [relation, { href, method }] of Object.entries<{ href: string; method?: string }>(_links)) {
      if (method === undefined) continue
      it.control.restoreSnapshot({ name: 'brought' })
      const reply = await it.call(method, href.replace('https://svc.example.com', ''), bodies[relation])
      // The password of the body is not that of a hash.
      const isWrong = kind === 'with a hash' && reply.json?.errorCode === 'E0000014'
      if (!isWrong) expect([kind, relation, codeOf(reply)]).toEqual([kind, relation, '200'])
      followed++
    }
  }
  expect(followed).toBeGreaterThan(Object.keys(kinds).length - 1)
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
  it.control.setUser({ user: id, provider: { type } })

  expect('unlock' in (await it.call('GET', `/api/v1/users/${id}`)).json._links).toBe(code === '200')
  expect(codeOf(await it.call('POST', `/api/v1/users/${id}/lifecycle/unlock`))).toBe(code)
})

test.for(allStatuses)('the conformance suite takes the links of a user who is %s', (status) => {
  const wrong = userLinks.filter(({ relation, offered, never }) =>
    relations[status].includes(relation) ? never.includes(status) : offered.includes(status),
  )
  expect(wrong).toEqual([])
})

test.for([
  ['STAGED', '403 E0000038', '403 E0000038'],
  ['PROVISIONED', '403 E0000038', '403 E0000038'],
  ['ACTIVE', '200', '200'],
  ['RECOVERY', '403 E0000038', '200'],
  ['LOCKED_OUT', '403 E0000038', '403 E0000038'],
  ['PASSWORD_EXPIRED', '403 E0000038', '200'],
  ['SUSPENDED', '403 E0000038', '403 E0000038'],
  ['DEPROVISIONED', '403 E0000038', '403 E0000038'],
] as const)('reset_factors of a user who is %s answers %s, with the preset %s', async (row) => {
  const [status, ...codes] = row
  for (const [index, options] of [{}, { preset: 'okta' } as const].entries()) {
    const it = testOrg(options)
    const { id } = await personIn(it, status)
    expect(codeOf(await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_factors`))).toBe(codes[index])
    expect(await statusOf(it, id)).toBe(status)
  }
})
