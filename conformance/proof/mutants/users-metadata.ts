/** Servers that break requirements of the properties of a user outside its profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { userReadOnly } from '../../tables/read-only.ts'
import { userProperties } from '../../tables/shown.ts'
import { body, drop, set } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { ignoreProperty, ignoreWrite, refuseButShow } from '../alter/memory.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesIn, mistakesOf } from './mutant.ts'
import { readOnly } from './families/properties.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

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
    mistakesOf(requirement, {
      // A property that may be null may be missing.
      ...(name !== '_links' && { 'not-in-create': on('createUser', whenSuccess(drop(name))) }),
      'wrong-value': on('getUser', whenSuccess(set(name, wrong))),
    }),
  ),
  ...['status', 'created', 'lastUpdated'].flatMap((name) =>
    mistakesOf('users.metadata.after-creation', {
      [`without-${name.toLowerCase()}`]: on('createUser', whenSuccess(drop(name))),
    }),
  ),
  ...mistakes({
    'users.id.unique/one-for-all': oneIdForAll(),
    'users.transitioning.values/another': on(creates, whenSuccess(set('transitioningToStatus', 'STAGED'))),
  }),
  ...readOnly(
    userReadOnly.map(
      ({ slug, name }) => ({ requirement: `users.${slug}.read-only`, on: writes, path: name }) as const,
    ),
  ),
  ...mistakesIn('getUser', {
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
  ...mistakes({
    'users.type.on-update/rest-stored': refuseButShow('updateUser', (user, cause) => ({
      ...user,
      profile: { ...user.profile, ...cause.json?.profile },
    })),

    'users.type.on-create/ignored': on('createUser', ignoreProperty('type')),

    'users.type.on-replace/ignored': on('replaceUser', ignoreProperty('type')),
    'users.type.on-update-same/ignored': on('updateUser', when(sends('type'), ignoreWrite())),
  }),
]
