/** Servers that break requirements of listing users, of `q` and of sorting. */
import type { Json } from '../../engine/wire/reply.ts'
import { dropLink, items, listsNothing } from '../alter/answer.ts'
import { asks, both, not, when } from '../alter/flow.ts'
import { ignoreQuery, otherQuery, query } from '../alter/request.ts'
import { mutants, mutantsAt, mutantsIn, type Mistake, type Mutant } from './mutant.ts'
import { asksForAll, isDeclared, parts, reads, respell, sorted, textAt, without } from './users-steps.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import {
  groupFilters,
  groupSearches,
  isText,
  partsOf,
  userFilters,
  userSearches,
  type Finder,
} from '../../tables/finders.ts'
import { at } from '../alter/path.ts'
import { refuse } from '../alter/refusal.ts'

const list = 'listUsers'

/** Shows deactivated users in the plain list, as if they were ACTIVE. */
function deactivatedToo(): Alteration {
  return () => {
    const gone: string[] = []
    return async (sent, forward) => {
      const [, id] = /^\/api\/v1\/users\/([^/]+)\/lifecycle\/deactivate$/.exec(sent.path) ?? []
      if (id !== undefined) gone.push(id)
      const old = await forward(sent)
      if (sent.path !== '/api/v1/users' || sent.method !== 'GET' || !asksForAll(sent)) return old
      const users: Json[] = Array.isArray(old.json) ? old.json : []
      const json = [...users, ...gone.map((each) => asActive(users[0], each))]
      return { ...old, json, text: JSON.stringify(json) }
    }
  }
}

function asActive(user: Json, id: string): Json {
  return { ...user, id, status: 'ACTIVE' }
}

const keywords = [
  ['users.list.q.first-name', 'profile.firstName'],
  ['users.list.q.last-name', 'profile.lastName'],
  ['users.list.q.email', 'profile.email'],
] as const

/** Uses `search` for what `q` should find. */
function asSearch(): Alteration {
  return otherQuery((asked) => {
    const q = JSON.stringify(asked.get('q') ?? '')
    asked.delete('q')
    asked.set('search', keywords.map(([, name]) => `${name} sw ${q}`).join(' or '))
  })
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function byFoldedValue(left: Json, right: Json, by: string): number {
  return compare(textAt(left, by).toLowerCase(), textAt(right, by).toLowerCase())
}

function byValueThenName(left: Json, right: Json, by: string): number {
  return byFoldedValue(left, right, by) || byFoldedValue(left, right, 'profile.lastName')
}

export const userListMutants: readonly Mutant[] = [
  ...mutantsIn(list, {
    'users.list.ok/ids-only': when(
      asksForAll,
      items((users) => users.map(({ id }) => id)),
    ),
  }),
  ...mutants({
    'users.list.hides-deprovisioned/shown-as-active': deactivatedToo(),
  }),
  ...['STAGED', 'SUSPENDED'].flatMap((status) =>
    mutantsAt(list, 'users.list.shows-others', {
      [`hides-${status.toLowerCase()}`]: when(
        asksForAll,
        without((user) => user?.status === status),
      ),
    }),
  ),
  ...keywords.flatMap(([requirement, name]) =>
    mutantsAt(list, requirement, {
      'not-looked-at': when(
        asks('q'),
        without((user, sent) => textAt(user, name).startsWith(sent.query.get('q') ?? '')),
      ),
    }),
  ),
  ...mutantsIn(list, {
    'users.list.q.hides-deprovisioned/shown': when(asks('q'), dropLink('next'), asSearch()),
    'users.list.q.no-paging/next': when(asks('q'), asSearch()),
    'users.list.sort-by/by-creation': [
      when(asks('sortBy'), query('sortBy', 'id')),
      'users.list.sort-asc',
      'users.list.sort-desc',
    ],
    'users.list.sort-order-alone/nobody': when(both(asks('sortOrder'), not(asks('sortBy'))), listsNothing()),
    'users.list.sort-ties/by-name': sorted(byValueThenName),
  }),
]

const lists = [userFilters, userSearches, groupFilters, groupSearches]

type Row = Finder & { readonly id: RequirementId }

/** How a server may misread an operator: it finds too many, and too few. The property is $1, the value $2. */
const misreadings = {
  eq: { ge: '($1 gt $2 or $1 eq $2)', le: '($1 lt $2 or $1 eq $2)', gt: '$1 gt $2' },
  gt: { ge: '($1 gt $2 or $1 eq $2)', lt: '$1 lt $2' },
  ge: { gt: '$1 gt $2', le: '$1 le $2' },
  lt: { le: '($1 lt $2 or $1 eq $2)', gt: '$1 gt $2' },
  le: { lt: '$1 lt $2', ge: '$1 ge $2' },
  sw: { eq: '$1 eq $2' },
} as const

/** The condition of a row at the beginning of an expression; that of a text is the whole expression. */
function conditionOf(row: Row): string {
  const { by, with: operator = 'eq', value } = row
  const isWhole = isText(row) || operator === 'sw'
  const name = by?.replaceAll('.', String.raw`\.`) ?? String.raw`[\w.]+`
  const text = value ?? (isWhole && by !== 'id' ? '[^"A-Z]*' : '[^"]*')
  return `^(${name}) ${operator} ("${text}")${isWhole ? '$' : ''}`
}

/** Leaves a condition out of an expression, and the parameter if it was the only one. */
function leavingOut(parameter: 'filter' | 'search', condition: string): Alteration {
  const form = new RegExp(`${condition}( and )?`)
  return query(parameter, (old) => (old ?? '').replace(form, '') || undefined)
}

function finderMistakes(row: Row, among: readonly Row[]): Mutant[] {
  const { id, by = '', with: operator = 'eq', value } = row
  const { on: where, parameter } = partsOf(row)
  const form = conditionOf(row)
  const isMeant = reads(parameter, new RegExp(form))
  const as = (text: string): Alteration => respell(parameter, new RegExp(form), text)
  const isStart = isText(row) && parameter === 'search'
  const isCompared = row.with !== undefined && operator !== 'sw'
  const other = among.find((each) => each.value !== value)?.value
  const misread = row.with === undefined ? {} : misreadings[operator]
  return mutantsAt(where, id, {
    ...(!isCompared && {
      ...(row.mayFindNothing
        ? { refused: when(isMeant, refuse()) }
        : { nobody: when(isMeant, listsNothing()) }),
      ...(!isStart && row.not === undefined && { everybody: leavingOut(parameter, form) }),
    }),
    ...(other !== undefined && {
      'others-too': when(
        reads(parameter, new RegExp(`${form}$`)),
        items((records) => [...records, { ...records[0], id: 'other', [by]: other }]),
      ),
    }),
    ...(isStart && { 'as-sw': as('$1 sw $2') }),
    ...named(Object.entries<string>(misread).map(([name, text]) => [`as-${name}`, as(text)])),
    ...named(
      (row.not ?? []).map((name) => [
        `${name.replace('profile.', '')}-too`,
        as(`($1 eq $2 or ${name} eq $2)`),
      ]),
    ),
  })
}

const named = (ways: readonly (readonly [string, Mistake])[]): Record<string, Mistake> =>
  Object.fromEntries(ways)

function isCustomSearch(sent: Sent): boolean {
  const { name } = parts(sent.query.get('search') ?? '')
  return name.startsWith('profile.') && !isDeclared(name.slice('profile.'.length))
}

/** Expressions that a server reads as other ones. */
const misread = [
  ...mutantsIn('listUsers', {
    'users.search.and/as-or': respell('search', /^([^()A-Z]*") and (profile\.t)/, '$1 or $2'),
    'users.search.parentheses/dropped': respell('search', /^([^<>]*)\(([^()]* eq [^()]*)\)/, '$1$2'),
    'users.search.property-case/folded': respell('search', /^profile\.lastname/, 'profile.lastName'),
    'users.search.property-case/folded-prefix': respell('search', /^Profile\./, 'profile.'),
    'users.search.operator-case/and-or': respell('search', / AND /, ' or '),
    'users.search.diacritics/folded': respell('search', /e"$/, '\u00e9"'),
    'users.search.ne/as-gt': respell('search', / ne /, ' gt '),
    'users.filter.not/dropped': respell('filter', /^not /, ''),
    'users.filter.property-case/folded': respell('filter', /^profile\.lastname/, 'profile.lastName'),
    'users.filter.property-case/folded-prefix': respell('filter', /^Profile\./, 'profile.'),
  }),
  ...mutantsIn('listGroups', {
    'groups.filter.parentheses/misread': respell('filter', /[()]/, ''),
    'groups.search.property-case/misread': respell(
      'search',
      /profile\.Name|Profile\.name|PROFILE\.NAME/,
      'profile.name',
    ),
  }),
]

/** Expressions that a server may answer with nothing, or ignore if it does not misread them. */
const simple = [
  ['users.search.and', 'search', /^[^()A-Z]*" and profile[^()A-Z]*$/],
  ['users.search.or', 'search', /^profile\.title eq "[^"]*" or profile\.title eq "[^"]*"$/],
  ['users.search.parentheses', 'search', /^[^<>]*\(profile\.title eq .*/],
  ['users.search.operator-case', 'search', /^[^"]* (EQ|SW) "[^"]*"$/],
  ['users.search.value-case', 'search', /^profile\.department eq "[^"a-z]*"$/],
  ['users.search.quote', 'search', /\\"/],
  ['users.search.lt-or-gt', 'search', / lt "[^"]*" or .* gt "/],
  ['users.filter.and', 'filter', /^profile\.(first|last)Name eq "[^"]*" and profile/],
  ['users.filter.or', 'filter', /" or /],
  ['groups.filter.and', 'filter', /^id eq "[^"]*" and /],
  ['groups.filter.or', 'filter', /^id eq "[^"]*" or /],
  ['groups.filter.parentheses', 'filter', /[()]/],
  ['groups.search.custom', 'search', /^profile\.cf_\w+ eq/],
  ['groups.search.and', 'search', /^profile\.\w+ eq "[^"]*" and /],
  ['groups.search.or', 'search', /^profile\.\w+ eq "[^"]*" or /],
  ['groups.search.operator-case', 'search', / (EQ|SW|AND|OR) /],
  ['groups.search.value-case', 'search', /"[^"]*(ALPHA|THERE)/],
] as const

export const expressionMutants: readonly Mutant[] = [
  ...lists.flatMap((kinds) =>
    Object.values<readonly Row[]>(kinds).flatMap((rows) => rows.flatMap((row) => finderMistakes(row, rows))),
  ),
  ...simple.flatMap(([requirement, parameter, form]): Mutant[] => {
    const isMeant = reads(parameter, form)
    return mutantsAt(partsOf({ id: requirement }).on, requirement, {
      nobody: when(isMeant, listsNothing()),
      ...(!misread.some(({ breaks }) => breaks.includes(requirement)) && {
        everybody: when(isMeant, ignoreQuery(parameter)),
      }),
    })
  }),
  ...mutantsIn('listUsers', {
    'users.search.custom/nobody': [when(isCustomSearch, listsNothing()), 'users.search.array'],
  }),
  ...(
    [
      ['first', 0],
      ['last', -1],
    ] as const
  ).flatMap(([which, index]) =>
    mutantsAt('listUsers', 'users.search.array', {
      [`${which}-only`]: when(
        isCustomSearch,
        without((user, sent) => {
          const { name, value } = parts(sent.query.get('search') ?? '')
          const held: Json = at(user, name)
          return Array.isArray(held) && held.at(index) !== value
        }),
      ),
    }),
  ),
  ...misread,
]
