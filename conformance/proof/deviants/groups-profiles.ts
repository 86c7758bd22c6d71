/** Servers that break clauses of the profiles of groups, including groups from a directory. */
import type { Json } from '../../engine/wire/reply.ts'
import { textLimits } from '../../tables/limits.ts'
import { directoryProperties } from '../../tables/shown.ts'
import { edit } from '../alter/answer.ts'
import { of, on, sends, when, sendsValue } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { mistakes, mistakesAt, mistakesIn } from './deviant.ts'
import { textLimitDeviants } from './families/limits.ts'
import { shown, stored, typed } from './families/properties.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

export const later = '2099-01-01T00:00:00.000Z'

export const profile = 'profile' as const

export const make = 'createGroup' as const

const longerThan =
  (key: keyof typeof textLimits) =>
  (text: Json): boolean =>
    String(text).length > textLimits[key].max

export const profileDeviants = [
  ...stored([{ clause: 'groups.description.kept', on: make, path: 'profile.description' }]),
  ...mistakesIn('getGroup', {
    'groups.name.kept/in-capitals': [
      'shows the name in capitals',
      edit('profile.name', (old: Json) => String(old).toUpperCase()),
    ],
    'groups.custom.html/escaped': [
      'escapes HTML in custom properties',
      edit('profile.*', (old: Json) => (typeof old === 'string' ? old.replaceAll('<', '&lt;') : old)),
    ],
  }),
  ...mistakesIn(make, {
    'groups.description.null/refused': when(sendsValue('profile.description', null), refuse()),
    'groups.description.null/as-text': when(
      sendsValue('profile.description', null),
      input('profile.description', 'null'),
    ),
    'groups.custom.undeclared/refused-but-created': refuseButWith('profile.cfNobodyDeclaredThis', undefined),
    'groups.custom.declared/refused': [
      'refuses custom properties',
      when(({ json }) => Object.keys(json?.profile ?? {}).some((name) => name.startsWith('cf_')), refuse()),
      'groups.custom.html',
    ],
  }),
  ...(
    [
      ['groups.name.min.refused', 'profile.name', (name: Json) => name === ''],
      ['groups.name.max.refused', 'profile.name', longerThan('groups.name')],
      ['groups.description.max.refused', 'profile.description', longerThan('groups.description')],
    ] as const
  ).flatMap(([clause, path, fits]) =>
    mistakesAt(make, clause, {
      'refused-but-created': [
        `refuses ${path}, and creates the group`,
        when(
          ({ json }) => json?.profile !== undefined && fits(json.profile?.[path.slice(8)]),
          refuseButWith(path, (old) => (fits(old) ? repaired(old) : old)),
        ),
      ],
    }),
  ),
  ...textLimitDeviants('groups.name', { on: make, path: 'profile.name', update: 'updateGroup' }),
  ...textLimitDeviants('groups.description', { on: make, path: 'profile.description' }),
  ...mistakes({
    'groups.name.limits-on-update/refused-but-done': [
      'refuses an update with a bad name, and renames the group',
      after(
        'updateGroup',
        { outcome: 'refusal', when: sends('profile.name') },
        { profile: { name: 'renamed all the same' } },
      ),
    ],
    'groups.description.null/ignored-on-update': [
      'accepts null for the description and keeps the old one',
      on('updateGroup', when(sendsValue('profile.description', null), ignoreProfile())),
    ],
    'groups.custom.undeclared/stored': ['stores what no schema declares', keepsUndeclared()],
  }),
  ...(['groups.custom.declared', 'groups.custom.html'] as const).flatMap((clause) =>
    mistakesAt('getGroup', clause, {
      lost: [
        'loses declared custom properties',
        edit(profile, ({ name, description }: Json) => ({ name, description })),
        'groups.custom.declared',
        'groups.custom.html',
      ],
    }),
  ),
]

function repaired(value: Json): Json {
  return value === undefined || value === null || value === ''
    ? `repaired ${Math.random().toString(36).slice(2)}`
    : String(value).slice(0, 200)
}

/** Answers an update as if it were carried out. */
function ignoreProfile(): Alteration {
  return () => async (sent, forward) => {
    const read = await forward(sentWith(sent, { method: 'GET', json: undefined }))
    return answerWith(read, { json: { ...read.json, profile: sent.json.profile } })
  }
}

/** Accepts a property that no schema declares, and shows it from then on. */
function keepsUndeclared(): Alteration {
  return on([make, 'getGroup'], () => {
    const kept = new Map<string, Json>()
    return async (sent, forward) => {
      const extra: Json = sent.json?.profile?.cfNobodyDeclaredThis
      const { cfNobodyDeclaredThis: _cf, ...rest } = sent.json?.profile ?? {}
      const old = await forward(
        extra === undefined ? sent : sentWith(sent, { json: { ...sent.json, profile: rest } }),
      )
      if (extra !== undefined && old.status < 300) kept.set(old.json.id, extra)
      const held: Json = kept.get(old.json?.id)
      if (held === undefined) return old
      return answerWith(old, {
        json: { ...old.json, profile: { ...old.json.profile, cfNobodyDeclaredThis: held } },
      })
    }
  })
}

export const directoryDeviants = [
  ...directoryProperties.flatMap(({ slug, path, wrong }) => {
    const row = {
      clause: `groups.directory.${slug}`,
      on: 'getGroup',
      path: `profile.${path}`,
      wrong,
    } as const
    return [...shown([row]), ...typed([row])]
  }),
  ...mistakes({
    'groups.directory.read-only/updated': [
      'refuses an update of a directory group, and moves lastUpdated',
      after('updateGroup', { outcome: 'refusal' }, { lastUpdated: later }),
    ],
  }),
  ...mistakesIn('updateGroup', {
    'groups.directory.read-only/accepted': [
      'accepts an update of a directory group',
      of(({ type }) => type === 'APP_GROUP', acceptInstead()),
    ],
  }),
]
