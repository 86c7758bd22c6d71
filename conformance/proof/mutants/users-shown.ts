/** Servers that break requirements of the properties of a user outside its profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { userReadOnly } from '../../tables/read-only.ts'
import { appLinkProperties, userProperties } from '../../tables/shown.ts'
import {
  answer,
  body,
  drop,
  edit,
  editLink,
  elsewhere,
  items,
  listsNothing,
  noBody,
  noContentWhenEmpty,
  reply,
  set,
} from '../alter/answer.ts'
import { asks, both, carries, not, on, sends, when, whenStatus, whenSuccess } from '../alter/flow.ts'
import { ignoreProperty, ignoreWrite, refuseButShow, takeFromCaller } from '../alter/memory.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { answerWith, sentWith, type Alteration, type Sent } from '../alter/wire.ts'
import { cell } from '../operators/operators.ts'
import { refuse, wrongCode, wrongStatus } from '../alter/refusal.ts'
import { ignoreInput, requestHeader } from '../alter/request.ts'
import { credentialsLinks, factorLink, userLinks } from '../../tables/user-links.ts'
import { changed } from '../alter/path.ts'
import { isAskingToOmit } from './users-steps.ts'

const creates = ['createUser'] as const
const writes = ['createUser', 'updateUser', 'replaceUser'] as const
const past = '2001-02-03T04:05:06.000Z'

/** Properties of every user: each is missing, or has a wrong value. */
const carried = [
  ...userProperties.map(({ slug, path, wrong }) => [`users.${slug}.present`, path, wrong] as const),
  ['users.links.present', '_links', []] as const,
]

/** All users under one id, which stands for the last created one. */
function oneIdForAll(): Alteration {
  return () => {
    const shared = 'theOnlyId'
    let last = ''
    return async (sent, forward) => {
      const old = await forward(sentWith(sent, { path: sent.path.replace(shared, last) }))
      if (sent.method === 'POST' && sent.path === '/api/v1/users') last = String(old.json?.id)
      if (last === '' || !old.text.includes(last)) return old
      return answerWith(old, { json: JSON.parse(old.text.replaceAll(last, shared)) })
    }
  }
}

function inTransition(user: Json): Json {
  return user.status === 'ACTIVE' ? { ...user, transitioningToStatus: 'ACTIVE' } : user
}

export const userMetadataMutants: readonly Mutant[] = [
  ...carried.flatMap(([requirement, name, wrong]) =>
    mutantsOf(requirement, {
      // A property that may be null may be missing.
      ...(name !== '_links' && { 'not-in-create': on('createUser', whenSuccess(drop(name))) }),
      'wrong-value': on('getUser', whenSuccess(set(name, wrong))),
    }),
  ),
  ...['status', 'created', 'lastUpdated'].flatMap((name) =>
    mutantsOf('users.metadata.after-creation', {
      [`without-${name.toLowerCase()}`]: on('createUser', whenSuccess(drop(name))),
    }),
  ),
  ...mutants({
    'users.id.unique/one-for-all': oneIdForAll(),
    'users.transitioning.values/another': on(creates, whenSuccess(set('transitioningToStatus', 'STAGED'))),
  }),
  ...userReadOnly.flatMap(({ slug, name }) =>
    mutantsOf(`users.${slug}.read-only`, { 'taken-from-caller': takeFromCaller(writes, name) }),
  ),
  ...mutantsIn('getUser', {
    'users.activated.present/too-early': whenSuccess(set('activated', past)),
    'users.status-changed.present/left-out': [
      whenSuccess(drop('statusChanged')),
      'users.status-changed.moves',
    ],
    'users.last-login.null/creation': whenSuccess(
      body((user) => ({ ...user, lastLogin: user.lastLogin ?? user.created })),
    ),
    'users.last-login.present/never': whenSuccess(set('lastLogin', null)),
    'users.password-changed.null/creation': whenSuccess(
      body((user) => ({ ...user, passwordChanged: user.passwordChanged ?? user.created })),
    ),
    'users.transitioning.done/forever': whenSuccess(body(inTransition)),
  }),
  ...mutants({
    'users.type.on-update/rest-stored': refuseButShow('updateUser', (user, cause) => ({
      ...user,
      profile: { ...user.profile, ...cause.json?.profile },
    })),

    'users.type.on-create/ignored': on('createUser', ignoreProperty('type')),

    'users.type.on-replace/ignored': on('replaceUser', ignoreProperty('type')),
    'users.type.on-update-same/ignored': on('updateUser', when(sends('type'), ignoreWrite())),
  }),
]

const byLogin = ({ path }: Sent) => /\/users\/[^/]*(%40|@)/.test(path)
const byId = (sent: Sent) => !byLogin(sent) && !sent.path.endsWith('/me')
const asMe = ({ path }: Sent) => path.endsWith('/users/me')
const hasCookie = carries('cookie')
const hasToken = carries('authorization')

/** Takes a shared short name as the name of its first user. */
function firstOfShortName(): Alteration {
  return () => {
    const owners = new Map<string, string>()
    return async (sent, forward) => {
      const name = sent.path.split('/')[4] ?? ''
      const owner = sent.path === `/api/v1/users/${name}` ? owners.get(decodeURIComponent(name)) : undefined
      if (owner !== undefined) return forward(sentWith(sent, { path: `/api/v1/users/${owner}` }))
      const old = await forward(sent)
      const login: unknown = sent.path === '/api/v1/users' ? sent.json?.profile?.login : undefined
      const [short = ''] = (typeof login === 'string' ? login : '').split('@')
      if (short !== '' && typeof old.json?.id === 'string' && !owners.has(short))
        owners.set(short, old.json.id)
      return old
    }
  }
}

export const userAddressingMutants: readonly Mutant[] = [
  ...mutantsIn('getUser', {
    'users.get.me-cookie/somebody-else': when(
      both(asMe, not(hasToken)),
      whenSuccess(set('id', 'somebodyElse')),
    ),
    'users.get.me-token-over-cookie/cookie': when(both(asMe, hasCookie), requestHeader('authorization')),
  }),
  ...mutants({
    'users.get.ok/another': cell('neighbours/read', 'getUser'),
    'users.path.short-name-ambiguous/first': firstOfShortName(),
    'users.get.me-token/last': cell('access/me', 'getUser'),
    'users.path.login/not-everywhere': on(
      ['expirePassword', 'replaceUser', 'clearUserSessions'],
      when(byLogin, refuse(404, 'E0000007')),
    ),
    'users.get.reads-own-writes/ignored': on('updateUser', ignoreInput('profile.title')),
  }),
  ...mutantsIn('suspendUser', {
    'users.path.login/not-for-acting': when(byLogin, ignoreWrite()),
  }),
  ...(
    [
      ['users.path.slash', '/'],
      ['users.path.question-mark', '?'],
    ] as const
  ).flatMap(([requirement, mark]): Mutant[] =>
    mutantsAt('getUser', requirement, {
      'not-found': answer((old) =>
        String(old.json?.profile?.login).includes(mark)
          ? answerWith(old, { status: 404, json: { errorCode: 'E0000007' } })
          : old,
      ),
      cut: edit('profile.login', (login: Json) => String(login).split(mark)[0]),
    }),
  ),
  ...(
    [
      ['users.get.unknown-id', byId],
      ['users.get.unknown-login', byLogin],
    ] as const
  ).flatMap(([requirement, isMeant]): Mutant[] => {
    const only = (...steps: Alteration[]): Alteration => on('getUser', when(isMeant, ...steps))
    return mutantsOf(requirement, {
      'wrong-status': only(wrongStatus(400)),
      'wrong-code': only(wrongCode('E0000001')),
      'no-body': only(whenStatus(404, noBody())),
    })
  }),
  ...mutantsIn('getUser', {
    'users.block.type/left-out': when(asks('expand'), drop('_embedded.block.type')),
    'users.block.applies-to/left-out': when(asks('expand'), drop('_embedded.block.appliesTo')),
    'users.block.unknown-devices/left-out': when(asks('expand'), drop('_embedded.block.appliesTo')),
    'users.get.expand-block/refused': when(asks('expand'), refuse()),
  }),
]

/** Relations that lead to an operation on the user (Users, User links). */
const relations = [...userLinks, factorLink].map(
  ({ slug, relation }) => [`users.links.${slug}`, relation] as const,
)

export const userLinkMutants: readonly Mutant[] = [
  ...relations.flatMap(([requirement, relation]): Mutant[] => {
    const href = `_links.${relation}.href`
    return mutantsAt('getUser', requirement, {
      'somebody-else': edit(href, (old: Json) => String(old).replace(/users\/[^/]+/, 'users/somebodyElse')),
      relative: edit(href, (old: Json) => new URL(String(old)).pathname),
      text: edit(`_links.${relation}`, (old: Json) => old.href),
      'allows-get': edit(`_links.${relation}`, ({ href }: Json) => ({ href, hints: { allow: ['GET'] } })),
      'other-host': edit(href, elsewhere),
    })
  }),
  ...mutantsIn('listUsers', {
    'conventions.hal.one-address/next': editLink(
      'next',
      (url) => `https://elsewhere.example.com${url.pathname}${url.search}`,
    ),
  }),
  ...(['grants', 'tokens'] as const).flatMap((area) =>
    (['client', 'user'] as const).flatMap((relation) =>
      mutantsOf(`${area}.links.${relation}`, {
        'of-another': on(
          area === 'grants'
            ? ['getUserGrant', 'listUserGrants']
            : ['getUserClientToken', 'listUserClientTokens'],
          edit(`_links.${relation}.href`, (old: Json) => `${old}x`),
        ),
      }),
    ),
  ),
  ...mutantsIn('getUser', {
    'users.links.self/me': edit('_links.self.href', (old: Json) => String(old).replace(/[^/]+$/, 'me')),
    'users.links.reset-factors-absent/always': whenSuccess(
      set('_links.resetFactors', { href: 'https://svc.example.com/x' }),
    ),
  }),
  ...(['schema', 'type'] as const).flatMap((relation) =>
    mutantsOf(`users.links.${relation}`, {
      relative: on('getUser', whenSuccess(set(`_links.${relation}`, { href: `/api/v1/meta/${relation}` }))),
    }),
  ),
  ...mutantsIn('listUsers', {
    'users.links.list-self-only/in-searches': when(
      asks('search'),
      whenSuccess(set('_links.suspend', { href: 'https://svc.example.com/x' })),
    ),
  }),
]

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
    mutantsAt(appLinks, `users.app-links.${slug}`, { 'left-out': whenSuccess(drop(path)) }),
  ),
  ...mutantsIn(appLinks, {
    'users.app-links.direct/empty': [listsNothing(), 'users.app-links.by-group'],
    'users.app-links.none/no-body': noContentWhenEmpty(),
  }),
  ...mutantsIn('listUserGroups', {
    'users.groups.ok/refused': when(({ path }) => !path.includes('none'), refuse(403)),
  }),
  ...(['APP_GROUP', 'BUILT_IN'] as const).flatMap((type) =>
    mutantsAt('listUserGroups', `users.groups.${type === 'APP_GROUP' ? 'imported' : 'built-in'}`, {
      'left-out': items((groups) => groups.filter((group) => group?.type !== type)),
    }),
  ),
  ...mutants({
    'users.groups.others/one-more': oneGroupMore(),
  }),
  ...(['users.groups.unknown', 'users.app-links.unknown'] as const).flatMap((requirement) =>
    mutantsAt(requirement === 'users.groups.unknown' ? 'listUserGroups' : appLinks, requirement, {
      empty: when(({ path }) => path.includes('/none'), reply(200, [])),
    }),
  ),
]

/** Passes calls on without a matching `svc-response` parameter. */
function ignoreOmissions(form: RegExp): Alteration {
  return when(isAskingToOmit(form), requestHeader('content-type', 'application/json'))
}

export const userOmissionMutants: readonly Mutant[] = [
  ...mutantsIn('getUser', {
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
  ...mutantsIn('listUsers', {
    'users.omit.credentials-list/refused': when(isAskingToOmit(/^omitCredentials$/), refuse()),
  }),
  ...credentialsLinks.flatMap((relation) =>
    mutantsAt('getUser', 'users.omit.links', {
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
