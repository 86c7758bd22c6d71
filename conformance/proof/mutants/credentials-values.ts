/** Servers that accept, show or verify passwords, hashes, questions and providers wrongly (Users, Credentials). */
import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { hashSignIns, hashValues, isOfLength, type HashValue } from '../../tables/hashes.ts'
import { textLimits } from '../../tables/limits.ts'
import { longPassword, weakPasswords } from '../../tables/refused-values.ts'
import { drop, set } from '../alter/answer.ts'
import { on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, takeFromCaller } from '../alter/memory.ts'
import { above, at, changed, is, like, ofSize, type Fits } from '../alter/path.ts'
import { acceptInstead, acceptWith, refuse, refuseButWith } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { allowed } from './families.ts'
import { refuseButStoreCredentials } from './users-steps.ts'
import type { Alteration } from '../alter/wire.ts'

const password = 'credentials.password.value'
const hash = 'credentials.password.hash'
const question = 'credentials.recovery_question'
const created = 'createUser'
const updated = ['updateUser', 'replaceUser'] as const
const hook = 'credentials.password.hook'

const anywhere = [created, ...updated, 'getUser', 'listUsers'] as const

const repaired = 'Kx9repaired7Q'

/** Shows in every answer about a user the value that its create or update sent at a path. */
function telling(path: string): Alteration {
  return after([created, ...updated, 'changeRecoveryQuestion'], { when: sends(path) }, (user, cause) =>
    changed(user, path, () => at(cause.json, path)),
  )
}

/** The limits of a recovery question and its answer, each with a text within them. */
const recoveryLimits = [
  ['credentials.question', `${question}.question`, textLimits['credentials.question'], 'Which?'],
  ['credentials.answer', `${question}.answer`, textLimits['credentials.answer'], 'this'],
] as const

function sizes(rows: readonly (readonly [RequirementId, string, number])[]): Mutant[] {
  return rows.flatMap(([requirement, path, size]) =>
    mutantsAt(created, requirement, {
      refused: when(sends(path, ofSize(size)), refuse()),
    }),
  )
}

/** Values that must be refused, and the value that a server stores when it accepts them. */
const accepted: readonly (readonly [RequirementId, string, Fits, Json])[] = [
  ...[...longPassword, ...weakPasswords].map(
    ({ id, path, takes: [, texts] }) => [id, path, like(texts), repaired] as const,
  ),
  ['credentials.policy.login', password, like(/@/), repaired],
  ['credentials.policy.login-part.at', password, like(/7cf[a-z0-9]+9Qz/), repaired],
  ['credentials.hook.type-unknown', `${hook}.type`, like(/^(?!default$)/), 'default'],
  ...recoveryLimits.flatMap(
    ([key, path, { max }, instead]) =>
      [
        [`${key}.min.refused`, path, is(''), instead],
        [`${key}.max.refused`, path, above(max), instead],
      ] as const,
  ),
]

const separators = [
  ['dot', /^fern\./],
  ['underscore', /^fern_/],
  ['hash', /^fern#/],
  ['hyphen', /^fern-/],
] as const

/** Another digest of the same length. */
const otherDigest = (value: string): string => `${value.startsWith('Z') ? 'Y' : 'Z'}${value.slice(1)}`

/** Whether a body sends the hash of a weak password. */
const isWeak = sends(`${hash}.value`, like(/^rDiX8/))

/** Refuses a value that a hash may have, or accepts one that it may not have. */
function hashMutant(row: HashValue & { readonly id: RequirementId }): Mutant[] {
  const { id, member, value, instead } = row
  const path = `${hash}.${member}`
  if (instead !== undefined) {
    const isIt = isOfLength(row) ? ofSize(String(value).length) : is(value)
    const accepted = when(sends(path, isIt), acceptWith(path, instead))
    return [
      ...mutantsAt(created, id, { accepted }),
      ...(row.limit === undefined ? [] : mutantsAt('updateUser', id, { 'accepted-by-update': accepted })),
    ]
  }
  if (isOfLength(row)) return sizes([[id, path, String(value).length]])
  return mutantsAt(created, id, allowed(path, value))
}

const type = 'credentials.provider.type'

export const credentialValueMutants: readonly Mutant[] = [
  ...mutants({
    'credentials.password.empty-object/left-out': on(anywhere, whenSuccess(drop('credentials.password'))),
    'credentials.password.write-only/told': telling(password),
    'credentials.hash.write-only/told': telling(`${hash}.value`),
    'credentials.hook.write-only/told': telling(hook),
    'credentials.question.kept/another': on(
      created,
      when(sends(`${question}.question`), input(`${question}.question`, 'Which other?')),
    ),
    'credentials.answer.write-only/told': telling(`${question}.answer`),
  }),
  ...mutantsIn('getUser', {
    'credentials.password.empty-object-hash/left-out': whenSuccess(drop('credentials.password')),
    'credentials.password.empty-object-hook/left-out': whenSuccess(drop('credentials.password')),
  }),
  // Allowed values: each is refused.
  ...mutantsAt(created, 'credentials.password.null', allowed('credentials.password', null)),
  ...mutantsAt(created, 'credentials.question.null', allowed(question, null)),
  ...mutantsAt(created, 'credentials.hook.default', allowed(`${hook}.type`, 'default')),
  ...sizes([
    ['credentials.password.max.accepted', password, 72],
    ['credentials.policy.length.accepted', password, 8],
    ...recoveryLimits.flatMap(
      ([key, path, { min, max }]) =>
        [
          [`${key}.min.accepted`, path, min],
          [`${key}.max.accepted`, path, max],
        ] as const,
    ),
  ]),
  ...mutants({
    'credentials.policy.login-part.short/refused': on(created, when(sends(password, like(/fig/)), refuse())),
  }),
  ...accepted.flatMap(([requirement, path, fits, repair]) =>
    mutantsAt(created, requirement, {
      accepted: when(sends(path, fits), acceptWith(path, repair)),
    }),
  ),
  ...separators.flatMap(([name, form]) =>
    mutantsAt(created, `credentials.policy.login-part.${name}`, {
      accepted: when(sends('profile.login', like(form)), acceptWith(password, repaired)),
    }),
  ),
  ...mutantsIn('updateUser', {
    'credentials.policy.on-update/refused-but-renamed': when(
      sends(password),
      refuseButWith('credentials', undefined),
    ),
  }),
  ...mutantsIn(updated, {
    'credentials.policy.on-update/refused-but-changed': when(
      sends(password),
      refuseButStoreCredentials(() => ({ password: { value: repaired } })),
    ),
  }),
  ...Object.values(hashValues).flatMap((rows) => rows.flatMap(hashMutant)),
  ...hashSignIns.flatMap(({ id, row: { id: imported, value } }) =>
    mutantsAt(created, id, {
      miscounted: when(sendsValue(`${hash}.algorithm`, value), input(`${hash}.value`, otherDigest)),
      refused: [when(sendsValue(`${hash}.algorithm`, value), refuse()), imported],
    }),
  ),
  ...mutantsIn(created, {
    'credentials.hash.salt-order.sign-in/always-postfix': when(
      sends(`${hash}.saltOrder`),
      input(`${hash}.saltOrder`, 'POSTFIX'),
    ),
    'credentials.hash.no-policy/not-let-in': when(isWeak, input(`${hash}.value`, otherDigest)),
  }),
  ...updated.flatMap((where) => [
    ...mutantsOf('credentials.hash.update-staged', {
      [`ignored-by-${where.toLowerCase()}`]: on(where, ignoreInput(hash)),
    }),
    ...mutantsAt(where, 'credentials.hash.update-active', {
      [`accepted-by-${where.toLowerCase()}`]: when(sends(hash), acceptInstead()),
      [`done-by-${where.toLowerCase()}`]: when(
        sends(hash),
        refuseButStoreCredentials(() => ({ password: { value: 'FernRoot7Leaf' } })),
      ),
    }),
  ]),
  ...mutantsIn('getUser', {
    'credentials.provider.present/left-out': [
      whenSuccess(drop('credentials.provider')),
      'credentials.provider.type',
      'credentials.provider.name',
    ],
    'credentials.provider.type/unknown': whenSuccess(set(type, 'HOUSE')),
    'credentials.provider.name/a-number': whenSuccess(set('credentials.provider.name', 7)),
    'credentials.provider.import/of-the-service': whenSuccess(set(type, 'SVC')),
  }),
  ...updated.flatMap((where) =>
    mutantsOf('credentials.provider.read-only', {
      [`taken-by-${where.toLowerCase()}`]: takeFromCaller(where, 'credentials.provider'),
    }),
  ),
  ...(['FEDERATION', 'SOCIAL'] as const).flatMap((name) => {
    const requirement = name === 'SOCIAL' ? 'credentials.provider.social' : 'credentials.provider.federation'
    const isIt = sendsValue(type, name)
    return mutantsOf(requirement, {
      'of-the-service': after(
        created,
        { outcome: 'success', when: isIt },
        { credentials: { provider: { type: 'SVC' } } },
      ),
    })
  }),
  ...mutants({
    'credentials.provider.federated-no-password/password': after(
      created,
      { outcome: 'success', when: sends(type) },
      { credentials: { password: {} } },
    ),
  }),
]
