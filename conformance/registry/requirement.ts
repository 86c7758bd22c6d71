/**
 * The requirements of the conformance suite, and how to add one.
 *
 * A requirement is one testable statement of the API description, in our own words. Its id never changes its meaning.
 * Checks judge requirements by id; mutants name the requirement that they break. Reports, baselines and `explain` use the ids.
 *
 * A family of requirements states the same for each row of a table in `conformance/tables/`. `requirementsForEach` makes the
 * requirements from the rows. Checks and mutants of the family read the same rows. `inOrder` places requirements of a table among
 * those written by hand.
 *
 * To add one:
 * 1. Find the file of its area and, in it, the `requirementsIn` block of its document and section. A new section
 *    goes into `sections.ts` first.
 * 2. Write a row under an id that starts with the area. Lifecycle operations use the name of the record:
 *    `users.suspend.…`. Write the `statement` in the present tense, so that a person can act on a failure. A row with a
 *    statement alone is that text. With its operations, needs or covers it may be a list, as in
 *    `['A SUSPENDED user cannot sign in.', 'needs:sign-in']`. Rows next to each other that share a part stand in `sharing`.
 * 3. Leave `level` out for a flat statement of the API description (`must`). Take `default` if an administrator
 *    may have changed it, `edition` if a feature must be enabled. Take `may-change` for page sizes and matching
 *    strategies, `caller` for a duty of the caller; both need a `reason`. A row with a `reason` and no level is `open`:
 *    the API description is silent or contradicts itself. These three are observed, never graded.
 * 4. A statement that HTTP cannot show, or that is not about the server, stays in the registry. Give it `excluded`
 *    and the reason.
 * 5. Name in `covers` the rows of the API description that the requirement stands for. The registry test has the list of
 *    these rows. A row without a requirement, or a requirement for an unknown row, fails. If the first names an operation, such as
 *    `query:listUsers.limit`, the row need not state `operations`.
 * 6. Never grade message texts, id formats, key order, extra properties, default or maximum page sizes. Never grade a
 *    status that the API description does not state. A success is any 2xx with the promised body; a refusal is
 *    any 4xx with nothing changed afterwards.
 * 7. Give every gradable requirement a check and a mutant that fails at exactly this requirement.
 *
 * An id is never reused. A renamed requirement keeps its old id in `aliases`, since users' baselines contain it.
 */
import { type OperationName, operationNames } from '../../src/contract/operation-names.ts'
import type { Prerequisite } from './prerequisites.ts'
import type { DocumentNumber, SectionOf } from './sections.ts'

/** The part of the service that a requirement belongs to; the unit of `--only`. */
export type RequirementArea =
  | 'conventions'
  | 'clients'
  | 'groups'
  | 'membership'
  | 'rules'
  | 'group-apps'
  | 'users'
  | 'lifecycle'
  | 'sessions'
  | 'credentials'
  | 'grants'
  | 'tokens'
  | 'auth'
  | 'errors'

/** The levels of requirements, from what binds most on. */
export const requirementLevels = ['must', 'default', 'edition', 'may-change', 'open', 'caller'] as const

/**
 * How a requirement binds. `must`: a flat statement. `default`: true unless an administrator changed it. `edition`: true if
 * an early-access feature or the newer engine is enabled. `may-change`, `open` and `caller` are observed at most, and
 * never graded.
 */
export type RequirementLevel = (typeof requirementLevels)[number]

/** The kind of a row in the API description: the part of a `covers` entry before the colon. */
export type CoverKind =
  | 'success'
  | 'unknown-id'
  | 'property'
  | 'null'
  | 'not-null'
  | 'read-only'
  | 'unique'
  | 'default'
  | 'enum'
  | 'limit'
  | 'transition'
  | 'error'
  | 'query'
  | 'input'
  | 'header'
  | 'link'
  | 'grant'
  | 'search'
  | 'filter'
  | 'spelling'

/** One row of the API description, for example `property:User.status` or `transition:ACTIVE.suspend`. */
export type Cover = `${CoverKind}:${string}`

/** One testable statement of the API description. */
export interface Requirement {
  /** Dotted and searchable, area first, for example `users.suspend.not-active`. Unique, never reused. */
  readonly id: string
  readonly area: RequirementArea
  readonly document: DocumentNumber
  /** The heading it stands under in its document, as spelled in `sections.ts`. */
  readonly section: string
  /** Other places that state the same, each as document and heading, for example `3 Errors`. */
  readonly alsoIn?: readonly `${DocumentNumber} ${string}`[]
  /** The statement in our own words, present tense. */
  readonly statement: string
  readonly level: RequirementLevel
  /**
   * The operations that it is about. Left out if it is about every operation, or about no operation. A row may leave
   * out the one that its first `covers` names.
   */
  readonly operations?: readonly OperationName[]
  /** Things that a run needs in addition to an API token that may manage clients, groups and users. */
  readonly needs?: readonly Prerequisite[]
  /** Why it is not graded: given for `open`, `may-change` and `caller`. */
  readonly reason?: string
  /** Why nothing could judge it: it cannot be seen over HTTP, or is not about the server. */
  readonly excluded?: string
  /** The rows of the API description that it stands for. */
  readonly covers?: readonly Cover[]
  /** Earlier spellings of the id. */
  readonly aliases?: readonly string[]
  /**
   * For a default, the requirement that shows that it is in force: an administrator changes both or none. Without one only
   * the operator can tell.
   */
  readonly shownBy?: string
}

const operations: ReadonlySet<string> = new Set(Object.values(operationNames).flat())

/**
 * A requirement as it is written down: its place is stated once for the block. `level` is `open` with a reason, and `must`
 * without.
 */
export type RequirementRow = Omit<Requirement, 'area' | 'document' | 'section' | 'level'> & {
  readonly level?: RequirementLevel
  /** The requirement that it stands after, where `inOrder` would place it elsewhere. */
  readonly after?: string
}

/** Where a block of requirements belongs, and what all its rows share unless a row says otherwise. */
export type RequirementPlace = {
  [D in DocumentNumber]: {
    readonly area: RequirementArea
    readonly document: D
    readonly section: SectionOf<D>
    readonly level?: RequirementLevel
    readonly operations?: readonly OperationName[]
    readonly needs?: readonly Prerequisite[]
  }
}[DocumentNumber]

/** The operations that a requirement is about, its needs, and the rows of the API description that it covers. */
type Mark = OperationName | `needs:${Prerequisite}` | Cover

/** A requirement without its id. One that has only a statement, or only marks in addition, is just these. */
type KeyedRow = string | readonly [statement: string, ...marks: readonly Mark[]] | Omit<RequirementRow, 'id'>

/** Requirements whose ids are literal types, so that a misspelt id in a check does not compile. */
export type RequirementsOf<Id extends string> = readonly (Requirement & {
  readonly id: Id
  readonly after?: string
})[]

/** The requirements of one section by their ids, each completed with the block's place. */
export function requirementsIn<const Rows extends Readonly<Record<string, KeyedRow>>>(
  place: RequirementPlace,
  rows: Rows,
): RequirementsOf<keyof Rows & string> {
  const listed = Object.entries<KeyedRow>(rows).map(([id, row]) => ({ id, ...written(row) }))
  return requirementsOf(place, listed) as RequirementsOf<keyof Rows & string>
}

/** Rows that stand one after the other and share these parts. */
export const sharing =
  (shared: Partial<Omit<RequirementRow, 'id' | 'statement'>>) =>
  <const Rows extends Readonly<Record<string, KeyedRow>>>(rows: Rows) => {
    const listed = Object.entries<KeyedRow>(rows).map(([id, row]) => [id, { ...shared, ...written(row) }])
    return Object.fromEntries(listed) as { readonly [Id in keyof Rows]: Omit<RequirementRow, 'id'> }
  }

function written(row: KeyedRow): Omit<RequirementRow, 'id'> {
  if (typeof row === 'string') return { statement: row }
  if (!isList(row)) return row
  const [statement, ...marks] = row
  const needs = marks.flatMap((mark) =>
    mark.startsWith('needs:') ? [mark.slice('needs:'.length) as Prerequisite] : [],
  )
  const named = marks.filter((mark): mark is OperationName => operations.has(mark))
  const covers = marks.filter((mark): mark is Cover => mark.includes(':') && !mark.startsWith('needs:'))
  return {
    statement,
    ...(needs.length === 0 ? {} : { needs }),
    ...(named.length === 0 ? {} : { operations: named }),
    ...(covers.length === 0 ? {} : { covers }),
  }
}

const isList = (row: KeyedRow): row is readonly [string, ...Mark[]] => Array.isArray(row)

const nouns: Readonly<Record<string, string>> = {
  clients: 'Client',
  groups: 'Group',
  rules: 'GroupRule',
  users: 'User',
}

/** The operation that an id names: `groups.update.whole` is about `updateGroup`, `users.reset-factors.ok` about `resetFactors`. */
function namedBy(id: string): Pick<RequirementRow, 'operations'> {
  const [area = '', subject = ''] = id.split('.')
  const verb = subject.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const name = [`${verb}${nouns[area] ?? ''}`, verb].find((each) => operations.has(each))
  return name === undefined ? {} : { operations: [name as OperationName] }
}

/** The requirements of some rows, each completed with the block's place. */
export function requirementsOf<Id extends string>(
  place: RequirementPlace,
  rows: readonly (RequirementRow & { readonly id: Id })[],
): RequirementsOf<Id> {
  return rows.map((row) =>
    Object.assign({ level: 'must' as const }, namedBy(row.id), place, impliedBy(row), row),
  )
}

/**
 * The properties that a row need not state. One with a reason is open. One that covers a row of an operation, such as
 * `query:listUsers.limit`, is about that operation.
 */
function impliedBy({
  reason,
  covers = [],
}: Omit<RequirementRow, 'id'>): Pick<RequirementRow, 'level' | 'operations'> {
  const [, name = ''] = /^(?:success|unknown-id|query|input|default|limit):(\w+)/.exec(covers[0] ?? '') ?? []
  return {
    ...(reason === undefined ? {} : { level: 'open' }),
    ...(operations.has(name) ? { operations: [name as OperationName] } : {}),
  }
}

/** The id that a pattern stands for: `users.profile.*.kept` and `city` make `users.profile.city.kept`. */
type Named<Pattern extends string, Slug extends string> = Pattern extends `${infer Head}*${infer Tail}`
  ? `${Head}${Slug}${Tail}`
  : never

/**
 * The requirements of a family: one for each row of a table and each pattern of an id. `*` in a pattern stands for the row's
 * slug. The ids stay literal types, as with `requirementsIn`.
 */
export function requirementsForEach<
  Row extends { readonly slug: string },
  Pattern extends `${string}*${string}`,
>(
  place: RequirementPlace,
  rows: readonly Row[],
  patterns: Readonly<Record<Pattern, (row: Row) => Omit<RequirementRow, 'id'>>>,
): readonly (Requirement & { readonly id: Named<Pattern, Row['slug']> })[] {
  const made = Object.entries<(row: Row) => Omit<RequirementRow, 'id'>>(patterns)
  return rows.flatMap((row) =>
    made.map(([pattern, write]) =>
      Object.assign({ level: 'must' as const }, place, write(row), {
        id: pattern.replace('*', row.slug) as Named<Pattern, Row['slug']>,
      }),
    ),
  )
}

/** The property, or operation, that an id is about: all but its last part. */
const subjectOf = (id: string): string => id.slice(0, id.lastIndexOf('.'))

/**
 * Requirements from several lists, in the order of a page: each stands behind those about the same property. The first
 * about a property stands after the requirement that precedes it in its own list. `after` names another one.
 */
export function inOrder<Id extends string>(
  ...lists: readonly (readonly (Requirement & { readonly id: Id; readonly after?: string })[])[]
): readonly (Requirement & { readonly id: Id })[] {
  const ordered: (Requirement & { readonly id: Id })[] = []
  for (const list of lists) {
    let last: string | undefined
    for (const { after, ...requirement } of list) {
      const alike = ordered.findLastIndex(({ id }) => subjectOf(id) === subjectOf(requirement.id))
      const place = after ?? (alike < 0 ? last : undefined)
      const at = place === undefined ? alike : ordered.findIndex(({ id }) => id === place)
      ordered.splice(at + 1, 0, requirement as Requirement & { readonly id: Id })
      last = requirement.id
    }
  }
  return ordered
}

/**
 * Whether a verdict on the requirement can count: it is not excluded, and its level is `must`, `default` or `edition`. A
 * `default` requirement still counts only if the default is in force. An `edition` requirement needs the feature enabled.
 */
export function gradable({ level, excluded }: Pick<Requirement, 'level' | 'excluded'>): boolean {
  return excluded === undefined && ['must', 'default', 'edition'].includes(level)
}

/** Look-ups in the requirements of a run. */
interface RequirementIndex {
  readonly byId: ReadonlyMap<string, Requirement>
  /** By operation, the first requirement about its success; by status and operation, the requirement about that transition. */
  readonly owners: ReadonlyMap<string, string>
}

const known = new WeakMap<readonly Requirement[], RequirementIndex>()

/** Made once for each list of requirements, since a self-test makes thousands of runs with the same list. */
export function requirementIndex(requirements: readonly Requirement[]): RequirementIndex {
  let index = known.get(requirements)
  if (index === undefined) {
    const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
    known.set(requirements, (index = { byId, owners: ownersIn(requirements) }))
  }
  return index
}

function ownersIn(requirements: readonly Requirement[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, covers = [] } of requirements) {
    for (const cover of covers) {
      const operation = /^(?:success|transition):(.+)/.exec(cover)?.[1]
      if (operation !== undefined && !owners.has(operation)) owners.set(operation, id)
    }
  }
  return owners
}

/** Keeps the slugs or ids of a table as literal types: a misspelt id built from them does not compile. */
export function tableOf<Row, Key extends 'slug' | 'id' = 'slug'>() {
  return <const Name extends string>(rows: readonly (Row & Readonly<Record<Key, Name>>)[]) => rows
}
