/** Servers that break clauses of searching and filtering users. */
import type { Json } from '../../engine/wire/reply.ts'
import { items, listsNothing } from '../alter/answer.ts'
import { asks, when } from '../alter/flow.ts'
import { at } from '../alter/path.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakesAt, mistakesIn } from './deviant.ts'
import { isDeclared, parts, reads, respell, rewrite, textAt, without } from './users-steps.ts'
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
  return mistakesAt(list, clause, {
    refused: [`refuses a ${parameter} of this kind`, when(isMeant, refuse())],
    nobody: [`finds nobody by a ${parameter} of this kind`, when(isMeant, listsNothing())],
    everybody: [`takes no notice of a ${parameter} of this kind`, when(isMeant, ignoreQuery(parameter))],
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
  mistakesAt(list, clause, {
    'others-too': [
      `finds a user of another status by status ${status}`,
      when(
        reads('filter', new RegExp(`^status eq "${status}"$`)),
        items((users) => [
          ...users,
          { ...users[0], id: 'other', status: status === 'STAGED' ? 'ACTIVE' : 'STAGED' },
        ]),
      ),
    ],
    'ignored-beside-id': [
      `takes no notice of status ${status} beside an id`,
      rewrite('filter', (text) => text.replace(`status eq "${status}" and `, '')),
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
    mistakesAt(list, `users.search.${timestampClause(name)}`, {
      'others-too': [
        `finds users of another ${name}`,
        when(
          reads('search', new RegExp(`^${name} eq `)),
          items((users) => [...users, { ...users[0], id: 'other', [name]: '2001-02-03T04:05:06.000Z' }]),
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
    mistakesAt(list, 'users.search.array', {
      [`${which}-only`]: [
        `looks at the ${which} element of an array only`,
        when(
          isCustomSearch,
          without((user, sent) => {
            const { name, value } = parts(sent.query.get('search') ?? '')
            const held: Json = at(user, name)
            return Array.isArray(held) && held.at(index) !== value
          }),
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

/** Expressions that a server reads as other ones. */
const misread = mistakesIn(list, {
  'users.search.sw/as-eq': respell('search', / sw /, ' eq '),
  'users.search.gt/as-ge': respell('search', /created gt/, 'created ge'),
  'users.search.gt/as-lt': respell('search', /created gt/, 'created lt'),
  'users.search.lt/as-le': respell('search', /created lt/, 'created le'),
  'users.search.lt/as-gt': respell('search', /created lt/, 'created gt'),
  'users.search.and/as-or': respell('search', /^([^()A-Z]*") and (profile\.t)/, '$1 or $2'),
  'users.search.and/left-only': respell('search', /^([^()A-Z]*") and profile.*$/, '$1'),
  'users.search.and/right-only': respell('search', /^[^()A-Z]*" and (profile[^()]*)$/, '$1'),
  'users.search.or/as-and': respell('search', /^([^()A-Z]*") or /, '$1 and '),
  'users.search.or/left-only': respell('search', /^([^()A-Z]*") or .*$/, '$1'),
  'users.search.parentheses/dropped': respell('search', /^([^<>]*)\(([^()]* eq [^()]*)\)/, '$1$2'),
  'users.search.property-case/folded': respell('search', /^profile\.lastname/, 'profile.lastName'),
  'users.search.property-case/folded-prefix': respell('search', /^Profile\./, 'profile.'),
  'users.search.operator-case/and-or': respell('search', / AND /, ' or '),
  'users.search.diacritics/folded': respell('search', /e"$/, '\u00e9"'),
  'users.search.ne/as-eq': respell('search', / ne /, ' eq '),
  'users.search.ne/as-gt': respell('search', / ne /, ' gt '),
  'users.search.lt-or-gt/value-too': respell('search', / lt (.* or profile.\w+) gt /, ' le $1 ge '),
  'users.search.lt-or-gt/gt-only': respell('search', /\([^()]* lt "[^"]*" or /, '('),
  'users.search.type-id/ignored': respell('search', /^type\.id eq "[^"]*" and /, ''),
  'users.search.status/ignored': respell('search', /^status eq "[^"]*" and /, ''),
  'users.filter.and/as-or': respell('filter', /Name eq ("[^"]*") and profile/, 'Name eq $1 or profile'),
  'users.filter.and/left-only': respell('filter', /(Name eq "[^"]*") and profile.*/, '$1'),
  'users.filter.or/left-only': respell('filter', /" or .*/, '"'),
  'users.filter.or/as-and': respell('filter', /" or /, '" and '),
  'users.filter.not/dropped': respell('filter', /^not /, ''),
  'users.filter.property-case/folded': respell('filter', /^profile\.lastname/, 'profile.lastName'),
  'users.filter.property-case/folded-prefix': respell('filter', /^Profile\./, 'profile.'),
  'users.filter.last-updated.eq/as-ge': respell('filter', /lastUpdated eq/, 'lastUpdated ge'),
  'users.filter.last-updated.eq/as-le': respell('filter', /lastUpdated eq/, 'lastUpdated le'),
  'users.filter.last-updated.gt/as-ge': respell('filter', /lastUpdated gt/, 'lastUpdated ge'),
  'users.filter.last-updated.ge/as-gt': respell('filter', /lastUpdated ge/, 'lastUpdated gt'),
  'users.filter.last-updated.lt/as-le': respell('filter', /lastUpdated lt/, 'lastUpdated le'),
  'users.filter.last-updated.le/as-lt': respell('filter', /lastUpdated le/, 'lastUpdated lt'),
})

export const userExpressionDeviants: readonly Deviant[] = [
  ...simpleDeviants,
  ...statusDeviants,
  ...otherDeviants,
  ...misread,
]
