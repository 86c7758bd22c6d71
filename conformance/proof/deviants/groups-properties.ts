/** Servers that break clauses of the properties, types, profiles and links of groups. */
import type { Json } from '../../engine/wire/reply.ts'
import { groupReadOnly } from '../../tables/read-only.ts'
import { groupProperties } from '../../tables/shown.ts'
import { drop, edit, set } from '../alter/answer.ts'
import { of, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, stale } from '../alter/memory.ts'
import { acceptInstead, acceptWith, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreInput } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { readOnly, shown, typed } from './families/properties.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'
import { later, profile, make, profileDeviants, directoryDeviants } from './groups-profiles.ts'

/** The properties of every group, each with a wrong value. */
const carried = [
  ...groupProperties.map(({ slug, path, wrong }) => [`groups.${slug}.present`, path, wrong] as const),
  ['groups.object-class.array', 'objectClass', []] as const,
  ['groups.links.present', '_links', []] as const,
]

const carriedRows = carried.map(([clause, path, wrong]) => ({ clause, on: 'getGroup' as const, path, wrong }))

const propertyDeviants = [
  ...shown(carriedRows.filter(({ path }) => path !== 'objectClass' && path !== '_links')),
  ...typed(carriedRows),
  ...shown(carried.slice(0, 4).map(([clause, path]) => ({ clause, on: 'listGroups', path }) as const)).map(
    (each) => ({ ...each, id: `${each.id}-in-lists` }),
  ),
  deviant('groups.object-class.array/text', {
    summary: 'shows objectClass as text',
    alter: on(['createGroup', 'getGroup'], whenSuccess(set('objectClass', 'svc:user_group'))),
  }),
  deviant('groups.id.unique/shared', {
    summary: 'gives every new group the same id',
    alter: on('createGroup', whenSuccess(set('id', '00gDeviant'))),
  }),
  deviant('groups.source.absent/shown', {
    summary: 'shows a source with every group',
    alter: on('getGroup', whenSuccess(set('source', { id: '0oaDeviant' }))),
  }),
  deviant('groups.links.no-source/shown', {
    summary: 'shows a source link with every group',
    alter: on('getGroup', whenSuccess(set('_links.source', { href: 'https://svc.example.com/x' }))),
  }),
  ...['id', 'created', 'lastUpdated', 'lastMembershipUpdated', 'type'].map((name) =>
    deviant(`groups.metadata.after-creation/without-${name}`, {
      summary: `answers a create without ${name}`,
      alter: on('createGroup', whenSuccess(drop(name))),
    }),
  ),
]

const readOnlyDeviants = [
  ...groupReadOnly
    .filter(({ name }) => name !== 'id')
    .flatMap(({ slug, name: path }) =>
      (['createGroup', 'updateGroup'] as const).flatMap((where) =>
        readOnly([{ clause: `groups.${slug}.read-only`, on: where, path }]).map((each) => ({
          ...each,
          id: `${each.id}-on-${where}`,
        })),
      ),
    ),
  deviant('groups.created.read-only/moved', {
    summary: 'moves created on an update',
    alter: after('updateGroup', { outcome: 'success' }, { created: '2026-02-03T04:05:06.000Z' }),
  }),
  deviant('groups.id.read-only/taken-on-create', {
    summary: 'answers a create with the id that was sent',
    alter: on('createGroup', when(sends('id'), takenId())),
  }),
  deviant('groups.id.read-only/taken-on-update', {
    summary: 'answers an update with the id that was sent',
    alter: on('updateGroup', when(sends('id'), takenId())),
  }),
]

/** Shows the id from the request. */
function takenId(): Alteration {
  return () => async (sent, forward) => {
    const old = await forward(sentWith(sent, { json: { ...sent.json, id: undefined } }))
    return old.status < 300 ? answerWith(old, { json: { ...old.json, id: sent.json.id } }) : old
  }
}

const change = ['addUserToGroup', 'removeUserFromGroup'] as const

const timeDeviants = [
  deviant('groups.last-updated.moves/stands-still', {
    summary: 'never moves lastUpdated',
    alter: frozen('lastUpdated', 'created'),
  }),
  deviant('groups.last-updated.moves/backwards', {
    summary: 'moves lastUpdated backwards on an update',
    alter: after('updateGroup', { outcome: 'success' }, { lastUpdated: '2001-01-01T00:00:00.000Z' }),
  }),
  ...change.map((where) =>
    deviant(`groups.last-updated.membership/moved-by-${where}`, {
      summary: 'moves lastUpdated when the members change',
      alter: after(where, { outcome: 'success' }, { lastUpdated: later }),
    }),
  ),
  deviant('groups.last-membership-updated.added/stands-still', {
    summary: 'never moves lastMembershipUpdated',
    breaks: 'groups.last-membership-updated.removed',
    alter: frozen('lastMembershipUpdated', 'created'),
  }),
  ...(['added', 'removed'] as const).map((how, at) =>
    deviant(`groups.last-membership-updated.${how}/backwards`, {
      summary: 'moves lastMembershipUpdated backwards',
      alter: after(
        change[at] ?? 'addUserToGroup',
        { outcome: 'success' },
        {
          lastMembershipUpdated: '2001-01-01T00:00:00.000Z',
        },
      ),
    }),
  ),
  deviant('groups.last-membership-updated.profile/moved', {
    summary: 'moves lastMembershipUpdated with the profile',
    alter: on(
      'getGroup',
      edit('lastMembershipUpdated', (old: Json) => old),
      (() => async (sent, forward) => {
        const old = await forward(sent)
        if (old.status >= 300 || old.json.lastUpdated <= old.json.lastMembershipUpdated) return old
        return answerWith(old, { json: { ...old.json, lastMembershipUpdated: old.json.lastUpdated } })
      }) satisfies Alteration,
    ),
  }),
  deviant('groups.last-membership-updated.profile/told', {
    summary: 'tells of moved members in the reply to an update of the profile',
    alter: on('updateGroup', (() => async (sent, forward) => {
      const reply = await forward(sent)
      if (reply.status >= 300) return reply
      return answerWith(reply, { json: { ...reply.json, lastMembershipUpdated: reply.json.lastUpdated } })
    }) satisfies Alteration),
  }),
]

/** Shows one timestamp with the value of another. */
function frozen(name: string, as: string): Alteration {
  return on('getGroup', () => async (sent, forward) => {
    const old = await forward(sent)
    return old.status < 300 ? answerWith(old, { json: { ...old.json, [name]: old.json[as] } }) : old
  })
}

const isBuiltIn = ({ type }: Json): boolean => type === 'BUILT_IN'

const typeDeviants = [
  deviant('groups.type.svc-group/profile-fixed', {
    summary: 'refuses to update an SVC_GROUP',
    alter: on('updateGroup', refuse(403)),
  }),
  ...change.map((where) =>
    deviant(`groups.type.svc-group/no-${where}`, {
      summary: 'refuses to change the members of an SVC_GROUP',
      alter: on(where, refuse(403)),
    }),
  ),
  deviant('groups.type.app-group/shown-as-svc', {
    summary: 'shows an imported group as an SVC_GROUP',
    alter: on(
      'getGroup',
      edit('type', () => 'SVC_GROUP'),
    ),
  }),
  deviant('groups.type.built-in/accepted', {
    summary: 'answers an update of a BUILT_IN group as if it had been done',
    alter: on('updateGroup', of(isBuiltIn, acceptInstead())),
  }),
  deviant('groups.type.built-in/updated', {
    summary: 'updates a BUILT_IN group',
    alter: after('updateGroup', { of: isBuiltIn }, { profile: { name: 'changed all the same' } }),
  }),
  deviant('groups.source.id/left-out', {
    summary: 'shows an imported group without its source',
    alter: on('getGroup', whenSuccess(drop('source'))),
  }),
  deviant('groups.source.id/without-id', {
    summary: 'shows a source without id',
    alter: on(
      'getGroup',
      edit('source', () => ({ name: 'directory' })),
    ),
  }),
  deviant('groups.links.source/left-out', {
    summary: 'shows an imported group without its source link',
    alter: on('getGroup', whenSuccess(drop('_links.source'))),
  }),
]

const linkDeviants = (['self', 'users', 'apps', 'logo'] as const).flatMap((relation): Deviant[] => [
  deviant(`groups.links.${relation}/text`, {
    summary: `gives the ${relation} link as text`,
    alter: on('getGroup', whenSuccess(set(`_links.${relation}`, 'https://svc.example.com/x'))),
  }),
  ...(relation === 'logo'
    ? []
    : [
        deviant(`groups.links.${relation}/left-out`, {
          summary: `gives a group no ${relation} link`,
          alter: on('getGroup', whenSuccess(drop(`_links.${relation}`))),
        }),
        deviant(`groups.links.${relation}/elsewhere`, {
          summary: `leads ${relation} elsewhere`,
          alter: on(
            'getGroup',
            edit(`_links.${relation}.href`, (old: Json) =>
              relation === 'users'
                ? String(old).replace('/users', '/apps')
                : relation === 'apps'
                  ? String(old).replace('/apps', '/users')
                  : `${old}-other`,
            ),
          ),
        }),
        deviant(`groups.links.${relation}/relative`, {
          summary: `gives ${relation} a path in place of a full URL`,
          alter: on(
            'getGroup',
            edit(`_links.${relation}.href`, (old: Json) => new URL(String(old)).pathname),
          ),
        }),
      ]),
])

const logoDeviants = [
  deviant('groups.links.logo/other-name', {
    summary: 'calls its logos small',
    alter: on('getGroup', whenSuccess(set('_links.logo.*.name', 'small'))),
  }),
  deviant('groups.links.logo/without-href', {
    summary: 'gives logos without an address',
    alter: on('getGroup', whenSuccess(drop('_links.logo.*.href'))),
  }),
  deviant('groups.links.logo/other-type', {
    summary: 'gives logos of another type',
    alter: on('getGroup', whenSuccess(set('_links.logo.*.type', 'image/gif'))),
  }),
]

const operationDeviants = [
  deviant('groups.create.ok/refused', {
    summary: 'refuses to create a group',
    alter: on(make, refuse()),
  }),
  deviant('groups.create.ok/done-but-refused', {
    summary: 'creates a group, and answers with a refusal',
    alter: on(make, refuseButDo()),
  }),
  deviant('groups.create.ok/no-profile', {
    summary: 'answers a create without the profile',
    alter: on(make, whenSuccess(drop(profile))),
  }),
  deviant('groups.create.stored/other-name', {
    summary: 'stores another description than it answers',
    alter: on(make, ignoreProperty('profile.description')),
  }),
  deviant('groups.get.ok/refused', {
    summary: 'refuses to show a group',
    alter: on('getGroup', refuse(404, 'E0000007')),
  }),
  deviant('groups.get.ok/another', {
    summary: 'shows another id than the one asked for',
    alter: on('getGroup', whenSuccess(set('id', '00gAnother'))),
  }),
  deviant('groups.get.reads-own-writes/stale', {
    summary: 'shows a group as it was when first read',
    breaks: 'groups.update.stored',
    alter: on('getGroup', stale()),
  }),
  deviant('groups.update.whole/merged', {
    summary: 'keeps a description that an update leaves out',
    alter: on('updateGroup', () => async (sent, forward) => {
      const read = await forward(sentWith(sent, { method: 'GET', json: undefined }))
      if (read.status >= 300 || sent.json?.profile === undefined) return forward(sent)
      const { description } = read.json.profile
      return forward(
        sentWith(sent, { json: { ...sent.json, profile: { description, ...sent.json.profile } } }),
      )
    }),
  }),
  deviant('groups.update.ok/old-answered', {
    summary: 'answers an update with the old profile',
    alter: on('updateGroup', () => async (sent, forward) => {
      const read = await forward(sentWith(sent, { method: 'GET', json: undefined }))
      const done = await forward(sent)
      return done.status < 300 ? read : done
    }),
  }),
  deviant('groups.update.stored/description-ignored', {
    summary: 'ignores the description of an update',
    alter: on('updateGroup', ignoreInput('profile.description')),
  }),
  deviant('groups.update.name-required/kept', {
    summary: 'keeps the name where an update has none',
    alter: on(
      'updateGroup',
      acceptWith('profile.name', (old: Json) => old ?? 'kept'),
    ),
  }),
]

export const groupPropertyDeviants: readonly Deviant[] = [
  ...propertyDeviants,
  ...readOnlyDeviants,
  ...timeDeviants,
  ...typeDeviants,
  ...linkDeviants,
  ...logoDeviants,
  ...profileDeviants,
  ...directoryDeviants,
  ...operationDeviants,
]
