/** Mistakes of a service, for what a client uses: does a test notice them? The engine is that of our own suite. */
import { drop, eachRecord } from '../../conformance/proof/alter/answer.ts'
import { on, whenRefused, whenSuccess } from '../../conformance/proof/alter/flow.ts'
import { idOf } from '../../conformance/proof/alter/memory.ts'
import { changed, has, isObject } from '../../conformance/proof/alter/path.ts'
import { acceptInstead, refuseButDo } from '../../conformance/proof/alter/refusal.ts'
import { type Alteration, answerOf } from '../../conformance/proof/alter/wire.ts'
import { hasRecord, isRead } from '../../conformance/proof/operators/operator.ts'
import { operators } from '../../conformance/proof/operators/operators.ts'
import type { Json } from '../../conformance/engine/wire/reply.ts'
import type { OperationName } from '../contract/operation-names.ts'

/** A mistake in one operation. */
export interface Mutant {
  /** `memory/forgotten@suspendUser`, or `member-missing:profile.title@getUser`. */
  readonly name: string
  readonly operation: OperationName
  /** The mistake, as a sentence without its subject. */
  readonly summary: string
}

interface OwnMistake {
  readonly summary: string
  readonly fits: (operation: OperationName) => boolean
  readonly alter: Alteration
}

/** Mistakes that our suite has other mutants for, in the form that shows in tests of a client. */
const own: Readonly<Record<string, OwnMistake>> = {
  'refused-but-done': {
    summary: 'answers with an error, and does it',
    fits: (operation) => !isRead(operation),
    alter: refuseButDo(),
  },
  'refusal-accepted': {
    summary: 'answers success where it should answer with an error',
    fits: () => true,
    alter: acceptInstead(),
  },
  fails: {
    summary: 'answers 500 and does nothing',
    fits: () => true,
    alter: () => async () => answerOf(500, { errorCode: 'E0000009', errorSummary: 'Internal Server Error' }),
  },
  'succeeds-after-error': {
    summary: 'answers the first error only, and success to every later call that it refuses',
    fits: (operation) => hasRecord(operation),
    alter: whenRefused(() => {
      let isFirst = true
      return async (sent, forward) => {
        if (!isFirst) return answerOf(200, {})
        isFirst = false
        return forward(sent)
      }
    }),
  },
}

/** The mistakes of our suite that a client can notice, with the ordinary ones first. */
const ordinary: readonly RegExp[] = [
  /^memory\/forgotten$/,
  /^neighbours\/(?:none|read|written-instead)$/,
  /^next\/missing$/,
  /^ignored\/(?!limit|sendEmail)/,
]
const further: readonly RegExp[] = [
  ...ordinary,
  /^neighbours\/(?:one-fewer|doubled|one-more)$/,
  /^next\/(?:skips-one|repeats-one|without-(?:search|filter))$/,
  /^memory\/stale$/,
]

/** Further side effects, which few tests look for. */
const thorough: readonly RegExp[] = [
  ...further,
  /^neighbours\/written-too$/,
  /^side-effects\//,
  /^flipped\//,
  /^matching\//,
]

/** How many mistakes are tried. */
export type Depth = 'quick' | 'usual' | 'thorough'

const chosen = { quick: ordinary, usual: further, thorough } as const

/** Shows a member as the record before has it, or another value of the kind. */
const foreign =
  (path: string): Alteration =>
  (): ReturnType<Alteration> => {
    let last: { readonly id: string | undefined; readonly value: Json } | undefined
    const show = (record: Readonly<Record<string, Json>>): Json =>
      changed(record, path, (old) => {
        const other = last !== undefined && last.id !== idOf(record) ? last.value : undefined
        last = { id: idOf(record), value: old }
        return other === undefined || other === old ? otherThan(old) : other
      })
    return whenSuccess(eachRecord((record) => (has(record, path) ? show(record) : record)))()
  }

/** Another value of the same type. */
function otherThan(value: Json): Json {
  if (typeof value === 'string') return `other ${value}`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return Array.isArray(value) ? [] : {}
}

/**
 * The alteration of a mutant.
 *
 * @throws TypeError for an unknown one.
 */
export function mutantAlteration(name: string): Alteration {
  const [, id = '', path, operation] = /^([^:@]+)(?::([^@]+))?@(\w+)$/.exec(name) ?? []
  const where = operation as OperationName
  if (path !== undefined && id === 'member-missing') return on(where, whenSuccess(drop(path)))
  if (path !== undefined && id === 'member-foreign') return on(where, foreign(path))
  const mistake = own[id]
  if (mistake) return on(where, mistake.alter)
  const operator = operators.find((each) => each.id === id)
  if (operator && where) return operator.alter(where)
  throw new TypeError(`vary: expected a mistake such as memory/forgotten@suspendUser, got '${name}'`)
}

/** Mutants of an operation; for members of replies, of those that the client reads. */
export function mutantsOf(
  operation: OperationName,
  members: readonly string[],
  depth: Depth = 'usual',
): Mutant[] {
  const ofEngine = operators
    .filter(({ id, fits }) => chosen[depth].some((form) => form.test(id)) && fits(operation))
    .map(({ id, summary }) => ({ name: `${id}@${operation}`, operation, summary }))
  const ofOwn = Object.entries(own)
    .filter(([id, { fits }]) => fits(operation) && (depth !== 'quick' || id === 'refusal-accepted'))
    .map(([id, { summary }]) => ({ name: `${id}@${operation}`, operation, summary }))
  const ofMembers = members.flatMap((path) => [
    { name: `member-missing:${path}@${operation}`, operation, summary: `leaves ${path} out` },
    ...(depth === 'quick'
      ? []
      : [{ name: `member-foreign:${path}@${operation}`, operation, summary: `shows another ${path}` }]),
  ])
  return [...ofEngine, ...ofOwn, ...ofMembers]
}

/** The members of the records in a reply, by paths such as `profile.title`. */
export function membersOf(json: Json): string[] {
  const found = new Set<string>()
  const walk = (value: Json, path: string, depth: number): void => {
    if (!isObject(value)) return
    for (const [name, each] of Object.entries<Json>(value)) {
      const here = path === '' ? name : `${path}.${name}`
      if (isObject(each) && depth < 2) walk(each, here, depth + 1)
      else if (each !== null) found.add(here)
    }
  }
  for (const record of Array.isArray(json) ? json : [json]) walk(record, '', 0)
  return [...found]
}
