import type { Seen } from './seen.ts'

/** An option whose value recordings can show. */
export interface Choice {
  /** Its place in the options of an organisation, such as `deactivation.credentials`. */
  readonly option: string
  /** Values to try instead of the default. */
  readonly values: (seen: Seen) => readonly unknown[]
  /** The ids of classes of differences that it can remove. */
  readonly touches: RegExp
}

const just =
  (...values: readonly unknown[]) =>
  () =>
    values

const times = just('1s', '2s', '5s', '10s', '30s', '1m', '2m', '5m')

/** Password settings at their laxest: one of them alone may not be what lets a password pass. */
const laxPolicy = {
  minLength: 1,
  minLowerCase: 0,
  minUpperCase: 0,
  minNumber: 0,
  excludeUsername: false,
  historyCount: 0,
}

const strictPolicies = [...[10, 12, 14, 16, 20].map((minLength) => ({ minLength })), { minSymbol: 1 }]

const passwords = /(?:User|Password|Question)\w*\/status\//

/** The options to try. Options that no reply shows, such as lifetimes of tokens, are left out. */
export const choices: readonly Choice[] = [
  { option: 'vocabulary.groupType', values: ({ spellings }) => spellings('groupType'), touches: /group/i },
  {
    option: 'vocabulary.groupObjectClass',
    values: ({ spellings }) => spellings('groupObjectClass'),
    touches: /objectClass/,
  },
  {
    option: 'vocabulary.providerType',
    values: ({ spellings }) => spellings('providerType'),
    touches: /credentials\.provider/,
  },
  {
    option: 'vocabulary.expressionType',
    values: ({ spellings }) => spellings('expressionType'),
    touches: /rule/i,
  },
  {
    option: 'preset',
    values: just('okta'),
    touches: /activated|rule|listed|link|resetFactors|forgotPassword|transitioningToStatus|locale|group/i,
  },
  { option: 'activationWithoutPassword', values: just('ACTIVE'), touches: /user/i },
  { option: 'optionalPassword', values: just('required', 'optional', 'disabled'), touches: /user/i },
  { option: 'deactivation.credentials', values: just('removed'), touches: /user|Password|Question/i },
  { option: 'nullableNames', values: just(true), touches: /User\w*\/status\/|Name/ },
  { option: 'loginPattern', values: just(null), touches: /User\w*\/status\/|login/ },
  { option: 'uniqueClientNames', values: just(true), touches: /Client\w*\/status\// },
  { option: 'clientUpdate', values: just('required-settings'), touches: /Client\w*\/status\// },
  { option: 'endedGrants', values: just('shown'), touches: /Grant|Token/ },
  { option: 'features.newerEngine', values: just(false), touches: /Client|client/ },
  { option: 'features.earlyAccess', values: just(false), touches: /status\/|client/ },
  { option: 'strictSpelling', values: just(true), touches: /status\// },
  { option: 'passwordPolicy', values: just(laxPolicy, ...strictPolicies), touches: passwords },
  { option: 'largePageTimeout', values: ({ refusedLimits }) => refusedLimits(), touches: /500-E0000009/ },
  { option: 'pageSizes', values: ({ pageSizes }) => pageSizes(), touches: /listed-|items|Link:/ },
  { option: 'transitionDelay', values: times, touches: /transitioningToStatus|\/status\// },
  { option: 'searchLag', values: times, touches: /listed-|^list|in-lists/ },
]
