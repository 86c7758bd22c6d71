import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { boundedProperties, neededProperties, phoneProperties } from '../../tables/profile.ts'
import { proofOfPassword } from './credential-commands.ts'
import type { Command } from './commands.ts'
import { read, pickPerson, stating, templated, users } from './commands.ts'
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
      operation: 'createUser',
      method: 'POST',
      path: users,
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
        operation: 'updateUser',
        method: 'POST',
        path: `${users}/«${person.handle}.id»`,
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
  const question = { question: 'Who?', answer: 'nobody' }
  const asked = (part: Json): Json => ({ recovery_question: { ...question, ...part } })
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
    { states: 'users.profile.email.form', profile: { email: 'no-at-sign' } },
    { states: 'users.profile.email.dots', profile: { email: 'two..dots@example.com' } },
    { states: 'users.profile.second-email.form', profile: { secondEmail: 'no-at-sign' } },
    { states: 'users.custom.undeclared', profile: { notDeclaredHere: 'x' } },
    { states: 'credentials.question.max.refused', credentials: asked({ question: long(101) }) },
    { states: 'credentials.question.min.refused', credentials: asked({ question: '' }) },
    { states: 'credentials.answer.max.refused', credentials: asked({ answer: long(101) }) },
    { states: 'credentials.answer.min.refused', credentials: asked({ answer: '' }) },
    { states: 'credentials.password.max.refused', credentials: password(`Kx7${'q'.repeat(70)}`) },
    ...['Kx7qqqq', 'kx7qqqqqqqq', 'KX7QQQQQQQQ', 'Kxqqqqqqqqqq'].map((value, at): Fault => ({
      states:
        (['length.refused', 'upper-case', 'lower-case', 'digit'] as const).map(
          (rule) => `credentials.policy.${rule}` as const,
        )[at] ?? 'credentials.policy.on-update',
      credentials: password(value),
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

/** The kind of a fault: the requirement without its property. */
const kindOf = ({ states }: Fault): string =>
  states.replace(/^users\.profile\.[^.]+\.(max|min|null|required)/, 'profile $1')

/** A refused write, with one fault among correct values that change something. */
export function refusedWrite(state: GeneratorState, who?: Person): Command | undefined {
  const { rng, words } = state
  const [person] = pickPerson(state, state.livingPeople, who)
  if (person === undefined) return undefined
  const { handle } = person
  const other = state.livingPeople.find((each) => each !== person)?.handle
  // Every kind of fault first, then each property.
  const all = faultsOf(state, other)
  const kind = state.leastUsed([...new Set(all.map(kindOf))], (each) => `kind of fault ${each}`)
  const fault = state.leastUsed(
    all.filter((each) => kindOf(each) === kind),
    ({ states }) => `fault ${states}`,
  )
  const operation = state.leastUsed(
    (['updateUser', 'replaceUser', 'createUser'] as const).filter((each) => fault.of?.includes(each) ?? true),
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
            operation: 'getUser',
            path: `${users}/${fresh}`,
            shows: 'user',
            states: 'users.get.unknown-login',
            dimension: 'refused',
          })
        : proofOfPassword(state, person),
  }
}

type Guarded = readonly [OperationName, method: string, suffix: string, RequirementId]

/** Calls that need a token, by the record that they name. */
const guarded: Readonly<Record<'u' | 'g' | 'r' | 'c', readonly [path: string, readonly Guarded[]]>> = {
  u: [
    `${users}/«u.id»`,
    [
      ['getUser', 'GET', '', 'auth.required.users'],
      ['updateUser', 'POST', '', 'auth.required.users'],
      ['suspendUser', 'POST', '/lifecycle/suspend', 'auth.required.lifecycle'],
      ['deactivateUser', 'POST', '/lifecycle/deactivate', 'auth.required.lifecycle'],
      ['deleteUser', 'DELETE', '', 'auth.required.users'],
      ['listUserGroups', 'GET', '/groups', 'auth.required.users'],
    ],
  ],
  g: [
    '/api/v1/groups/«g.id»',
    [
      ['getGroup', 'GET', '', 'auth.required.groups'],
      ['updateGroup', 'PUT', '', 'auth.required.groups'],
      ['deleteGroup', 'DELETE', '', 'auth.required.groups'],
      ['listGroupUsers', 'GET', '/users', 'auth.required.groups'],
    ],
  ],
  r: [
    '/api/v1/groups/rules/«r.id»',
    [
      ['getGroupRule', 'GET', '', 'auth.required.rules'],
      ['deactivateGroupRule', 'POST', '/lifecycle/deactivate', 'auth.required.rules'],
      ['deleteGroupRule', 'DELETE', '', 'auth.required.rules'],
    ],
  ],
  c: [
    '/oauth2/v1/clients/«c.client_id»',
    [
      ['getClient', 'GET', '', 'auth.required.clients'],
      ['newClientSecret', 'POST', '/lifecycle/newSecret', 'auth.required.clients'],
      ['deleteClient', 'DELETE', '', 'auth.required.clients'],
    ],
  ],
}

/** A call without a token, or with an unknown one. */
export function withoutToken(state: GeneratorState): Command | undefined {
  const records = {
    u: state.livingPeople[0]?.handle,
    g: state.livingGroups[0],
    r: state.livingRules[0],
    c: state.livingClients[0],
  }
  const rows = Object.entries(guarded).flatMap(([letter, [path, calls]]) => {
    const handle = records[letter as 'u']
    return handle === undefined
      ? []
      : calls.map((each) => [path.replace(`«${letter}.`, `«${handle}.`), each] as const)
  })
  if (rows.length === 0) return undefined
  const [path, [operation, method, suffix, states]] = state.leastUsed(
    rows,
    ([, [on]]) => `without token ${on}`,
  )
  return {
    call: stating(states, {
      operation,
      method,
      path: path + suffix,
      ...(operation.startsWith('update')
        ? { body: { profile: { name: '«tag» intruder', title: 'Intruder' } } }
        : {}),
      as: state.rng.pick(['nobody', 'stranger'] as const),
      dimension: 'refused',
    }),
  }
}
