/** Servers that break requirements of the properties, types, profiles and links of groups. */
import type { Json } from '../../engine/wire/reply.ts'
import { textLimits } from '../../tables/limits.ts'
import { groupReadOnly } from '../../tables/read-only.ts'
import { directoryProperties, groupProperties } from '../../tables/shown.ts'
import { body, drop, edit, inCapitals, set } from '../alter/answer.ts'
import { of, on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, stale } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButWith } from '../alter/refusal.ts'
import { ignoreInput } from '../alter/request.ts'
import { above, ofSize } from '../alter/path.ts'
import { readOf } from '../alter/wire.ts'
import { cell } from '../operators/operators.ts'
import { keepsLeftOut } from './elsewhere.ts'
import { readOnly, shown, stored, textLimitMutants, typed } from './families.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'

const profile = 'profile' as const

const make = 'createGroup' as const

const profileMutants = [
  ...stored([{ requirement: 'groups.description.kept', on: make, path: 'profile.description' }]),
  ...mistakesIn('getGroup', {
    'groups.name.kept/in-capitals': inCapitals('profile.name'),
    'groups.custom.html/escaped': edit('profile.*', (old: Json) =>
      typeof old === 'string' ? old.replaceAll('<', '&lt;') : old,
    ),
  }),
  ...mistakesIn(make, {
    'groups.description.null/refused': when(sendsValue('profile.description', null), refuse()),
    'groups.custom.undeclared/refused-but-created': refuseButWith('profile.cfNobodyDeclaredThis', undefined),
  }),
  ...mistakesIn('updateGroup', {
    'groups.description.max.refused/refused-but-renamed': when(
      sends('profile.description', above(textLimits['groups.description'].max)),
      refuseButWith('profile.description', 'stays'),
    ),
  }),
  ...(
    [
      ['groups.name.min.refused', 'profile.name', ofSize(0)],
      ['groups.name.max.refused', 'profile.name', above(textLimits['groups.name'].max)],
      ['groups.description.max.refused', 'profile.description', above(textLimits['groups.description'].max)],
    ] as const
  ).flatMap(([requirement, path, fits]) =>
    mistakesAt(make, requirement, {
      'refused-but-created': when(sends(path, fits), refuseButWith(path, repaired)),
    }),
  ),
  ...textLimitMutants('groups.name', { on: make, path: 'profile.name', update: 'updateGroup' }),
  ...textLimitMutants('groups.description', { on: make, path: 'profile.description' }),
  ...(['groups.custom.declared', 'groups.custom.html'] as const).flatMap((requirement) =>
    mistakesAt('getGroup', requirement, {
      lost: [
        edit(profile, ({ name, description }: Json) => ({ name, description })),
        'groups.custom.declared',
        'groups.custom.html',
      ],
    }),
  ),
]

function repaired(value: string): string {
  return value === '' ? `repaired ${Math.random().toString(36).slice(2)}` : value.slice(0, 200)
}

const directoryMutants = [
  ...directoryProperties.flatMap(({ slug, path, wrong }) => {
    const row = {
      requirement: `groups.directory.${slug}`,
      on: 'getGroup',
      path: `profile.${path}`,
      wrong,
    } as const
    return [...shown([row]), ...typed([row])]
  }),
  ...mistakesIn('updateGroup', {
    'groups.directory.read-only/accepted': of({ type: 'APP_GROUP' }, acceptInstead()),
  }),
]

/** The properties of every group, each with a wrong value. */
const carried = [
  ...groupProperties.map(({ slug, path, wrong }) => [`groups.${slug}.present`, path, wrong] as const),
  ['groups.object-class.array', 'objectClass', []] as const,
  ['groups.links.present', '_links', []] as const,
]

const carriedRows = carried.map(([requirement, path, wrong]) => ({
  requirement,
  on: 'getGroup' as const,
  path,
  wrong,
}))

const change = ['addUserToGroup', 'removeUserFromGroup'] as const

const isBuiltIn = { type: 'BUILT_IN' }

export const groupPropertyMutants: readonly Mutant[] = [
  ...shown(
    carried.slice(0, 4).map(([requirement, path]) => ({ requirement, on: 'listGroups', path }) as const),
  ),
  ...shown(carriedRows.filter(({ path }) => path === 'type' || path === 'profile')),
  ...typed(carriedRows),
  ...mistakes({
    'groups.id.unique/shared': on('createGroup', whenSuccess(set('id', '00gMutant'))),
  }),
  ...mistakesIn('getGroup', {
    'groups.source.absent/shown': whenSuccess(set('source', { id: '0oaMutant' })),
    'groups.links.no-source/shown': whenSuccess(set('_links.source', { href: 'https://svc.example.com/x' })),
  }),
  ...['id', 'created', 'lastUpdated', 'lastMembershipUpdated'].flatMap((name) =>
    mistakesOf('groups.metadata.after-creation', {
      [`without-${name}`]: on('createGroup', whenSuccess(drop(name))),
    }),
  ),
  ...groupReadOnly
    .filter(({ name }) => name !== 'id')
    .flatMap(({ slug, name: path }) =>
      (['createGroup', 'updateGroup'] as const).flatMap((where) =>
        readOnly([{ requirement: `groups.${slug}.read-only`, on: where, path }]).map((each) => ({
          ...each,
          id: `${each.id}-on-${where}`,
        })),
      ),
    ),
  ...mistakes({
    'groups.id.read-only/taken-on-create': on('createGroup', ignoreProperty('id')),
    'groups.last-updated.moves/stands-still': cell('times/profile-kept', 'updateGroup'),
    'groups.last-membership-updated.profile/told': on(
      'updateGroup',
      whenSuccess(body((group) => ({ ...group, lastMembershipUpdated: group.lastUpdated }))),
    ),
  }),
  ...change.flatMap((where) =>
    mistakesOf('groups.last-updated.membership', {
      [`moved-by-${where}`]: cell('times/profile', where),
    }),
  ),
  ...(['added', 'removed'] as const).flatMap((how, at) =>
    mistakesOf(`groups.last-membership-updated.${how}`, {
      backwards: after(
        change[at] ?? 'addUserToGroup',
        { outcome: 'success' },
        {
          lastMembershipUpdated: '2001-01-01T00:00:00.000Z',
        },
      ),
    }),
  ),
  ...change.flatMap((where) => mistakesAt(where, 'groups.type.svc-group', { [`no-${where}`]: refuse(403) })),
  ...mistakesIn('getGroup', {
    'groups.type.app-group/shown-as-svc': edit('type', 'SVC_GROUP'),
    'groups.source.id/left-out': whenSuccess(drop('source')),
    'groups.links.source/left-out': whenSuccess(drop('_links.source')),
  }),
  ...mistakes({
    'groups.type.built-in/accepted': on('updateGroup', of(isBuiltIn, acceptInstead())),
  }),
  ...(['self', 'users', 'apps', 'logo'] as const).flatMap((relation): Mutant[] => [
    ...mistakesOf(`groups.links.${relation}`, {
      text: on('getGroup', whenSuccess(set(`_links.${relation}`, 'https://svc.example.com/x'))),
    }),
    ...(relation === 'logo'
      ? []
      : mistakesAt('getGroup', `groups.links.${relation}`, {
          elsewhere: edit(`_links.${relation}.href`, (old: Json) =>
            relation === 'users'
              ? String(old).replace('/users', '/apps')
              : relation === 'apps'
                ? String(old).replace('/apps', '/users')
                : `${old}-other`,
          ),
        })),
  ]),
  ...mistakesIn('getGroup', {
    'groups.links.logo/without-href': whenSuccess(drop('_links.logo.*.href')),
  }),
  ...profileMutants,
  ...directoryMutants,
  ...mistakesIn(make, {
    'groups.create.ok/no-profile': whenSuccess(drop(profile)),
    'groups.create.stored/other-name': ignoreProperty('profile.description'),
  }),
  ...mistakesIn('getGroup', {
    'groups.get.ok/another': whenSuccess(set('id', '00gAnother')),
    'groups.get.reads-own-writes/stale': [stale(), 'groups.update.stored'],
  }),
  ...mistakesIn('updateGroup', {
    'groups.update.whole/merged': keepsLeftOut('profile.description'),
    'groups.update.ok/old-answered': () => async (sent, forward) => {
      const read = await forward(readOf(sent))
      const done = await forward(sent)
      return done.status < 300 ? read : done
    },
    'groups.update.stored/description-ignored': ignoreInput('profile.description'),
  }),
]
