/** Servers that break requirements of the profiles of groups, including groups from a directory. */
import type { Json } from '../../engine/wire/reply.ts'
import { textLimits } from '../../tables/limits.ts'
import { directoryProperties } from '../../tables/shown.ts'
import { edit, inCapitals } from '../alter/answer.ts'
import { of, sends, when, sendsValue } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButWith } from '../alter/refusal.ts'
import { above, ofSize } from '../alter/values.ts'
import { mistakesAt, mistakesIn } from './mutant.ts'
import { textLimitMutants } from './families/limits.ts'
import { shown, stored, typed } from './families/properties.ts'

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
    'groups.custom.undeclared/refused-but-created': refuseButWith('profile.cfNobodyDeclaredThis', undefined),
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
  ...mistakesIn('updateGroup', {
    'groups.directory.read-only/accepted': of({ type: 'APP_GROUP' }, acceptInstead()),
  }),
]
