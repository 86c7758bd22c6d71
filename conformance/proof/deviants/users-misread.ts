/** Servers that misread expressions of search and filter. */
import type { ClauseId } from '../../registry/clauses.ts'
import { on } from '../alter/flow.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { rewrite } from './users-steps.ts'

const list = 'listUsers'

/** Expressions that a server reads as other ones. */
const misread = [
  ['users.search.sw/as-eq', 'search', 'wants the whole value for sw', / sw /, ' eq '],
  ['users.search.gt/as-ge', 'search', 'finds the equal value by gt', /created gt/, 'created ge'],
  ['users.search.gt/as-lt', 'search', 'finds earlier values by gt', /created gt/, 'created lt'],
  ['users.search.lt/as-le', 'search', 'finds the equal value by lt', /created lt/, 'created le'],
  ['users.search.lt/as-gt', 'search', 'finds later values by lt', /created lt/, 'created gt'],
  [
    'users.search.and/as-or',
    'search',
    'joins by or what is joined by and',
    /^([^()A-Z]*") and (profile\.t)/,
    '$1 or $2',
  ],
  [
    'users.search.and/left-only',
    'search',
    'reads the left side of and only',
    /^([^()A-Z]*") and profile.*$/,
    '$1',
  ],
  [
    'users.search.and/right-only',
    'search',
    'reads the right side of and only',
    /^[^()A-Z]*" and (profile[^()]*)$/,
    '$1',
  ],
  ['users.search.or/as-and', 'search', 'joins by and what is joined by or', /^([^()A-Z]*") or /, '$1 and '],
  ['users.search.or/left-only', 'search', 'reads the left side of or only', /^([^()A-Z]*") or .*$/, '$1'],
  [
    'users.search.parentheses/dropped',
    'search',
    'takes no notice of parentheses',
    /^([^<>]*)\(([^()]* eq [^()]*)\)/,
    '$1$2',
  ],
  [
    'users.search.property-case/folded',
    'search',
    'finds by profile.lastname',
    /^profile\.lastname/,
    'profile.lastName',
  ],
  [
    'users.search.property-case/folded-prefix',
    'search',
    'finds by Profile.lastName',
    /^Profile\./,
    'profile.',
  ],
  ['users.search.operator-case/and-or', 'search', 'joins by or what is joined by AND', / AND /, ' or '],
  ['users.search.diacritics/folded', 'search', 'takes no notice of diacritical marks', /e"$/, '\u00e9"'],
  ['users.search.ne/as-eq', 'search', 'takes ne for eq', / ne /, ' eq '],
  ['users.search.ne/as-gt', 'search', 'takes ne for gt', / ne /, ' gt '],
  [
    'users.search.lt-or-gt/value-too',
    'search',
    'finds the value by lt or gt around it',
    / lt (.* or profile.\w+) gt /,
    ' le $1 ge ',
  ],
  ['users.search.lt-or-gt/gt-only', 'search', 'reads one half of lt or gt', /\([^()]* lt "[^"]*" or /, '('],
  ['users.search.type-id/ignored', 'search', 'takes no notice of type.id', /^type\.id eq "[^"]*" and /, ''],
  ['users.search.status/ignored', 'search', 'takes no notice of status', /^status eq "[^"]*" and /, ''],
  [
    'users.filter.and/as-or',
    'filter',
    'joins by or what is joined by and',
    /Name eq ("[^"]*") and profile/,
    'Name eq $1 or profile',
  ],
  [
    'users.filter.and/left-only',
    'filter',
    'reads the left side of and only',
    /(Name eq "[^"]*") and profile.*/,
    '$1',
  ],
  ['users.filter.or/left-only', 'filter', 'reads the left side of or only', /" or .*/, '"'],
  ['users.filter.or/as-and', 'filter', 'joins by and what is joined by or', /" or /, '" and '],
  ['users.filter.not/dropped', 'filter', 'takes no notice of not', /^not /, ''],
  [
    'users.filter.property-case/folded',
    'filter',
    'finds by profile.lastname',
    /^profile\.lastname/,
    'profile.lastName',
  ],
  [
    'users.filter.property-case/folded-prefix',
    'filter',
    'finds by Profile.lastName',
    /^Profile\./,
    'profile.',
  ],
  [
    'users.filter.last-updated.eq/as-ge',
    'filter',
    'finds later values by eq',
    /lastUpdated eq/,
    'lastUpdated ge',
  ],
  [
    'users.filter.last-updated.eq/as-le',
    'filter',
    'finds earlier values by eq',
    /lastUpdated eq/,
    'lastUpdated le',
  ],
  [
    'users.filter.last-updated.gt/as-ge',
    'filter',
    'finds the equal value by gt',
    /lastUpdated gt/,
    'lastUpdated ge',
  ],
  [
    'users.filter.last-updated.ge/as-gt',
    'filter',
    'leaves out the equal value by ge',
    /lastUpdated ge/,
    'lastUpdated gt',
  ],
  [
    'users.filter.last-updated.lt/as-le',
    'filter',
    'finds the equal value by lt',
    /lastUpdated lt/,
    'lastUpdated le',
  ],
  [
    'users.filter.last-updated.le/as-lt',
    'filter',
    'leaves out the equal value by le',
    /lastUpdated le/,
    'lastUpdated lt',
  ],
] as const satisfies readonly (readonly [
  `${ClauseId}/${string}`,
  'search' | 'filter',
  string,
  RegExp,
  string,
])[]

const misreadDeviants = misread.map(([id, parameter, summary, from, to]) =>
  deviant(id, {
    summary,
    alter: on(
      list,
      rewrite(parameter, (text) => text.replace(from, to)),
    ),
  }),
)

export const userMisreadDeviants: readonly Deviant[] = [...misreadDeviants]
