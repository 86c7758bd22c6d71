import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { hashWith } from '../../checks/support/credentials.ts'
import { hashValues } from '../../tables/hashes.ts'
import { textLimits } from '../../tables/limits.ts'
import { boundedProperties, neededProperties, phoneProperties } from '../../tables/profile.ts'
import { refusedValues } from '../../tables/refused-values.ts'
import { proofOfPassword } from './credential-commands.ts'
import { pickPerson, read, routed, stating, templated, users, type Command } from './commands.ts'
import type { Call } from '../sequence/sequence.ts'
import { freeProperties, longText, textsAt } from '../sequence/values.ts'
import { membersOf } from '../reads/view-reads.ts'
import type { GeneratorState, Person } from '../sequence/generator-state.ts'

/** A taken login in the spelling of another writer, by the operation that takes it. */
const takenForms = [
  ['createUser', '', 'users.login.duplicate'],
  ['createUser', '|upper', 'users.login.duplicate-case'],
  ['createUser', '|accent', 'users.login.duplicate-diacritics'],
  ['updateUser', '', 'users.login.duplicate-update'],
  ['updateUser', '|upper', 'users.login.duplicate-update'],
  ['replaceUser', '', 'users.login.duplicate-update'],
  ['replaceUser', '|upper', 'users.login.duplicate-update'],
] as const

/** Takes the login of another user, by a create or an update. A deactivated user keeps its login. */
export function takenLogin(state: GeneratorState, who?: Person): Command | undefined {
  const takers = state.livingPeople.filter(({ handle }) => state.truth(handle).status !== 'DEPROVISIONED')
  const rows = state.livingPeople
    .filter((each) => who === undefined || each === who)
    .flatMap((owner) => {
      const { profile, status } = state.truth(owner.handle)
      return takenForms
        .filter(([, form]) => form !== '|accent' || /[aeou][^@aeou]*@/i.test(profile.login as string))
        .flatMap(([on, form, states]) =>
          (on === 'createUser'
            ? ['']
            : takers.flatMap(({ handle }) => (handle === owner.handle ? [] : handle))
          ).map((taker) => ({ owner, taker, on, form, states, isGone: status === 'DEPROVISIONED' })),
        )
    })
  if (rows.length === 0) return undefined
  const on = state.leastUsed(
    [...new Set(rows.map((each) => each.on))],
    (each) => `taken ${each}`,
    (each) => (each === 'createUser' ? 1 : 2),
  )
  const { owner, taker, form, states } = state.leastUsed(
    rows.filter((each) => each.on === on),
    (each) => `taken ${on} ${each.isGone} ${each.form} ${state.truth(each.taker)?.status}`,
    ({ isGone }) => (isGone && on === 'createUser' ? 3 : 1),
  )
  const login = `«${owner.handle}.profile.login${form}»`
  if (on !== 'createUser') {
    const isWhole = on === 'replaceUser'
    const former: Json = isWhole ? templated(state, state.truth(taker).profile) : {}
    const body = { profile: { ...former, nickName: `taker ${state.next('n')}`, login } }
    return { call: stating(states, { ...routed(on, `«${taker}.id»`), body, dimension: 'refused' }) }
  }
  const group = state.livingGroups.find((each) => !state.members.has(`${each} ${owner.handle}`))
  return {
    call: stating(states, {
      ...routed('createUser'),
      query: { activate: String(state.rng.chance(0.5)) },
      body: {
        profile: { login, email: '«tag»-other@example.com', firstName: 'Casey', lastName: 'Fern' },
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
function faultsOf(state: GeneratorState): Fault[] {
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
  // Every kind of fault first, then each property.
  const all = faultsOf(state)
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

/** The requirement that a call without a token is refused, by the path of the call. */
const guarded: readonly (readonly [path: RegExp, RequirementId])[] = [
  [/^\/oauth2\/v1\/clients/, 'auth.required.clients'],
  [/^\/api\/v1\/groups\/rules/, 'auth.required.rules'],
  [/^\/api\/v1\/groups/, 'auth.required.groups'],
  [/\/lifecycle\//, 'auth.required.lifecycle'],
  [/\/credentials\//, 'auth.required.credentials'],
  [/^\/api\/v1\/users/, 'auth.required.users'],
]

/**
 * The same call without a token, or with one that was never issued. A service may ask for a token in some views only.
 * So each parameter of an operation is sent so once in a run, and the second page of each list.
 */
export function withoutToken(state: GeneratorState, call: Call): Call | undefined {
  const { operation, method, path, query, expression, body, headers, pages, shows } = call
  const states = guarded.find(([each]) => each.test(path))?.[1]
  // The owner of the token, and records that nobody has, are another matter.
  const isPlain =
    (call.as ?? call.between ?? call.together ?? call.equivalent ?? call.learns) === undefined &&
    method !== 'CONTROL' &&
    call.dimension !== 'refused' &&
    !/unknown/.test(call.states ?? '') &&
    !/\/users\/me\b/.test(path)
  if (states === undefined || !isPlain) return undefined
  const sent = [...Object.keys(query ?? {}), ...(expression === undefined ? [] : [expression.parameter])]
  const isNew = (part: string): boolean => state.counted(`without token ${operation} ${part}`) === 0
  const parts = (sent.length === 0 ? ['alone'] : sent).filter(isNew)
  const limit = Number(query?.['limit'] ?? 9)
  // A short page most likely has a next one.
  const isShort = pages === true && limit < 3 && state.counted(`without token ${operation} after`) < 4
  const isNext = parts.length === 0 && isShort
  if (parts.length === 0 && !isNext) return undefined
  // One of each kind of call early, and the rest by and by. The fixed checks ask each operation alone.
  const kind = `without token ${method} ${states} ${/@|login/.test(path)}`
  if (!state.rng.chance(state.counted(kind) === 0 ? 0.5 : 0.06)) return undefined
  state.count(kind)
  for (const part of isNext ? ['after'] : parts) state.count(`without token ${operation} ${part}`)
  const as = state.rng.chance(0.7) ? 'nobody' : 'stranger'
  return stating(as === 'nobody' ? states : 'auth.invalid-token', {
    operation,
    method,
    path,
    ...(query && { query }),
    ...(expression && { expression }),
    ...(body === undefined ? {} : { body }),
    ...(headers && { headers }),
    ...(shows && { shows }),
    ...(isNext ? { pages: true as const } : {}),
    as,
    dimension: 'refused',
  })
}
