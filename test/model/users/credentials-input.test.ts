import { expect, test } from 'vitest'
import { createRandom } from '../../../src/model/kernel/random.ts'
import {
  CredentialsReader,
  foldAnswer,
  isFederated,
  isServiceSourced,
  nothingHidden,
  trustedProvider,
  withHidden,
  withoutOwnCredentials,
} from '../../../src/model/users/credentials-input.ts'
import {
  activatedStatus,
  leavesPasswordsOut,
  refusePasswordByPolicy,
} from '../../../src/model/users/enrolment.ts'
import { isTooOld, isTooYoung } from '../../../src/model/users/password/age.ts'
import { passwordPolicy } from '../../../src/model/users/password/index.ts'

/** What a step refuses with. */
function refused(step: () => unknown): readonly string[] | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    const { refusal, causes } = error as { refusal: string; causes: readonly string[] }
    return [refusal, ...causes]
  }
}

const reader = () => new CredentialsReader(() => passwordPolicy(), createRandom('credentials'))
const good = 'Tr0ub4dor'

test('a password is given in one of three forms, or not at all', () => {
  const given = (password: object | null | undefined) => {
    const parsed = reader().password(password, 'jo@x.test')
    return parsed && [parsed.kind, parsed.keep()]
  }
  expect([given(undefined), given(null), given({}), given({ value: null })]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(given({ value: good })).toEqual([
    'value',
    { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
  ])
  expect(given({ hook: { type: 'default' } })).toEqual(['hook', { kind: 'hook' }])
  expect(given({ hook: {}, value: null })).toEqual(['hook', { kind: 'hook' }])
  const hash = { algorithm: 'SHA-256', value: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=' }
  expect(given({ hash })).toEqual([
    'hash',
    { kind: 'imported', hash: expect.objectContaining({ algorithm: 'SHA-256' }) },
  ])
})

test.for([
  [
    { value: 'x', hash: {} },
    ['validation', 'password: Expected one of value, hash and hook, found value and hash'],
  ],
  [
    { value: 'x', hash: {}, hook: {} },
    ['validation', 'password: Expected one of value, hash and hook, found value and hash and hook'],
  ],
  [{ hash: { algorithm: 'MD5', value: 5 } }, ['validation', expect.stringMatching(/^password\.hash\.\w+: /)]],
  [{ hash: 5 }, ['validation', expect.stringMatching(/^password\.hash: /)]],
  [{ value: 'x' }, ['validation', expect.stringMatching(/^password: .+/)]],
] as const)('the password %j is refused', ([given, expected]) => {
  expect(refused(() => reader().password(given, 'jo@x.test'))).toEqual(expected)
})

test('a recovery question is set whole, taken away, or left as it is', () => {
  const present = { question: 'Who?', answer: reader().keep('x') } as never
  const read = (given: object | null | undefined, kept?: never) => {
    const parsed = reader().recoveryQuestion(given, kept)
    return parsed && parsed.keep()
  }
  expect([read(undefined), read(undefined, present), read({}), read({ question: 'Who?' }, present)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([read(null), read({ question: null, answer: null }), read({ answer: null })]).toEqual([
    null,
    null,
    null,
  ])
  expect(read({ question: 'Q', answer: 'A' })).toEqual({
    question: 'Q',
    answer: { kind: 'own', salt: expect.any(String), digest: expect.any(String) },
  })
  const blank = 'The field cannot be left blank'
  for (const [given, cause] of [
    [{ answer: 'A' }, `recovery_question.question: ${blank}`],
    [{ question: null, answer: 'A' }, `recovery_question.question: ${blank}`],
    [{ question: 'Q' }, `recovery_question.answer: ${blank}`],
    [{ question: 'Who?', answer: null }, `recovery_question.answer: ${blank}`],
  ] as const) {
    expect(refused(() => read(given))).toEqual(['validation', cause])
  }
  expect(refused(() => read({ question: 'Other?' }, present))).toEqual([
    'validation',
    `recovery_question.answer: ${blank}`,
  ])
  expect(foldAnswer('Cowboy DAN')).toBe(foldAnswer('cowboy dan'))
})

test('salts are a state that goes on, and whose changes are told', () => {
  const one = reader()
  let marks = 0
  one.salts.rows!.track(() => (marks += 1))
  const state = one.salts.snapshot()
  const first = one.keep(good)
  expect(marks).toBeGreaterThan(0)
  expect(one.keep(good)).not.toEqual(first)
  marks = 0
  one.salts.restore(state)
  expect(marks).toBe(1)
  expect(one.salts.rows!.read('=')).toEqual(state)
  expect(one.keep(good)).toEqual(first)
  expect(refused(() => one.newPassword('x', 'jo'))?.[0]).toBe('validation')
  expect(one.newPassword(good, 'jo')).toMatchObject({ kind: 'own' })
  expect([one.policyProblem(good, 'jo'), typeof one.policyProblem('x', 'jo')]).toEqual([undefined, 'string'])
})

test('a trusted provider has its name, and no credentials of the service', () => {
  const provider = { type: 'FEDERATION' }
  expect(trustedProvider({ provider })).toEqual({ type: 'FEDERATION', name: 'FEDERATION' })
  expect(
    trustedProvider({ provider: { type: 'SOCIAL', name: 'x' }, password: {}, recovery_question: null }),
  ).toEqual({ type: 'SOCIAL', name: 'x' })
  expect(trustedProvider({ provider: { type: 'SOCIAL', name: null }, password: null })).toEqual({
    type: 'SOCIAL',
    name: 'SOCIAL',
  })
  for (const [given, ...causes] of [
    [{}, 'credentials.provider: The field cannot be left blank'],
    [{ provider: null }, 'credentials.provider: The field cannot be left blank'],
    [{ provider: 'FEDERATION' }, 'credentials.provider: Expected an object'],
    [{ provider: { type: 'OTHER' } }, 'credentials.provider.type: Expected one of FEDERATION, SOCIAL'],
    [{ provider: { type: 'SOCIAL', name: 5 } }, 'credentials.provider.name: Expected a string'],
    [
      { provider, password: { value: 'x' } },
      'credentials.password: A user with provider FEDERATION has no password',
    ],
    [
      { provider, recovery_question: {} },
      'credentials.recovery_question: A user with provider FEDERATION has no recovery question',
    ],
    [
      { provider, password: { value: 'x' }, recovery_question: { question: 'q' } },
      'credentials.password: A user with provider FEDERATION has no password',
      'credentials.recovery_question: A user with provider FEDERATION has no recovery question',
    ],
  ] as const) {
    expect(refused(() => trustedProvider(given as never))).toEqual(['validation', ...causes])
  }
})

test('providers are told apart by where credentials and profiles come from', () => {
  const types = ['SVC', 'IMPORT', 'ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL']
  const told = (is: (provider: { type: string; name: null }) => boolean) =>
    types.filter((type) => is({ type, name: null }))
  expect(told(isFederated)).toEqual(['FEDERATION', 'SOCIAL'])
  expect(told(isServiceSourced)).toEqual(['SVC', 'IMPORT'])
})

test('hidden state keeps what is there, and one object stands for none', () => {
  const block = { type: 'DEVICE_BASED', appliesTo: 'ANY_DEVICES' } as const
  expect(withHidden({ failedSignIns: 1 }, { block })).toStrictEqual({ failedSignIns: 1, block })
  expect(withHidden({ failedSignIns: 1, block }, { failedSignIns: undefined })).toStrictEqual({ block })
  expect(withHidden({ failedSignIns: 1 }, { failedSignIns: undefined })).toBe(nothingHidden)
  expect(nothingHidden).toEqual({})
  const own = {
    password: { kind: 'hook' },
    passwordHistory: [],
    passwordExpired: true,
    failedSignIns: 1,
    recovery: {},
    factors: ['f'],
    devices: ['d'],
    block,
  } as never
  expect(withoutOwnCredentials(own)).toStrictEqual({ factors: ['f'], devices: ['d'], block })
})

test.for([
  ['off', 'PROVISIONED', 'PROVISIONED', false],
  ['off', 'ACTIVE', 'ACTIVE', false],
  ['required', 'ACTIVE', 'PROVISIONED', false],
  ['optional', 'PROVISIONED', 'ACTIVE', true],
  ['disabled', 'PROVISIONED', 'ACTIVE', true],
] as const)(
  'an optional password that is %s (%s) activates a user without one to %s',
  ([optionalPassword, activationWithoutPassword, status, isOut]) => {
    const policy = { optionalPassword, activationWithoutPassword }
    const user = (type: string, hidden: object = {}) => ({ provider: { type, name: null }, hidden }) as never
    expect(activatedStatus(user('SVC'), policy)).toBe(status)
    expect(activatedStatus(user('SOCIAL'), policy)).toBe('ACTIVE')
    expect(activatedStatus(user('SVC', { password: { kind: 'hook' } }), policy)).toBe('ACTIVE')
    expect(leavesPasswordsOut(policy)).toBe(isOut)
    const set = (...given: [type: string, hidden?: object, password?: null]) =>
      refused(() =>
        refusePasswordByPolicy(
          user(given[0], given[1]),
          given[2] === null ? undefined : { kind: 'value' },
          policy,
        ),
      )
    expect(set('SVC')).toEqual(
      isOut
        ? ['update-credentials-failed', 'The enrolment policy leaves this user without a password']
        : undefined,
    )
    expect([set('SVC', {}, null), set('SOCIAL'), set('SVC', { password: { kind: 'hook' } })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  },
)

test('a password is too young or too old by the policy alone, also where the clock went back', () => {
  const changed = '2026-01-05T09:30:00.000Z'
  const at = Date.parse(changed)
  const young = (now: number, minAge: number, given: string | null | undefined = changed) =>
    isTooYoung(given, now, { ...passwordPolicy(), minAge })
  const old = (now: number, maxAge: number, given: string | null | undefined = changed) =>
    isTooOld(given, now, { ...passwordPolicy(), maxAge })
  expect([
    young(at + 9, 10),
    young(at + 10, 10),
    young(at - 5, 0),
    young(at, 10, null),
    young(at - 5, 10),
  ]).toEqual([true, false, false, false, true])
  expect([
    old(at + 9, 10),
    old(at + 10, 10),
    old(at + 10, 0),
    old(at + 10, 10, null),
    old(at + 10, 10, undefined),
  ]).toEqual([false, true, false, false, true])
})
