/** Servers that break clauses of searching and filtering users. */
import type { Json } from '../../engine/wire/reply.ts'
import { items, listsNothing } from '../alter/answer.ts'
import { asks, on, when } from '../alter/flow.ts'
import { at } from '../alter/path.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakesIn, mistakesOf } from './deviant.ts'
import { isDeclared, parts, reads, rewrite, textAt, without } from './users-steps.ts'
import type { Sent } from '../alter/wire.ts'

const list = 'listUsers'

/** Expressions with one comparison that a server may refuse, ignore, or answer with nothing. */
const simple = [
  ['users.search.profile', 'search', /^profile\.login eq "[^"]*"$/],
  ['users.search.profile-any', 'search', /^profile\.department eq "[^"A-Z]*"$/],
  ['users.search.id', 'search', /^id eq "[^"]*"$/],
  ['users.search.created', 'search', /^created eq /],
  ['users.search.activated', 'search', /^activated eq /],
  ['users.search.status-changed', 'search', /^statusChanged eq /],
  ['users.search.last-updated', 'search', /^lastUpdated eq /],
  ['users.search.type-id', 'search', /^type\.id eq .* and profile\.department/],
  ['users.search.status', 'search', /^status eq .* and profile\.department/],
  ['users.search.sw', 'search', /^profile\.title sw "[^"A-Z]*"$/],
  ['users.search.gt', 'search', / and created gt /],
  ['users.search.lt', 'search', / and created lt /],
  ['users.search.and', 'search', /^[^()A-Z]*" and profile[^()A-Z]*$/],
  ['users.search.or', 'search', /^profile\.title eq "[^"]*" or profile\.title eq "[^"]*"$/],
  ['users.search.parentheses', 'search', /^[^<>]*\(profile\.title eq .*/],
  ['users.search.operator-case', 'search', /^[^"]* (EQ|SW) "[^"]*"$/],
  ['users.search.value-case', 'search', /^profile\.department eq "[^"a-z]*"$/],
  ['users.search.quote', 'search', /\\"/],
  ['users.search.lt-or-gt', 'search', / lt "[^"]*" or .* gt "/],
  ['users.filter.id', 'filter', /^id eq "[^"]*"$/],
  ['users.filter.login', 'filter', /^profile\.login eq "[^"]*"$/],
  ['users.filter.email', 'filter', /^profile\.email eq "[^"]*"$/],
  ['users.filter.first-name', 'filter', /^profile\.firstName eq "[^"]*"$/],
  ['users.filter.last-name', 'filter', /^profile\.lastName eq "[^"]*"$/],
  ['users.filter.last-updated.eq', 'filter', / and lastUpdated eq /],
  ['users.filter.last-updated.gt', 'filter', / and lastUpdated gt /],
  ['users.filter.last-updated.ge', 'filter', / and lastUpdated ge /],
  ['users.filter.last-updated.lt', 'filter', / and lastUpdated lt /],
  ['users.filter.last-updated.le', 'filter', / and lastUpdated le /],
  ['users.filter.and', 'filter', /^profile\.(first|last)Name eq "[^"]*" and profile/],
  ['users.filter.or', 'filter', /" or /],
  ['users.filter.status.active', 'filter', /^status eq "ACTIVE"/],
  ['users.filter.status.deprovisioned', 'filter', /^status eq "DEPROVISIONED"/],
  ['users.filter.status.locked-out', 'filter', /^status eq "LOCKED_OUT"/],
  ['users.filter.status.password-expired', 'filter', /^status eq "PASSWORD_EXPIRED"/],
  ['users.filter.status.provisioned', 'filter', /^status eq "PROVISIONED"/],
  ['users.filter.status.recovery', 'filter', /^status eq "RECOVERY"/],
  ['users.filter.status.staged', 'filter', /^status eq "STAGED"/],
  ['users.filter.status.suspended', 'filter', /^status eq "SUSPENDED"/],
] as const

const simpleDeviants = simple.flatMap(([clause, parameter, form]): Deviant[] => {
  const isMeant = reads(parameter, form)
  return mistakesOf(clause, {
    refused: [`refuses a ${parameter} of this kind`, on(list, when(isMeant, refuse()))],
    nobody: [`finds nobody by a ${parameter} of this kind`, on(list, when(isMeant, listsNothing()))],
    everybody: [
      `takes no notice of a ${parameter} of this kind`,
      on(list, when(isMeant, ignoreQuery(parameter))),
    ],
  })
})

const statuses = [
  ['users.filter.status.active', 'ACTIVE'],
  ['users.filter.status.deprovisioned', 'DEPROVISIONED'],
  ['users.filter.status.locked-out', 'LOCKED_OUT'],
  ['users.filter.status.password-expired', 'PASSWORD_EXPIRED'],
  ['users.filter.status.provisioned', 'PROVISIONED'],
  ['users.filter.status.recovery', 'RECOVERY'],
  ['users.filter.status.staged', 'STAGED'],
  ['users.filter.status.suspended', 'SUSPENDED'],
] as const

const statusDeviants = statuses.flatMap(([clause, status]): Deviant[] =>
  mistakesOf(clause, {
    'others-too': [
      `finds a user of another status by status ${status}`,
      on(
        list,
        when(
          reads('filter', new RegExp(`^status eq "${status}"$`)),
          items((users) => [
            ...users,
            { ...users[0], id: 'other', status: status === 'STAGED' ? 'ACTIVE' : 'STAGED' },
          ]),
        ),
      ),
    ],
    'ignored-beside-id': [
      `takes no notice of status ${status} beside an id`,
      on(
        list,
        rewrite('filter', (text) => text.replace(`status eq "${status}" and `, '')),
      ),
    ],
  }),
)

const otherDeviants = [
  ...mistakesIn(list, {
    'users.search.value-case/exact': [
      'takes the case of values for a difference',
      when(
        reads('search', /^[\w.]+ eq "[^"]*"$/),
        without((user, sent) => {
          const { name, value } = parts(sent.query.get('search') ?? '')
          return name.startsWith('profile.') && textAt(user, name) !== value
        }),
      ),
    ],
    'users.search.status/hides-deprovisioned': [
      'finds no DEPROVISIONED users by search',
      when(
        asks('search'),
        without((user) => user?.status === 'DEPROVISIONED'),
      ),
    ],
    'users.search.diacritics/refused': [
      'refuses a value that others have with diacritical marks',
      when(reads('search', /Jose"$/), refuse()),
    ],
    'users.search.custom/refused': [
      'does not search custom properties',
      when(isCustomSearch, refuse()),
      'users.search.array',
    ],
    'users.search.custom/nobody': [
      'finds nobody by a custom property',
      when(isCustomSearch, listsNothing()),
      'users.search.array',
    ],
    'users.search.custom/starts-with': [
      'finds custom values that only start with the given one',
      when(
        isCustomSearch,
        rewrite('search', (text) => text.replace(' eq ', ' sw ')),
      ),
    ],
    'users.filter.value-case/refused': [
      'refuses values in capitals',
      when(reads('filter', /^profile\.lastName eq "[^"a-z]*"$/), refuse()),
    ],
  }),
  ...['created', 'activated', 'statusChanged', 'lastUpdated'].flatMap((name) =>
    mistakesOf(`users.search.${timestampClause(name)}`, {
      'others-too': [
        `finds users of another ${name}`,
        on(
          list,
          when(
            reads('search', new RegExp(`^${name} eq `)),
            items((users) => [...users, { ...users[0], id: 'other', [name]: '2001-02-03T04:05:06.000Z' }]),
          ),
        ),
      ],
    }),
  ),
  ...(
    [
      ['first', 0],
      ['last', -1],
    ] as const
  ).flatMap(([which, index]) =>
    mistakesOf('users.search.array', {
      [`${which}-only`]: [
        `looks at the ${which} element of an array only`,
        on(
          list,
          when(
            isCustomSearch,
            without((user, sent) => {
              const { name, value } = parts(sent.query.get('search') ?? '')
              const held: Json = at(user, name)
              return Array.isArray(held) && held.at(index) !== value
            }),
          ),
        ),
      ],
    }),
  ),
]

type TimestampClause = 'created' | 'activated' | 'status-changed' | 'last-updated'

function timestampClause(name: string): TimestampClause {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as TimestampClause
}

function isCustomSearch(sent: Sent): boolean {
  const { name } = parts(sent.query.get('search') ?? '')
  return name.startsWith('profile.') && !isDeclared(name.slice('profile.'.length))
}

export const userExpressionDeviants: readonly Deviant[] = [
  ...simpleDeviants,
  ...statusDeviants,
  ...otherDeviants,
]
