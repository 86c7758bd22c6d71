import type { Dialect, PropertyRule, PropertyType } from './dialect.ts'

/**
 * The profile properties of a schema by name, without `profile.`, and the type of each (or of its elements). A Map will
 * do. It is asked on every use, so it may change. The fields of every organisation may be among them.
 */
export interface ProfileProperties {
  get(name: string): PropertyType | undefined
  keys(): Iterable<string>
}

const NONE: ProfileProperties = new Map()

/** The fields of records that queries find, by path, such as `profile.login`. It is asked at the first query. */
export type Fields = () => readonly (readonly [
  path: string,
  how: {
    readonly search: PropertyType
    readonly filter?: readonly PropertyRule['operators'][number][]
    readonly values?: readonly string[]
  },
])[]

/** Search names eq, sw, gt and lt. The language also has ge, le and pr, as far as a type allows them. */
const TEXT: PropertyRule['operators'] = ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr']
const ORDERED = TEXT.filter((operator) => operator !== 'sw')
const SEARCH: Record<PropertyType, PropertyRule> = {
  string: { type: 'string', operators: TEXT },
  timestamp: { type: 'timestamp', operators: ORDERED },
  number: { type: 'number', operators: ORDERED },
  boolean: { type: 'boolean', operators: ['eq', 'pr'] },
  'string-or-number': { type: 'string-or-number', operators: TEXT },
}

/**
 * The `search` parameter of a list: a function of the custom profile properties, and of imported ones. All organisations
 * of a process share the rest.
 */
export function searchOf(name: string, fields: Fields): (custom?: ProfileProperties) => Dialect {
  const own = lazy(() => fields().map(([path, { search }]) => [path, SEARCH[search]]))
  return (custom = NONE) => ({
    name: `${name} search`,
    caseSensitiveValues: false,
    property: (path) => own().get(path) ?? customRule(path, custom),
    known: () => [
      ...new Set([...own().keys(), ...Array.from(custom.keys(), (property) => `profile.${property}`)]),
    ],
  })
}

/**
 * The `filter` parameter of a list.
 *
 * @param values The only values of some fields, for those that differ between organisations.
 */
export function filterOf(
  name: string,
  fields: Fields,
  values: Readonly<Record<string, readonly string[]>> = {},
): Dialect {
  return filter(`${name} filter`, () =>
    fields().flatMap(([path, how]) => {
      const allowed = values[path] ?? how.values
      const rule = how.filter && { type: how.search, operators: how.filter }
      return rule ? [[path, allowed ? { ...rule, values: allowed } : rule]] : []
    }),
  )
}

/** The `filter` parameter of the log, which the API description does not have. */
export const logFilter: Dialect = filter('log filter', () => [
  ['published', SEARCH.timestamp],
  ...[
    'uuid',
    'eventType',
    'severity',
    'displayMessage',
    'outcome.result',
    'transaction.id',
    ...['actor', 'target'].flatMap((side) =>
      ['id', 'type', 'alternateId', 'displayName'].map((name) => `${side}.${name}`),
    ),
  ].map((path) => [path, SEARCH.string] as const),
])

type Rules = () => readonly (readonly [string, PropertyRule])[]

function filter(name: string, rules: Rules): Dialect {
  const known = lazy(rules)
  return {
    name,
    caseSensitiveValues: true,
    property: (path) => known().get(path),
    known: () => [...known().keys()],
  }
}

function lazy(rules: Rules): () => ReadonlyMap<string, PropertyRule> {
  let made: ReadonlyMap<string, PropertyRule> | undefined
  return () => (made ??= new Map(rules()))
}

function customRule(path: string, custom: ProfileProperties): PropertyRule | undefined {
  if (!path.startsWith('profile.')) return undefined
  const type = custom.get(path.slice('profile.'.length))
  return type === undefined ? undefined : SEARCH[type]
}
