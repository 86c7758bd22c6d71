/** Servers that break clauses of the parts that a reply leaves out on request. */
import { drop, set } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import { requestHeader } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakesIn, mistakesOf } from './deviant.ts'
import { isAskingToOmit } from './users-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import { sentWith } from '../alter/wire.ts'

/** Passes calls on without a matching `svc-response` parameter. */
function ignoreOmissions(form: RegExp): Alteration {
  return when(isAskingToOmit(form), requestHeader('content-type', 'application/json'))
}

const omitted = [
  'changePassword',
  'changeRecoveryQuestion',
  'forgotPassword',
  'resetPassword',
  'resetFactors',
  'unlock',
]

const omissionDeviants = [
  ...mistakesIn('getUser', {
    'users.omit.credentials/emptied': [
      'shows credentials as null where they are to be left out',
      when(isAskingToOmit(/omitCredentials\b/), set('credentials', null)),
    ],
    'users.omit.credentials/refused': [
      'refuses omitCredentials',
      when(isAskingToOmit(/omitCredentials\b/), refuse()),
    ],
    'users.omit.links/ignored': [
      'ignores omitCredentialsLinks',
      ignoreOmissions(/^omitCredentialsLinks$/),
      'users.omit.one-alone',
    ],
    'users.omit.links-others-stay/all-gone': [
      'leaves all links out where only some are to be',
      when(isAskingToOmit(/omitCredentialsLinks/), whenSuccess(set('_links', {}))),
    ],
    'users.omit.transitioning/ignored': [
      'ignores omitTransitioningToStatus',
      ignoreOmissions(/omitTransitioningToStatus/),
    ],
    'users.omit.all/first-only': [
      'reads the first of several omissions only',
      when(isAskingToOmit(/,/), firstOmissionOnly()),
    ],
    'users.omit.quoted/ignored': ['does not read a quoted list of omissions', ignoreOmissions(/^"/)],
    'users.omit.quoted/refused': ['refuses a quoted list of omissions', when(isAskingToOmit(/^"/), refuse())],
    'users.omit.one-alone/all-for-one': [
      'leaves all out when asked for one',
      when(
        isAskingToOmit(/^omitCredentials$/),
        whenSuccess(drop(...omitted.map((each) => `_links.${each}`))),
      ),
    ],
    'users.omit.unknown/refused': [
      'refuses unknown omissions',
      when(isAskingToOmit(/omitNothing/), refuse()),
    ],
    'users.omit.unknown/ignores-all': [
      'ignores all omissions when it does not know one',
      ignoreOmissions(/omitNothing/),
    ],
    'users.omit.unknown/omits-all': [
      'leaves credentials out for an omission that it does not know',
      when(isAskingToOmit(/^omitNothing\w*$/), whenSuccess(drop('credentials'))),
    ],
  }),
  ...mistakesIn('listUsers', {
    'users.omit.credentials-list/refused': [
      'refuses omitCredentials in a list',
      when(isAskingToOmit(/^omitCredentials$/), refuse()),
    ],
    'users.omit.all/ignored-in-lists': ['ignores three omissions at once in lists', ignoreOmissions(/,/)],
  }),
  ...omitted.flatMap((relation) =>
    mistakesOf('users.omit.links', {
      [`shows-${relation.toLowerCase()}`]: [
        `shows the link ${relation} although it is to be left out`,
        on(
          'getUser',
          when(
            isAskingToOmit(/omitCredentialsLinks/),
            whenSuccess(set(`_links.${relation}`, { href: 'https://svc.example.com/x' })),
          ),
        ),
      ],
    }),
  ),
]

function firstOmissionOnly(): Alteration {
  return () => (sent, forward) => {
    const type = (sent.headers['content-type'] ?? '').replace(/(svc-response="?\w+)[^"]*/, '$1')
    return forward(sentWith(sent, { headers: { ...sent.headers, 'content-type': type } }))
  }
}

export const userOmissionDeviants: readonly Deviant[] = [...omissionDeviants]
