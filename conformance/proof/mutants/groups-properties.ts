/** Servers that break requirements of the properties, types, profiles and links of groups. */
import type { Json } from '../../engine/wire/reply.ts'
import { textLimits } from '../../tables/limits.ts'
import { groupReadOnly } from '../../tables/read-only.ts'
import { directoryProperties, groupProperties } from '../../tables/shown.ts'
import { body, drop, edit, inCapitals, set } from '../alter/answer.ts'
import { of, on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, stale, takeFromCaller } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButWith } from '../alter/refusal.ts'
import { ignoreInput } from '../alter/request.ts'
import { above } from '../alter/path.ts'
import { readOf } from '../alter/wire.ts'
import { cell } from '../operators/operators.ts'
import { keepsLeftOut } from './elsewhere.ts'
import { shown, stored, textLimitMutants, typed } from './families.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'

const profile = 'profile' as const

const make = 'createGroup' as const

const profileMutants = [
  ...mutantsAt(make, 'groups.description.kept', stored('profile.description')),
  ...mutantsIn('getGroup', {
    'groups.name.kept/in-capitals': inCapitals('profile.name'),
    'groups.custom.html/escaped': edit('profile.*', (old: Json) =>
      typeof old === 'string' ? old.replaceAll('<', '&lt;') : old,
    ),
  }),
  ...mutantsIn(make, {
    'groups.description.null/refused': when(sendsValue('profile.description', null), refuse()),
    'groups.custom.undeclared/refused-but-created': refuseButWith('profile.cfNobodyDeclaredThis', undefined),
  }),
  ...mutantsIn('updateGroup', {
    'groups.description.max.refused/refused-but-renamed': when(
      sends('profile.description', above(textLimits['groups.description'].max)),
      refuseButWith('profile.description', 'stays'),
    ),
  }),
  ...textLimitMutants('groups.name', { on: make, path: 'profile.name', update: 'updateGroup' }),
  ...textLimitMutants('groups.description', { on: make, path: 'profile.description' }),
  ...(['groups.custom.declared', 'groups.custom.html'] as const).flatMap((requirement) =>
    mutantsAt('getGroup', requirement, {
      lost: [
        edit(profile, ({ name, description }: Json) => ({ name, description })),
        'groups.custom.declared',
        'groups.custom.html',
      ],
    }),
  ),
]

const directoryMutants = [
  ...directoryProperties.flatMap(({ slug, path, wrong }) =>
    mutantsAt('getGroup', `groups.directory.${slug}`, typed(`profile.${path}`, wrong)),
  ),
  ...mutantsIn('updateGroup', {
    'groups.directory.read-only/accepted': of({ type: 'APP_GROUP' }, acceptInstead()),
  }),
]

/** The properties of every group, each with a wrong value. */
const carried = [
  ...groupProperties.map(({ slug, path, wrong }) => [`groups.${slug}.present`, path, wrong] as const),
  ['groups.object-class.array', 'objectClass', []] as const,
  ['groups.links.present', '_links', []] as const,
]

const change = ['addUserToGroup', 'removeUserFromGroup'] as const

const isBuiltIn = { type: 'BUILT_IN' }

export const groupPropertyMutants: readonly Mutant[] = [
  ...carried.flatMap(([requirement, path, wrong]) => mutantsAt('getGroup', requirement, typed(path, wrong))),
  ...carried.slice(0, 4).flatMap(([requirement, path]) => mutantsAt('listGroups', requirement, shown(path))),
  ...mutants({
    'groups.id.unique/shared': on('createGroup', whenSuccess(set('id', '00gMutant'))),
  }),
  ...mutantsIn('getGroup', {
    'groups.source.absent/shown': whenSuccess(set('source', { id: '0oaMutant' })),
    'groups.links.no-source/shown': whenSuccess(set('_links.source', { href: 'https://svc.example.com/x' })),
  }),
  ...['id', 'created', 'lastUpdated', 'lastMembershipUpdated'].flatMap((name) =>
    mutantsOf('groups.metadata.after-creation', {
      [`without-${name}`]: on('createGroup', whenSuccess(drop(name))),
    }),
  ),
  ...groupReadOnly
    .filter(({ name }) => name !== 'id')
    .flatMap(({ slug, name: path }) =>
      (['createGroup', 'updateGroup'] as const).flatMap((where) =>
        mutantsOf(`groups.${slug}.read-only`, {
          [`taken-from-caller-on-${where}`]: takeFromCaller(where, path),
        }),
      ),
    ),
  ...mutants({
    'groups.id.read-only/taken-on-create': on('createGroup', ignoreProperty('id')),
    'groups.last-updated.moves/stands-still': cell('times/profile-kept', 'updateGroup'),
    'groups.last-membership-updated.profile/told': on(
      'updateGroup',
      whenSuccess(body((group) => ({ ...group, lastMembershipUpdated: group.lastUpdated }))),
    ),
  }),
  ...change.flatMap((where) =>
    mutantsOf('groups.last-updated.membership', {
      [`moved-by-${where}`]: cell('times/profile', where),
    }),
  ),
  ...(['added', 'removed'] as const).flatMap((how, at) =>
    mutantsOf(`groups.last-membership-updated.${how}`, {
      backwards: after(
        change[at] ?? 'addUserToGroup',
        { outcome: 'success' },
        {
          lastMembershipUpdated: '2001-01-01T00:00:00.000Z',
        },
      ),
    }),
  ),
  ...change.flatMap((where) => mutantsAt(where, 'groups.type.svc-group', { [`no-${where}`]: refuse(403) })),
  ...mutantsIn('getGroup', {
    'groups.type.app-group/shown-as-svc': edit('type', 'SVC_GROUP'),
    'groups.source.id/left-out': whenSuccess(drop('source')),
    'groups.links.source/left-out': whenSuccess(drop('_links.source')),
  }),
  ...mutants({
    'groups.type.built-in/accepted': on('updateGroup', of(isBuiltIn, acceptInstead())),
  }),
  ...(['self', 'users', 'apps', 'logo'] as const).flatMap((relation): Mutant[] => [
    ...mutantsOf(`groups.links.${relation}`, {
      text: on('getGroup', whenSuccess(set(`_links.${relation}`, 'https://svc.example.com/x'))),
    }),
    ...(relation === 'logo'
      ? []
      : mutantsAt('getGroup', `groups.links.${relation}`, {
          elsewhere: edit(`_links.${relation}.href`, (old: Json) =>
            relation === 'users'
              ? String(old).replace('/users', '/apps')
              : relation === 'apps'
                ? String(old).replace('/apps', '/users')
                : `${old}-other`,
          ),
        })),
  ]),
  ...mutantsIn('getGroup', {
    'groups.links.logo/without-href': whenSuccess(drop('_links.logo.*.href')),
  }),
  ...profileMutants,
  ...directoryMutants,
  ...mutantsIn(make, {
    'groups.create.ok/no-profile': whenSuccess(drop(profile)),
    'groups.create.stored/other-name': ignoreProperty('profile.description'),
  }),
  ...mutantsIn('getGroup', {
    'groups.get.ok/another': whenSuccess(set('id', '00gAnother')),
    'groups.get.reads-own-writes/stale': [stale(), 'groups.update.stored'],
  }),
  ...mutantsIn('updateGroup', {
    'groups.update.whole/merged': keepsLeftOut('profile.description'),
    'groups.update.ok/old-answered': () => async (sent, forward) => {
      const read = await forward(readOf(sent))
      const done = await forward(sent)
      return done.status < 300 ? read : done
    },
    'groups.update.stored/description-ignored': ignoreInput('profile.description'),
  }),
]
