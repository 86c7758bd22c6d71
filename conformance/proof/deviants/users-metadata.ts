/** Servers that break clauses of the properties of a user outside its profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { userReadOnly } from '../../tables/read-only.ts'
import { userProperties } from '../../tables/shown.ts'
import { body, drop, edit, set } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, ignoreWrite, refuseButShow } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { readOnly } from './families/properties.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

const creates = ['createUser'] as const
const shows = ['createUser', 'getUser'] as const
const writes = ['createUser', 'updateUser', 'replaceUser'] as const
const past = '2001-02-03T04:05:06.000Z'

/** Properties of every user: each is missing, or has a wrong value. */
const carried = [
  ...userProperties.map(({ slug, path, wrong }) => [`users.${slug}.present`, path, wrong] as const),
  ['users.links.present', '_links', []] as const,
]

const carriedDeviants = carried.flatMap(([clause, name, wrong]): Deviant[] => {
  const left: Deviant[] = [
    deviant(`${clause}/left-out`, {
      summary: `leaves ${name} out when a user is read`,
      alter: on('getUser', whenSuccess(drop(name))),
    }),
    deviant(`${clause}/not-in-create`, {
      summary: `leaves ${name} out of the reply to a create`,
      alter: on('createUser', whenSuccess(drop(name))),
    }),
  ]
  return [
    // A property that may be null may be missing.
    ...(name === '_links' ? [] : left),
    deviant(`${clause}/wrong-value`, {
      summary: `shows ${name} as ${JSON.stringify(wrong)}`,
      alter: on('getUser', whenSuccess(set(name, wrong))),
    }),
  ]
})

const afterCreation = ['status', 'created', 'lastUpdated'].map((name) =>
  deviant(`users.metadata.after-creation/without-${name.toLowerCase()}`, {
    summary: `leaves ${name} out of the reply to a create`,
    alter: on('createUser', whenSuccess(drop(name))),
  }),
)

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

const values = [
  deviant('users.id.unique/one-for-all', {
    summary: 'gives all users one id',
    alter: oneIdForAll(),
  }),
  ...readOnly(
    userReadOnly.map(
      ({ slug, name }) => ({ clause: `users.${slug}.read-only`, on: writes, path: name }) as const,
    ),
  ),
  deviant('users.created.read-only/moved', {
    summary: 'moves created with every update',
    alter: after('updateUser', { outcome: 'success' }, { created: '2030-01-02T03:04:05.678Z' }),
  }),
  deviant('users.status.read-only/reset', {
    summary: 'brings a user back to PROVISIONED when it is replaced',
    alter: after('replaceUser', { outcome: 'success' }, { status: 'PROVISIONED' }),
  }),
  deviant('users.activated.present/left-out', {
    summary: 'does not show when a user became ACTIVE',
    alter: on('getUser', whenSuccess(drop('activated'))),
  }),
  deviant('users.activated.present/null', {
    summary: 'shows activated null for an ACTIVE user',
    alter: on('getUser', whenSuccess(set('activated', null))),
  }),
  deviant('users.activated.present/too-early', {
    summary: 'shows a user as activated before it was created',
    alter: on('getUser', whenSuccess(set('activated', past))),
  }),
  deviant('users.status-changed.present/left-out', {
    summary: 'leaves statusChanged out',
    breaks: 'users.status-changed.moves',
    alter: on('getUser', whenSuccess(drop('statusChanged'))),
  }),
  deviant('users.status-changed.moves/stays', {
    summary: 'keeps statusChanged at the time of creation',
    alter: on('getUser', whenSuccess(body((user) => ({ ...user, statusChanged: user.created })))),
  }),
  deviant('users.last-login.null/creation', {
    summary: 'shows the creation of a user as its last login',
    alter: on(
      'getUser',
      whenSuccess(body((user) => ({ ...user, lastLogin: user.lastLogin ?? user.created }))),
    ),
  }),
  deviant('users.last-login.present/never', {
    summary: 'never shows lastLogin',
    alter: on('getUser', whenSuccess(set('lastLogin', null))),
  }),
  deviant('users.last-login.present/no-timestamp', {
    summary: 'shows lastLogin as a number',
    alter: on(
      'getUser',
      whenSuccess(edit('lastLogin', (old: Json) => (old === null ? null : Date.parse(old)))),
    ),
  }),
  deviant('users.password-changed.null/creation', {
    summary: 'shows passwordChanged for a user who never had a password',
    alter: on(
      'getUser',
      whenSuccess(body((user) => ({ ...user, passwordChanged: user.passwordChanged ?? user.created }))),
    ),
  }),
  deviant('users.transitioning.values/another', {
    summary: 'shows a transition to STAGED',
    alter: on(creates, whenSuccess(set('transitioningToStatus', 'STAGED'))),
  }),
  deviant('users.transitioning.values/empty', {
    summary: 'shows no transition as an empty text',
    alter: on(shows, whenSuccess(body((user) => ({ transitioningToStatus: '', ...user })))),
  }),
  deviant('users.transitioning.done/forever', {
    summary: 'shows an ACTIVE user as on the way to ACTIVE',
    alter: on('getUser', whenSuccess(body(inTransition))),
  }),
]

function inTransition(user: Json): Json {
  return user.status === 'ACTIVE' ? { ...user, transitioningToStatus: 'ACTIVE' } : user
}

const typeDeviants = [
  deviant('users.type.on-create/ignored', {
    summary: 'ignores the type in a create',
    alter: on('createUser', ignoreProperty('type')),
  }),
  deviant('users.type.on-create/refused', {
    summary: 'refuses a type in a create',
    alter: on('createUser', when(sends('type'), refuse())),
  }),
  deviant('users.type.on-replace/ignored', {
    summary: 'ignores the type in a full replacement',
    alter: on('replaceUser', ignoreProperty('type')),
  }),
  deviant('users.type.on-replace/refused', {
    summary: 'refuses a type in a full replacement',
    alter: on('replaceUser', when(sends('type'), refuse(403))),
  }),
  deviant('users.type.on-update/ignored', {
    summary: 'accepts another type in a partial update and ignores it',
    alter: on('updateUser', acceptWith('type', undefined)),
  }),
  deviant('users.type.on-update/taken', {
    summary: 'changes the type in a partial update',
    alter: after('updateUser', { when: sends('type') }, (user, cause) => ({
      ...user,
      type: cause.json.type,
    })),
  }),
  deviant('users.type.on-update/rest-stored', {
    summary: 'refuses another type in a partial update, and stores the profile',
    alter: refuseButShow('updateUser', (user, cause) => ({
      ...user,
      profile: { ...user.profile, ...cause.json?.profile },
    })),
  }),
  deviant('users.type.on-update-same/refused', {
    summary: 'refuses every type in a partial update',
    alter: on('updateUser', when(sends('type'), refuse())),
  }),
  deviant('users.type.on-update-same/ignored', {
    summary: 'ignores a partial update that holds a type',
    alter: on('updateUser', when(sends('type'), ignoreWrite())),
  }),
]

export const userMetadataDeviants: readonly Deviant[] = [
  ...carriedDeviants,
  ...afterCreation,
  ...values,
  ...typeDeviants,
]
