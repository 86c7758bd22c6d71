/** Servers that break clauses of the profiles of groups, including groups from a directory. */
import type { Json } from '../../engine/wire/reply.ts'
import { edit } from '../alter/answer.ts'
import { of, on, sends, when, sendsValue } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn } from './deviant.ts'
import { limits } from './families/limits.ts'
import { notNull, required, shown, stored, typed } from './families/properties.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

export const later = '2099-01-01T00:00:00.000Z'

export const profile = 'profile' as const

export const make = 'createGroup' as const

const isNull = (value: unknown): boolean => value === null

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
  ...required([
    { clause: 'groups.name.required', on: make, path: 'profile.name', instead: 'Nameless' },
    { clause: 'groups.create.profile-required', on: make, path: profile, instead: { name: 'Nameless' } },
  ]),
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
  ...notNull([{ clause: 'groups.name.null', on: make, path: 'profile.name', instead: 'Nameless' }]),
  ...(
    [
      ['groups.name.required', 'profile.name', (name: Json) => name === undefined],
      ['groups.name.null', 'profile.name', isNull],
      ['groups.name.min.refused', 'profile.name', (name: Json) => name === ''],
      ['groups.name.max.refused', 'profile.name', (name: Json) => String(name).length > 255],
      ['groups.description.max.refused', 'profile.description', (text: Json) => String(text).length > 1024],
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
  ...pick(
    [
      { clause: 'groups.name.min.accepted', on: make, path: 'profile.name', min: 1 },
      { clause: 'groups.name.max.accepted', on: make, path: 'profile.name', max: 255 },
      { clause: 'groups.description.min.accepted', on: make, path: 'profile.description', min: 0 },
      { clause: 'groups.description.max.accepted', on: make, path: 'profile.description', max: 1024 },
    ],
    'refuses',
  ),
  ...pick(
    [
      { clause: 'groups.name.min.refused', on: make, path: 'profile.name', min: 1 },
      { clause: 'groups.name.max.refused', on: make, path: 'profile.name', max: 255 },
      { clause: 'groups.description.max.refused', on: make, path: 'profile.description', max: 1024 },
      { clause: 'groups.name.limits-on-update', on: 'updateGroup', path: 'profile.name', min: 1, max: 255 },
    ],
    'accepts',
  ),
  ...[
    ['groups.name.max.accepted', 'profile.name', 254],
    ['groups.description.max.accepted', 'profile.description', 1023],
  ].flatMap(([clause, path, length]) =>
    mistakesAt(make, clause as 'groups.name.max.accepted', {
      cut: [
        `cuts ${path} to ${length}`,
        input(String(path), (old: Json) => (typeof old === 'string' ? old.slice(0, Number(length)) : old)),
      ],
    }),
  ),
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

/** The limit deviants of one side. */
function pick(rows: Parameters<typeof limits>[0], side: 'accepts' | 'refuses'): Deviant[] {
  return limits(rows).filter(({ id }) => id.includes(`/${side}-`))
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

const directory = [
  ['groups.directory.description', 'description', null],
  ['groups.directory.dn', 'dn', null],
  ['groups.directory.external-id', 'externalId', 'not base 64!'],
  ['groups.directory.name', 'name', 17],
  ['groups.directory.sam-account-name', 'samAccountName', null],
  ['groups.directory.qualified-name', 'directoryDomainQualifiedName', []],
] as const

export const directoryDeviants = [
  ...directory.flatMap(([clause, name, wrong]) => [
    ...shown([{ clause, on: 'getGroup', path: `profile.${name}` }]),
    ...typed([{ clause, on: 'getGroup', path: `profile.${name}`, wrong }]),
  ]),
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
