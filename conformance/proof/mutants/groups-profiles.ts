/** Servers that break requirements of the profiles of groups, including groups from a directory. */
import type { Json } from '../../engine/wire/reply.ts'
import { textLimits } from '../../tables/limits.ts'
import { directoryProperties } from '../../tables/shown.ts'
import { edit, inCapitals } from '../alter/answer.ts'
import { of, on, sends, when, sendsValue } from '../alter/flow.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { above, ofSize } from '../alter/values.ts'
import { mistakes, mistakesAt, mistakesIn } from './mutant.ts'
import { textLimitMutants } from './families/limits.ts'
import { shown, stored, typed } from './families/properties.ts'

const later = '2099-01-01T00:00:00.000Z'

export const profile = 'profile' as const

export const make = 'createGroup' as const

export const profileMutants = [
  ...stored([{ requirement: 'groups.description.kept', on: make, path: 'profile.description' }]),
  ...mistakesIn('getGroup', {
    'groups.name.kept/in-capitals': inCapitals('profile.name'),
    'groups.custom.html/escaped': edit('profile.*', (old: Json) =>
      typeof old === 'string' ? old.replaceAll('<', '&lt;') : old,
    ),
  }),
  ...mistakesIn(make, {
    'groups.description.null/refused': when(sendsValue('profile.description', null), refuse()),
    'groups.description.null/as-text': when(
      sendsValue('profile.description', null),
      input('profile.description', 'null'),
    ),
    'groups.custom.undeclared/refused-but-created': refuseButWith('profile.cfNobodyDeclaredThis', undefined),
    'groups.custom.declared/refused': [
      when(({ json }) => Object.keys(json?.profile ?? {}).some((name) => name.startsWith('cf_')), refuse()),
      'groups.custom.html',
    ],
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
  ...mistakes({
    'groups.name.limits-on-update/refused-but-done': after(
      'updateGroup',
      { outcome: 'refusal', when: sends('profile.name') },
      { profile: { name: 'renamed all the same' } },
    ),
    'groups.description.null/ignored-on-update': on(
      'updateGroup',
      when(sendsValue('profile.description', null), ignoreWrite()),
    ),
  }),
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

export const directoryMutants = [
  ...directoryProperties.flatMap(({ slug, path, wrong }) => {
    const row = {
      requirement: `groups.directory.${slug}`,
      on: 'getGroup',
      path: `profile.${path}`,
      wrong,
    } as const
    return [...shown([row]), ...typed([row])]
  }),
  ...mistakes({
    'groups.directory.read-only/updated': after(
      'updateGroup',
      { outcome: 'refusal' },
      { lastUpdated: later },
    ),
  }),
  ...mistakesIn('updateGroup', {
    'groups.directory.read-only/accepted': of({ type: 'APP_GROUP' }, acceptInstead()),
  }),
]
