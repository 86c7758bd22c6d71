import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { boundedProperties, neededProperties, phoneProperties } from '../../tables/profile.ts'
import { proofOfPassword } from './credential-moves.ts'
import type { Move } from './moves.ts'
import { look, pickPerson, stating, templated, users } from './moves.ts'
import { freeProperties, longText, textsAt } from '../story/values.ts'
import { membersOf } from '../looks/view-looks.ts'
import type { Person, World } from '../story/world.ts'

/** A login in the spelling of another writer. */
const takenForms = [
  ['', 'users.login.duplicate'],
  ['|upper', 'users.login.duplicate-case'],
  ['|accent', 'users.login.duplicate-diacritics'],
] as const

/** A create with the login of another user. */
export function createAgain(world: World, who?: Person): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const { profile, status } = world.truth(person.handle)
  const [form, states] = world.seldom(
    takenForms.filter(([each]) => each !== '|accent' || /[aeou][^@aeou]*@/i.test(profile.login as string)),
    ([each]) => `taken ${status === 'DEPROVISIONED'} ${each}`,
  )
  const group = world.livingGroups.find((each) => !world.members.has(`${each} ${person.handle}`))
  return {
    call: stating(states, {
      operation: 'createUser',
      method: 'POST',
      path: users,
      query: { activate: String(world.dice.chance(0.5)) },
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
    proof: () => (group === undefined ? undefined : membersOf(world, group)),
  }
}

/** Values of the properties with a limit, at or over it, in letters of one size. */
function valuesAt(
  world: World,
  letters: string,
  isOver: boolean,
): { slug: string; name: string; value: string }[] {
  const tag = world.model.texts.get('tag') ?? ''
  return [...boundedProperties, ...phoneProperties]
    .filter(({ name }) => name !== 'login' || world.means.freeLogins)
    .map(({ slug, name, form, max }) => {
      const length = max + (isOver ? 1 : 0)
      const address = `«tag»${world.next('z')}${'a'.repeat(length)}`.replace('«tag»', tag)
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
export function atLimit(world: World, who?: Person, within?: string): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const isOver = within === undefined
  const letters = within ?? world.seldom(Object.keys(textsAt(1, false)), (each) => `limit ${each} ${isOver}`)
  const all = valuesAt(world, letters, isOver)
  const some = isOver ? [world.seldom(all, ({ name }) => `limit ${name}`)] : all
  const former = templated(world, world.truth(person.handle).profile.login) as string
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
function faultsOf(world: World, taken: string | undefined): Fault[] {
  const long = (count: number): string => longText(world.dice, count)
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
      rest: { groupIds: [...world.livingGroups.map((each) => `«${each}.id»`), '«none1»'] },
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
export function refusedWrite(world: World, who?: Person): Move | undefined {
  const { dice, words } = world
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const { handle } = person
  const other = world.livingPeople.find((each) => each !== person)?.handle
  // Every kind of fault first, then each property.
  const all = faultsOf(world, other)
  const kind = world.seldom([...new Set(all.map(kindOf))], (each) => `kind of fault ${each}`)
  const fault = world.seldom(
    all.filter((each) => kindOf(each) === kind),
    ({ states }) => `fault ${states}`,
  )
  const operation = world.seldom(
    (['updateUser', 'replaceUser', 'createUser'] as const).filter((each) => fault.of?.includes(each) ?? true),
    (each) => `fault of ${each}`,
  )
  const isNew = operation === 'createUser'
  const right: Record<string, Json> = Object.fromEntries(
    dice.some(freeProperties, 6).map((name) => [name, `${dice.pick(words)} ${world.next('w')}`]),
  )
  const names = { firstName: `${dice.pick(words)}x`, lastName: `${dice.pick(words)}y` }
  const whole: Json = templated(world, world.truth(handle).profile)
  const fresh = world.means.freeLogins ? `«tag»-never${world.next('n')}@example.com` : '«login12»'
  const rest = isNew
    ? {
        ...(world.livingGroups.length > 0 ? { groupIds: [`«${dice.pick(world.livingGroups)}.id»`] } : {}),
        credentials: {
          password: { value: '«pw1»' },
          recovery_question: { question: 'Never?', answer: 'never' },
        },
      }
    : fault.credentials === undefined && dice.chance(0.5)
      ? {
          credentials: dice.pick([
            { recovery_question: { question: `Never ${world.next('q')}?`, answer: 'never' } },
            { password: { value: '«pw3»' } },
          ]),
        }
      : {}
  return {
    call: stating(fault.states, {
      operation,
      method: operation === 'replaceUser' ? 'PUT' : 'POST',
      path: isNew ? users : `${users}/«${handle}.id»`,
      ...(isNew ? { query: { activate: String(dice.chance(0.5)) } } : {}),
      body: {
        ...rest,
        ...(fault.credentials === undefined ? {} : { credentials: fault.credentials }),
        profile: {
          ...(operation === 'replaceUser' ? whole : {}),
          ...(isNew ? { login: fresh, email: '«tag»-never@example.com' } : {}),
          ...(isNew || dice.chance(0.7) ? names : {}),
          ...right,
          ...fault.profile,
        },
        ...fault.rest,
      },
      dimension: 'refused',
    }),
    proof: () =>
      isNew
        ? look({
            operation: 'getUser',
            path: `${users}/${fresh}`,
            shows: 'user',
            states: 'users.get.unknown-login',
            dimension: 'refused',
          })
        : proofOfPassword(world, person),
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
export function withoutToken(world: World): Move | undefined {
  const records = {
    u: world.livingPeople[0]?.handle,
    g: world.livingGroups[0],
    r: world.livingRules[0],
    c: world.livingClients[0],
  }
  const rows = Object.entries(guarded).flatMap(([letter, [path, calls]]) => {
    const handle = records[letter as 'u']
    return handle === undefined
      ? []
      : calls.map((each) => [path.replace(`«${letter}.`, `«${handle}.`), each] as const)
  })
  if (rows.length === 0) return undefined
  const [path, [operation, method, suffix, states]] = world.seldom(rows, ([, [on]]) => `without token ${on}`)
  return {
    call: stating(states, {
      operation,
      method,
      path: path + suffix,
      ...(operation.startsWith('update')
        ? { body: { profile: { name: '«tag» intruder', title: 'Intruder' } } }
        : {}),
      as: world.dice.pick(['nobody', 'stranger'] as const),
      dimension: 'refused',
    }),
  }
}
