import { expect, test } from 'vitest'
import { Refusal, refuse, renderRefusal } from '../../src/contract/errors/refusal.ts'
import { type RefusalName, refusals } from '../../src/contract/errors/catalogue.ts'
import { userTransitions, type UserTransition } from '../../src/contract/user-lifecycle.ts'
import { createVocabulary } from '../../src/contract/vocabulary.ts'

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

test('leaves out a cause whose value is missing, and shows no place of it', () => {
  const causesOf = (refusal: Refusal) => renderRefusal(refusal, 'platform', () => 'oae')
  expect(causesOf(new Refusal('unknown-path'))).toMatchObject({ errorCauses: [] })
  const values = { hint: 'The path is /api/v1/users' }
  const errorCauses = [{ errorSummary: values.hint }]
  expect(causesOf(new Refusal('unknown-path', { values }))).toMatchObject({ errorCauses })
})

test('the code of a condition gives its error, with the cause of the condition', () => {
  const refused = (run: () => never): Refusal => {
    try {
      return run()
    } catch (error) {
      return error as Refusal
    }
  }
  const expired = refused(() => refuse('expired-token', { moment: '2026-01-05T09:30:00.000Z' }))
  expect([expired.refusal, expired.status, expired.causes]).toEqual([
    'invalid-token',
    401,
    ['Authorization: the access token expired at 2026-01-05T09:30:00.000Z'],
  ])
  const taken = refused(() => refuse('login-taken', { at: 'login' }))
  expect([taken.refusal, taken.summary]).toEqual(['validation', 'Api validation failed: login'])
  const ended = refused(() => refuse('invalid_client', { message: 'The client is unknown' }))
  expect([ended.status, ended.row.oauth, ended.description]).toEqual([
    401,
    { error: 'invalid_client', description: '{message}' },
    'The client is unknown',
  ])
})

test('recordings offer these links in statuses in which the API description does not allow the operation', () => {
  const refused = Object.entries<UserTransition>(userTransitions).flatMap(([name, { from, link }]) =>
    (link?.recordedIn ?? []).filter((status) => !from.includes(status)).map((status) => `${name} ${status}`),
  )
  expect(refused).toEqual([
    'suspend PROVISIONED',
    'suspend PASSWORD_EXPIRED',
    'resetFactors STAGED',
    'resetFactors PROVISIONED',
    'resetFactors RECOVERY',
    'resetFactors PASSWORD_EXPIRED',
    'resetFactors SUSPENDED',
    'resetFactors DEPROVISIONED',
    'forgotPassword PASSWORD_EXPIRED',
    'changeRecoveryQuestion PASSWORD_EXPIRED',
  ])
})

test('spells identifiers as the API description does', () => {
  expect(createVocabulary()).toEqual({
    prefix: 'svc',
    groupType: 'SVC_GROUP',
    groupObjectClass: 'svc:user_group',
    directoryObjectClass: 'svc:directory_security_principal',
    directoryQualifiedName: 'directoryDomainQualifiedName',
    providerType: 'SVC',
    expressionType: 'urn:svc:expression:1.0',
    responseParameter: 'svc-response',
  })
  expect(createVocabulary({ prefix: 'Acme' })).toMatchObject({ prefix: 'acme', groupType: 'ACME_GROUP' })
  for (const word of ['', '1x', 'a b', 'a"b'])
    expect(() => createVocabulary({ prefix: word })).toThrow(/^prefix: /)
})
