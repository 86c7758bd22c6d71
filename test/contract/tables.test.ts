import { expect, test } from 'vitest'
import { Refusal, renderRefusal } from '../../src/contract/errors.ts'
import { type RefusalName, refusals } from '../../src/contract/refusals.ts'
import { operationNames } from '../../src/contract/operation-names.ts'
import { operationSpecs } from '../../src/contract/operations/index.ts'
import type { OperationSpec } from '../../src/contract/operation.ts'
import { groupProfileProperties, userProfileProperties } from '../../src/contract/profile.ts'
import { ruleTransitions } from '../../src/contract/rule-lifecycle.ts'
import { userStatuses, userTransitions, type UserTransition } from '../../src/contract/user-lifecycle.ts'
import { createVocabulary } from '../../src/contract/vocabulary.ts'

const specs = Object.entries<OperationSpec>(operationSpecs)

test('has 57 operations, each with a summary, a source and a reply', () => {
  expect(Object.values(operationNames).flat()).toHaveLength(57)
  expect(new Set(specs.map(([name]) => name))).toEqual(new Set(Object.values(operationNames).flat()))
  for (const [name, spec] of specs) {
    expect(spec.summary.length, name).toBeGreaterThan(5)
    expect(spec.source, name).toMatch(/^(Clients|Groups|Users), /)
    expect(Object.keys(spec.responses), name).toHaveLength(1)
  }
})

/** Success statuses in the API description. Other operations answer 200 with a body, our interpretation. */
const statuses: Record<string, number> = {
  registerClient: 201,
  deleteClient: 204,
  deleteGroup: 204,
  addUserToGroup: 204,
  removeUserFromGroup: 204,
  deleteGroupRule: 202,
  activateGroupRule: 204,
  deactivateGroupRule: 204,
  deleteUser: 204,
  clearUserSessions: 204,
  revokeUserGrants: 204,
  revokeUserGrant: 204,
  revokeUserClientGrants: 204,
  revokeUserClientTokens: 204,
  revokeUserClientToken: 204,
}

test.each(specs)('%s answers the status that the API description states', (name, spec) => {
  expect(Object.keys(spec.responses)).toEqual([String(statuses[name] ?? 200)])
})

test.each(specs)('%s answers 404 for an unknown resource in its path, where its path has one', (_, spec) => {
  if (!/\{\w+\}/.test(spec.path)) return
  expect(spec.refusals.some((name) => name === 'not-found' || name === 'invalid-client')).toBe(true)
})

test('uses the OAuth dialect on client endpoints, but for newSecret', () => {
  for (const [name, spec] of specs) {
    const isClient = spec.path.startsWith('/oauth2/') && name !== 'newClientSecret'
    expect(spec.dialect ?? 'platform', name).toBe(isClient ? 'oauth' : 'platform')
  }
})

test('has the page sizes of the Limits tables', () => {
  const sizes = Object.fromEntries(specs.flatMap(([name, { page }]) => (page ? [[name, page]] : [])))
  expect(sizes).toMatchObject({
    listClients: { default: 20, max: 200 },
    listGroupUsers: { default: 1000 },
    listGroupRules: { default: 50, max: 200 },
    listGroupApps: { default: 20 },
    listUsers: { default: 200, max: 200 },
    listUserGrants: { default: 20, max: 200 },
    listUserClientGrants: { default: 20, max: 200 },
    listUserClientTokens: { default: 20, max: 200 },
  })
})

test.each([
  ['invalid-client', 401, 'invalid_client'],
  ['invalid-client-metadata', 400, 'invalid_client_metadata'],
] as const)('renders %s in OAuth style as Clients has it', (name, status, error) => {
  expect(refusals[name].status).toBe(status)
  const body = renderRefusal(new Refusal(name, { values: { message: 'why' } }), 'oauth', () => 'oae')
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description'])
  expect(body).toMatchObject({ error })
})

test.each([
  ['not-found', 404, 'E0000007'],
  ['reactivate-wrong-status', 403, 'E0000038'],
  ['suspend-not-active', 400, 'E0000001'],
  ['unsuspend-not-suspended', 400, 'E0000001'],
] as const)('renders %s in platform style as the API description has it', (name, status, code) => {
  expect(refusals[name].status).toBe(status)
  const body = renderRefusal(new Refusal(name), 'platform', () => 'oae1')
  expect(body).toMatchObject({ errorCode: code, errorLink: code, errorId: 'oae1' })
  expect(body).toHaveProperty('errorCauses')
})

test.each(Object.keys(refusals) as RefusalName[])(
  'renders %s in both styles without an empty place',
  (name) => {
    const places = [...JSON.stringify(refusals[name]).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const values = Object.fromEntries(places.map((place) => [place, 'filled']))
    for (const dialect of ['platform', 'oauth'] as const) {
      const text = JSON.stringify(renderRefusal(new Refusal(name, { values }), dialect, () => 'oae'))
      expect(text).not.toMatch(/\{\w+\}/)
    }
  },
)

test('offers a link only in statuses in which the operation is allowed, but for those that were recorded', () => {
  const refused = Object.entries<UserTransition>(userTransitions).flatMap(([name, { from, link }]) =>
    (link?.offeredIn ?? []).filter((status) => !from.includes(status)).map((status) => `${name} ${status}`),
  )
  expect(refused).toEqual([
    'suspend PROVISIONED',
    'suspend PASSWORD_EXPIRED',
    'forgotPassword PASSWORD_EXPIRED',
    'changeRecoveryQuestion PASSWORD_EXPIRED',
  ])
})

test('knows the eight statuses of a user and what Users says leads where', () => {
  expect(userStatuses).toEqual([
    'STAGED',
    'PROVISIONED',
    'ACTIVE',
    'RECOVERY',
    'LOCKED_OUT',
    'PASSWORD_EXPIRED',
    'SUSPENDED',
    'DEPROVISIONED',
  ])
  expect(userTransitions.activate).toMatchObject({ from: ['STAGED', 'DEPROVISIONED'], to: 'ACTIVE' })
  expect(userTransitions.reactivate.from).toEqual(['PROVISIONED', 'RECOVERY'])
  expect(userTransitions.deactivate.from).toHaveLength(7)
  expect(userTransitions.suspend).toMatchObject({ from: ['ACTIVE'], to: 'SUSPENDED' })
  expect(userTransitions.unsuspend).toMatchObject({ from: ['SUSPENDED'], to: 'ACTIVE' })
})

test('updates only inactive rules, and activates or deactivates either', () => {
  expect(ruleTransitions.update.from).toEqual(['INACTIVE'])
  expect(ruleTransitions.activate).toMatchObject({ from: ['INACTIVE', 'ACTIVE'], to: 'ACTIVE' })
  expect(ruleTransitions.deactivate).toMatchObject({ from: ['INACTIVE', 'ACTIVE'], to: 'INACTIVE' })
})

test('has the profile properties of Groups and Users with their lengths', () => {
  expect(userProfileProperties).toHaveLength(31)
  const lengths = (properties: typeof userProfileProperties) =>
    Object.fromEntries(
      properties.flatMap(({ name, minLength, maxLength }) =>
        maxLength === undefined ? [] : [[name, [minLength, maxLength]]],
      ),
    )
  expect(lengths(userProfileProperties)).toEqual({
    login: [5, 100],
    email: [5, 100],
    secondEmail: [5, 100],
    firstName: [1, 50],
    lastName: [1, 50],
    primaryPhone: [0, 100],
    mobilePhone: [0, 100],
  })
  expect(lengths(groupProfileProperties)).toEqual({ name: [1, 255], description: [0, 1024] })
})

test('spells identifiers as the API description does', () => {
  expect(createVocabulary()).toEqual({
    word: 'svc',
    groupType: 'SVC_GROUP',
    groupObjectClass: 'svc:user_group',
    directoryObjectClass: 'svc:directory_security_principal',
    directoryQualifiedName: 'directoryDomainQualifiedName',
    providerType: 'SVC',
    expressionType: 'urn:svc:expression:1.0',
    responseParameter: 'svc-response',
  })
  expect(createVocabulary({ word: 'acme', directoryObjectClass: 'acme:windows' })).toMatchObject({
    groupType: 'ACME_GROUP',
    directoryObjectClass: 'acme:windows',
  })
  for (const word of ['', '1x', 'a b', 'a"b'])
    expect(() => createVocabulary({ word })).toThrow(/vocabulary\.word/)
})

test('makes the schema of an operation once', () => {
  const { createUser, listUsers } = operationSpecs
  expect(createUser.body).toBe(createUser.body)
  expect(listUsers.query).toBe(listUsers.query)
  expect(listUsers.responses).toBe(listUsers.responses)
})
