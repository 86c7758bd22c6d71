/** Servers that break clauses of the parts that a reply leaves out on request. */
import { drop, set } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import { requestHeader } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
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
  deviant('users.omit.credentials/ignored', {
    summary: 'ignores omitCredentials',
    breaks: 'users.omit.one-alone',
    alter: on('getUser', ignoreOmissions(/^omitCredentials$/)),
  }),
  deviant('users.omit.credentials/emptied', {
    summary: 'shows credentials as null where they are to be left out',
    alter: on('getUser', when(isAskingToOmit(/omitCredentials\b/), set('credentials', null))),
  }),
  deviant('users.omit.credentials/refused', {
    summary: 'refuses omitCredentials',
    alter: on('getUser', when(isAskingToOmit(/omitCredentials\b/), refuse())),
  }),
  deviant('users.omit.credentials-list/ignored', {
    summary: 'ignores omitCredentials in a list',
    alter: on('listUsers', ignoreOmissions(/^omitCredentials$/)),
  }),
  deviant('users.omit.credentials-list/refused', {
    summary: 'refuses omitCredentials in a list',
    alter: on('listUsers', when(isAskingToOmit(/^omitCredentials$/), refuse())),
  }),
  ...omitted.map((relation) =>
    deviant(`users.omit.links/shows-${relation.toLowerCase()}`, {
      summary: `shows the link ${relation} although it is to be left out`,
      alter: on(
        'getUser',
        when(
          isAskingToOmit(/omitCredentialsLinks/),
          whenSuccess(set(`_links.${relation}`, { href: 'https://svc.example.com/x' })),
        ),
      ),
    }),
  ),
  deviant('users.omit.links/ignored', {
    summary: 'ignores omitCredentialsLinks',
    breaks: 'users.omit.one-alone',
    alter: on('getUser', ignoreOmissions(/^omitCredentialsLinks$/)),
  }),
  deviant('users.omit.links-others-stay/all-gone', {
    summary: 'leaves all links out where only some are to be',
    alter: on('getUser', when(isAskingToOmit(/omitCredentialsLinks/), whenSuccess(set('_links', {})))),
  }),
  deviant('users.omit.transitioning/ignored', {
    summary: 'ignores omitTransitioningToStatus',
    alter: on('getUser', ignoreOmissions(/omitTransitioningToStatus/)),
  }),
  deviant('users.omit.transitioning/null', {
    summary: 'shows transitioningToStatus as null where it is to be left out',
    alter: on(
      'getUser',
      when(isAskingToOmit(/omitTransitioningToStatus/), whenSuccess(set('transitioningToStatus', null))),
    ),
  }),
  deviant('users.omit.all/ignored', {
    summary: 'ignores three omissions at once',
    alter: on('getUser', ignoreOmissions(/^omit\w+,omit\w+,omit\w+$/)),
  }),
  deviant('users.omit.all/first-only', {
    summary: 'reads the first of several omissions only',
    alter: on('getUser', when(isAskingToOmit(/,/), firstOmissionOnly())),
  }),
  deviant('users.omit.all/ignored-in-lists', {
    summary: 'ignores three omissions at once in lists',
    alter: on('listUsers', ignoreOmissions(/,/)),
  }),
  deviant('users.omit.quoted/ignored', {
    summary: 'does not read a quoted list of omissions',
    alter: on('getUser', ignoreOmissions(/^"/)),
  }),
  deviant('users.omit.quoted/refused', {
    summary: 'refuses a quoted list of omissions',
    alter: on('getUser', when(isAskingToOmit(/^"/), refuse())),
  }),
  deviant('users.omit.one-alone/only-all-three', {
    summary: 'omits only when asked for all three',
    alter: on('getUser', ignoreOmissions(/^[^,]*$/)),
  }),
  deviant('users.omit.one-alone/all-for-one', {
    summary: 'leaves all out when asked for one',
    alter: on(
      'getUser',
      when(
        isAskingToOmit(/^omitCredentials$/),
        whenSuccess(drop(...omitted.map((each) => `_links.${each}`))),
      ),
    ),
  }),
  deviant('users.omit.unknown/refused', {
    summary: 'refuses unknown omissions',
    alter: on('getUser', when(isAskingToOmit(/omitNothing/), refuse())),
  }),
  deviant('users.omit.unknown/ignores-all', {
    summary: 'ignores all omissions when it does not know one',
    alter: on('getUser', ignoreOmissions(/omitNothing/)),
  }),
  deviant('users.omit.unknown/omits-all', {
    summary: 'leaves credentials out for an omission that it does not know',
    alter: on('getUser', when(isAskingToOmit(/^omitNothing\w*$/), whenSuccess(drop('credentials')))),
  }),
]

function firstOmissionOnly(): Alteration {
  return () => (sent, forward) => {
    const type = (sent.headers['content-type'] ?? '').replace(/(svc-response="?\w+)[^"]*/, '$1')
    return forward(sentWith(sent, { headers: { ...sent.headers, 'content-type': type } }))
  }
}

export const userOmissionDeviants: readonly Deviant[] = [...omissionDeviants]
