import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { hashWith } from '../../checks/support/imported-hashes.ts'
import { hashValues } from '../../tables/hashes.ts'
import { textLimits } from '../../tables/limits.ts'
import { boundedProperties, neededProperties, phoneProperties } from '../../tables/profile.ts'
import { refusedValues } from '../../tables/refused-values.ts'
import { proofOfPassword } from './credential-commands.ts'
import type { Command } from './commands.ts'
import { read, pickPerson, routed, stating, templated, users } from './commands.ts'
import { freeProperties, longText, textsAt } from '../sequence/values.ts'
import { membersOf } from '../reads/view-reads.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** A login in the spelling of another writer. */
const takenForms = [
  ['', 'users.login.duplicate'],
  ['|upper', 'users.login.duplicate-case'],
  ['|accent', 'users.login.duplicate-diacritics'],
] as const

/** A create with the login of another user. */
export function createAgain(state: GeneratorState, who?: Person): Command | undefined {
  const [person] = pickPerson(state, state.livingPeople, who)
  if (person === undefined) return undefined
  const { profile, status } = state.truth(person.handle)
  const [form, states] = state.leastUsed(
    takenForms.filter(([each]) => each !== '|accent' || /[aeou][^@aeou]*@/i.test(profile.login as string)),
    ([each]) => `taken ${status === 'DEPROVISIONED'} ${each}`,
  )
  const group = state.livingGroups.find((each) => !state.members.has(`${each} ${person.handle}`))
  return {
    call: stating(states, {
      ...routed('createUser'),
      query: { activate: String(state.rng.chance(0.5)) },
      body: {
        profile: {
          login: `«${person.handle}.profile.login${form}»`,
          email: '«tag»-other@example.com',
          firstName: 'Casey',
          lastName: 'Fern',
        },
        credentials: {
          password: { value: '«pw2»' },
          recovery_question: { question: 'Never?', answer: 'never' },
        },
        ...(group === undefined ? {} : { groupIds: [`«${group}.id»`] }),
      },
      dimension: 'refused',
    }),
    proof: () => (group === undefined ? undefined : membersOf(state, group)),
  }
}

/** Values of the properties with a limit, at or over it, in letters of one size. */
function valuesAt(
  state: GeneratorState,
  letters: string,
  isOver: boolean,
): { slug: string; name: string; value: string }[] {
  const tag = state.model.texts.get('tag') ?? ''
  return [...boundedProperties, ...phoneProperties]
    .filter(({ name }) => name !== 'login' || state.means.freeLogins)
    .map(({ slug, name, form, max }) => {
      const length = max + (isOver ? 1 : 0)
      const address = `«tag»${state.next('z')}${'a'.repeat(length)}`.replace('«tag»', tag)
      const texts: Readonly<Record<string, string>> = textsAt(max, isOver)
      const value =
        form === 'text'
          ? (texts[letters] ?? '')
          : form === 'phone'
            ? '1'.repeat(length)
            : `${address.slice(0, length - 12)}@example.com`.replace(tag, '«tag»')
      return { slug, name, value }
    })
}

/** Values at their limits, all at once `within` letters of one size, or one of them over its limit. */
export function atLimit(state: GeneratorState, who?: Person, within?: string): Command | undefined {
  const [person] = pickPerson(state, state.livingPeople, who)
  if (person === undefined) return undefined
  const isOver = within === undefined
  const letters = within ?? state.leastUsed(Object.keys(textsAt(1, false)), (of) => `limit ${of} ${isOver}`)
  const all = valuesAt(state, letters, isOver)
  const some = isOver ? [state.leastUsed(all, ({ name }) => `limit ${name}`)] : all
  const former = templated(state, state.truth(person.handle).profile.login) as string
  return {
    call: stating(
      isOver ? (`users.profile.${some[0]?.slug}.max.refused` as RequirementId) : 'users.update.ok',
      {
        ...routed('updateUser', `«${person.handle}.id»`),
        body: { profile: Object.fromEntries(some.map(({ name, value }) => [name, value])) },
        record: person.handle,
        shows: 'user',
        dimension: isOver ? 'refused' : 'values',
      },
    ),
    ...(some.some(({ name }) => name === 'login')
      ? { done: () => void person.formerLogins.push(former) }
      : {}),
  }
}

/** One fault in a body: the profile, the credentials or the other parts with the fault. */
interface Fault {
  readonly states: RequirementId
  readonly profile?: Readonly<Record<string, Json>>
  readonly credentials?: Json
  readonly rest?: Json
  /** The operations that have the fault; by default every write of users. */
  readonly of?: readonly OperationName[]
}

const updates = ['updateUser', 'replaceUser'] as const

/** Every fault in the body of a user that the API description says is refused, one at a time. */
function faultsOf(state: GeneratorState, taken: string | undefined): Fault[] {
  const long = (count: number): string => longText(state.rng, count)
  const password = (value: string): Json => ({ password: { value } })
  return [
    ...[...boundedProperties, ...phoneProperties].flatMap(({ slug, name, form, min, max }): Fault[] => [
      {
        states: `users.profile.${slug}.max.refused` as RequirementId,
        profile: {
          [name]:
            form === 'text'
              ? long(max + 1)
              : form === 'phone'
                ? '1'.repeat(max + 1)
                : `«tag»${'a'.repeat(max + 1)}@example.com`,
        },
      },
      ...(min === 0
        ? []
        : [
            {
              states: `users.profile.${slug}.min.refused` as RequirementId,
              profile: { [name]: form === 'text' ? '' : 'a@b.' },
              // The login of a new user has the mark of the run.
              ...(name === 'login' ? { of: updates } : {}),
            },
          ]),
    ]),
    ...neededProperties.flatMap(({ slug, name }): Fault[] => [
      { states: `users.profile.${slug}.null` as RequirementId, profile: { [name]: null } },
      {
        states: `users.profile.${slug}.required` as RequirementId,
        profile: { [name]: undefined },
        of: ['createUser', 'replaceUser'],
      },
    ]),
    ...refusedValues.map(({ id, path, sent }): Fault => {
      const [part = '', name = ''] = path.split('.')
      return {
        states: id,
        ...(part === 'profile' ? { profile: { [name]: sent } } : { credentials: password(sent) }),
      }
    }),
    ...(['question', 'answer'] as const).flatMap((name) => {
      const texts = { min: '', max: long(textLimits[`credentials.${name}`].max + 1) }
      return (['min', 'max'] as const).map((side): Fault => ({
        states: `credentials.${name}.${side}.refused`,
        credentials: { recovery_question: { question: 'Who?', answer: 'nobody', [name]: texts[side] } },
      }))
    }),
    { states: 'users.custom.undeclared', profile: { notDeclaredHere: 'x' } },
    ...Object.values(hashValues)
      .flat()
      .filter(({ instead }) => instead !== undefined)
      .map((row): Fault => ({
        states: row.id,
        credentials: { password: { hash: hashWith(row) } },
      })),
    ...(taken === undefined
      ? []
      : ['', '|upper'].flatMap((form): Fault[] => [
          {
            states: 'users.login.duplicate-update',
            profile: { login: `«${taken}.profile.login${form}»` },
            of: updates,
          },
          {
            states: 'users.login.duplicate',
            profile: { login: `«${taken}.profile.login${form}»` },
            of: ['createUser'],
          },
        ])),
    {
      states: 'users.create.group-ids.unknown',
      rest: { groupIds: [...state.livingGroups.map((each) => `«${each}.id»`), '«none1»'] },
      of: ['createUser'],
    },
    {
      states: 'users.create.group-ids.max.refused',
      rest: { groupIds: Array.from({ length: 21 }, () => '«none1»') },
      of: ['createUser'],
    },
    { states: 'users.type.on-update', rest: { type: { id: '«none1»' } }, of: ['updateUser'] },
  ]
}

/** The kind of a fault: the requirement without its property, or the part of a hash. */
const kindOf = ({ states }: Fault): string =>
  states
    .replace(/^users\.profile\.[^.]+\.(max|min|null|required)/, 'profile $1')
    .replace(/^credentials\.hash\..*/, 'hash')

/** A refused write, with one fault among correct values that change something. */
export function refusedWrite(state: GeneratorState, who?: Person): Command | undefined {
  const { rng, words } = state
  const [some] = pickPerson(state, state.livingPeople, who)
  if (some === undefined) return undefined
  const other = state.livingPeople.find((each) => each !== some)?.handle
  // Every kind of fault first, then each property.
  const all = faultsOf(state, other)
  const kind = state.leastUsed([...new Set(all.map(kindOf))], (each) => `kind of fault ${each}`)
  const fault = state.leastUsed(
    all.filter((each) => kindOf(each) === kind),
    ({ states }) => `fault ${states}`,
  )
  const isHash = kind === 'hash'
  // An update refuses any hash unless the user is STAGED.
  const [person] = isHash ? [state.peopleIn('STAGED')[0] ?? some] : [some]
  const { handle } = person
  const isFree = !isHash || state.truth(handle).status === 'STAGED'
  const operation = state.leastUsed(
    (['updateUser', 'replaceUser', 'createUser'] as const).filter(
      (each) => (fault.of?.includes(each) ?? true) && (isFree || each === 'createUser'),
    ),
    (each) => `fault of ${each}`,
  )
  const isNew = operation === 'createUser'
  const right: Record<string, Json> = Object.fromEntries(
    rng.some(freeProperties, 6).map((name) => [name, `${rng.pick(words)} ${state.next('w')}`]),
  )
  const names = { firstName: `${rng.pick(words)}x`, lastName: `${rng.pick(words)}y` }
  const whole: Json = templated(state, state.truth(handle).profile)
  const fresh = state.means.freeLogins ? `«tag»-never${state.next('n')}@example.com` : '«login12»'
  const rest = isNew
    ? {
        ...(state.livingGroups.length > 0 ? { groupIds: [`«${rng.pick(state.livingGroups)}.id»`] } : {}),
        credentials: {
          password: { value: '«pw1»' },
          recovery_question: { question: 'Never?', answer: 'never' },
        },
      }
    : fault.credentials === undefined && rng.chance(0.5)
      ? {
          credentials: rng.pick([
            { recovery_question: { question: `Never ${state.next('q')}?`, answer: 'never' } },
            { password: { value: '«pw3»' } },
          ]),
        }
      : {}
  return {
    call: stating(fault.states, {
      operation,
      method: operation === 'replaceUser' ? 'PUT' : 'POST',
      path: isNew ? users : `${users}/«${handle}.id»`,
      ...(isNew ? { query: { activate: String(rng.chance(0.5)) } } : {}),
      body: {
        ...rest,
        ...(fault.credentials === undefined ? {} : { credentials: fault.credentials }),
        profile: {
          ...(operation === 'replaceUser' ? whole : {}),
          ...(isNew ? { login: fresh, email: '«tag»-never@example.com' } : {}),
          ...(isNew || rng.chance(0.7) ? names : {}),
          ...right,
          ...fault.profile,
        },
        ...fault.rest,
      },
      dimension: 'refused',
    }),
    proof: () =>
      isNew
        ? read({
            ...routed('getUser', fresh),
            shows: 'user',
            states: 'users.get.unknown-login',
            dimension: 'refused',
          })
        : proofOfPassword(state, person),
  }
}

/** Calls that need a token, by the requirement that says so: each names one record. */
const guarded: readonly (readonly [
  kind: 'u' | 'g' | 'r' | 'c',
  states: RequirementId,
  ...OperationName[],
])[] = [
  ['u', 'auth.required.users', 'getUser', 'updateUser', 'deleteUser', 'listUserGroups'],
  ['u', 'auth.required.lifecycle', 'suspendUser', 'deactivateUser'],
  ['g', 'auth.required.groups', 'getGroup', 'updateGroup', 'deleteGroup', 'listGroupUsers'],
  ['r', 'auth.required.rules', 'getGroupRule', 'deactivateGroupRule', 'deleteGroupRule'],
  ['c', 'auth.required.clients', 'getClient', 'newClientSecret', 'deleteClient'],
]

/** A call without a token, or with an unknown one. */
export function withoutToken(state: GeneratorState): Command | undefined {
  const records = {
    u: state.livingPeople[0]?.handle,
    g: state.livingGroups[0],
    r: state.livingRules[0],
    c: state.livingClients[0],
  }
  const rows = guarded.flatMap(([kind, states, ...operations]) =>
    records[kind] === undefined ? [] : operations.map((on) => ({ kind, states, on })),
  )
  if (rows.length === 0) return undefined
  const { kind, states, on } = state.leastUsed(rows, (each) => `without token ${each.on}`)
  return {
    call: stating(states, {
      ...routed(on, `«${records[kind]}.${kind === 'c' ? 'client_id' : 'id'}»`),
      ...(on.startsWith('update')
        ? { body: { profile: { name: '«tag» intruder', title: 'Intruder' } } }
        : {}),
      as: state.rng.pick(['nobody', 'stranger'] as const),
      dimension: 'refused',
    }),
  }
}
