/** Servers that break requirements of app links and groups of users, and of parts that an answer omits. */
import type { Json } from '../../engine/wire/reply.ts'
import { appLinkProperties } from '../../tables/shown.ts'
import { credentialsLinks, userLinks } from '../../tables/user-links.ts'
import { body, drop, items, reply, listsNothing, set, noContentWhenEmpty } from '../alter/answer.ts'
import { when, whenSuccess } from '../alter/flow.ts'
import { changed } from '../alter/path.ts'
import { refuse } from '../alter/refusal.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesAt, mistakesIn } from './mutant.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'
import { requestHeader } from '../alter/request.ts'
import { isAskingToOmit } from './users-steps.ts'

const appLinks = 'listUserAppLinks'

/** Adds the last created group to the groups of every user. */
function oneGroupMore(): Alteration {
  return () => {
    let last: Json
    return async (sent, forward) => {
      const old = await forward(sent)
      if (sent.method === 'POST' && sent.path === '/api/v1/groups') last = old.json
      const isOfUser = sent.path.endsWith('/groups') && sent.path !== '/api/v1/groups'
      if (!isOfUser || !Array.isArray(old.json) || last === undefined) return old
      return answerWith(old, { json: [...old.json, last] })
    }
  }
}

export const userRelatedMutants: readonly Mutant[] = [
  ...appLinkProperties.flatMap(({ slug, path }) =>
    mistakesAt(appLinks, `users.app-links.${slug}`, { 'left-out': whenSuccess(drop(path)) }),
  ),
  ...mistakesIn(appLinks, {
    'users.app-links.direct/empty': [listsNothing(), 'users.app-links.by-group'],
    'users.app-links.none/no-body': noContentWhenEmpty(),
  }),
  ...mistakesIn('listUserGroups', {
    'users.groups.ok/refused': when(({ path }) => !path.includes('none'), refuse(403)),
  }),
  ...(['APP_GROUP', 'BUILT_IN'] as const).flatMap((type) =>
    mistakesAt('listUserGroups', `users.groups.${type === 'APP_GROUP' ? 'imported' : 'built-in'}`, {
      'left-out': items((groups) => groups.filter((group) => group?.type !== type)),
    }),
  ),
  ...mistakes({
    'users.groups.others/one-more': oneGroupMore(),
  }),
  ...(['users.groups.unknown', 'users.app-links.unknown'] as const).flatMap((requirement) =>
    mistakesAt(requirement === 'users.groups.unknown' ? 'listUserGroups' : appLinks, requirement, {
      empty: when(({ path }) => path.includes('/none'), reply(200, [])),
    }),
  ),
]

/** Passes calls on without a matching `svc-response` parameter. */
function ignoreOmissions(form: RegExp): Alteration {
  return when(isAskingToOmit(form), requestHeader('content-type', 'application/json'))
}

export const userOmissionMutants: readonly Mutant[] = [
  ...mistakesIn('getUser', {
    'users.omit.credentials/emptied': when(isAskingToOmit(/omitCredentials\b/), set('credentials', null)),
    'users.omit.transitioning/ignored': ignoreOmissions(/omitTransitioningToStatus/),
    'users.omit.all/first-only': when(isAskingToOmit(/,/), firstOmissionOnly()),
    'users.omit.quoted/ignored': ignoreOmissions(/^"/),
    'users.omit.one-alone/all-for-one': when(
      isAskingToOmit(/^omitCredentials$/),
      whenSuccess(drop(...credentialsLinks.map((each) => `_links.${each}`))),
    ),
    'users.omit.unknown/ignores-all': ignoreOmissions(/omitNothing/),
  }),
  ...mistakesIn('listUsers', {
    'users.omit.credentials-list/refused': when(isAskingToOmit(/^omitCredentials$/), refuse()),
  }),
  ...credentialsLinks.flatMap((relation) =>
    mistakesAt('getUser', 'users.omit.links', {
      [`shows-${relation.toLowerCase()}`]: when(
        isAskingToOmit(/omitCredentialsLinks/),
        whenSuccess(
          body((user) =>
            changed(user, `_links.${relation}`, () => ({
              href: user?._links?.self?.href + pathOfRelation(relation),
            })),
          ),
        ),
      ),
    }),
  ),
]

function pathOfRelation(relation: string): string {
  return userLinks.find((each) => each.relation === relation)?.path ?? ''
}

function firstOmissionOnly(): Alteration {
  return () => (sent, forward) => {
    const type = (sent.headers['content-type'] ?? '').replace(/(svc-response="?\w+)[^"]*/, '$1')
    return forward(sentWith(sent, { headers: { ...sent.headers, 'content-type': type } }))
  }
}
