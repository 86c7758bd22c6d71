/** Servers that break clauses of the profiles of groups, including groups from a directory. */
import type { Json } from '../../engine/wire/reply.ts'
import { textLimits } from '../../tables/limits.ts'
import { directoryProperties } from '../../tables/shown.ts'
import { edit } from '../alter/answer.ts'
import { of, on, sends, when } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { deviant } from './deviant.ts'
import { textLimitDeviants } from './families/limits.ts'
import { notNull, required, shown, stored, typed } from './families/properties.ts'
import { refuseButCreate } from './groups-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

export const later = '2099-01-01T00:00:00.000Z'

export const profile = 'profile' as const

export const make = 'createGroup' as const

const isNull = (value: unknown): boolean => value === null

const longerThan =
  (key: keyof typeof textLimits) =>
  (text: Json): boolean =>
    String(text).length > textLimits[key].max

export const profileDeviants = [
  ...stored([{ clause: 'groups.description.kept', on: make, path: 'profile.description' }]),
  deviant('groups.name.kept/in-capitals', {
    summary: 'shows the name in capitals',
    alter: on(
      'getGroup',
      edit('profile.name', (old: Json) => String(old).toUpperCase()),
    ),
  }),
  deviant('groups.description.kept/escaped', {
    summary: 'escapes HTML in the description',
    alter: on(
      'getGroup',
      edit('profile.description', (old: Json) =>
        typeof old === 'string' ? old.replaceAll('<', '&lt;') : old,
      ),
    ),
  }),
  ...required([
    { clause: 'groups.name.required', on: make, path: 'profile.name', instead: 'Nameless' },
    { clause: 'groups.create.profile-required', on: make, path: profile, instead: { name: 'Nameless' } },
  ]),
  deviant('groups.create.profile-required/null-accepted', {
    summary: 'creates a group with null for its profile',
    alter: on(make, when(sends(profile, isNull), acceptInstead(200, { id: 'x' }))),
  }),
  ...notNull([{ clause: 'groups.name.null', on: make, path: 'profile.name', instead: 'Nameless' }]),
  ...(
    [
      ['groups.name.required', 'profile.name', (name: Json) => name === undefined],
      ['groups.name.null', 'profile.name', isNull],
      ['groups.name.min.refused', 'profile.name', (name: Json) => name === ''],
      ['groups.name.max.refused', 'profile.name', longerThan('groups.name')],
      ['groups.description.max.refused', 'profile.description', longerThan('groups.description')],
    ] as const
  ).map(([clause, path, fits]) =>
    deviant(`${clause}/refused-but-created`, {
      summary: `refuses ${path}, and creates the group`,
      alter: on(
        make,
        when(
          ({ json }) => json?.profile !== undefined && fits(json.profile?.[path.slice(8)]),
          refuseButCreate(path, (old) => (fits(old) ? repaired(old) : old)),
        ),
      ),
    }),
  ),
  ...textLimitDeviants('groups.name', { on: make, path: 'profile.name', update: 'updateGroup' }),
  ...textLimitDeviants('groups.description', { on: make, path: 'profile.description' }),
  deviant('groups.name.limits-on-update/refused-but-done', {
    summary: 'refuses an update with a bad name, and renames the group',
    alter: after(
      'updateGroup',
      { outcome: 'refusal', when: sends('profile.name') },
      { profile: { name: 'renamed all the same' } },
    ),
  }),
  deviant('groups.description.null/refused', {
    summary: 'refuses null for the description',
    alter: on(make, when(sends('profile.description', isNull), refuse())),
  }),
  deviant('groups.description.null/ignored-on-update', {
    summary: 'accepts null for the description and keeps the old one',
    alter: on('updateGroup', when(sends('profile.description', isNull), ignoreProfile())),
  }),
  deviant('groups.description.null/as-text', {
    summary: 'stores null as the word null',
    alter: on(make, when(sends('profile.description', isNull), input('profile.description', 'null'))),
  }),
  deviant('groups.custom.undeclared/stored', {
    summary: 'stores what no schema declares',
    alter: keepsUndeclared(),
  }),
  deviant('groups.custom.undeclared/refused-but-created', {
    summary: 'refuses what no schema declares, and creates the group without it',
    alter: on(
      make,
      refuseButCreate('profile.cfNobodyDeclaredThis', () => undefined),
    ),
  }),
  ...(['groups.custom.declared', 'groups.custom.html'] as const).map((clause) =>
    deviant(`${clause}/lost`, {
      summary: 'loses declared custom properties',
      breaks: ['groups.custom.declared', 'groups.custom.html'],
      alter: on(
        'getGroup',
        edit(profile, ({ name, description }: Json) => ({ name, description })),
      ),
    }),
  ),
  deviant('groups.custom.declared/refused', {
    summary: 'refuses custom properties',
    breaks: 'groups.custom.html',
    alter: on(
      make,
      when(({ json }) => Object.keys(json?.profile ?? {}).some((name) => name.startsWith('cf_')), refuse()),
    ),
  }),
  deviant('groups.custom.html/escaped', {
    summary: 'escapes HTML in custom properties',
    alter: on(
      'getGroup',
      edit('profile.*', (old: Json) => (typeof old === 'string' ? old.replaceAll('<', '&lt;') : old)),
    ),
  }),
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
  deviant('groups.directory.read-only/accepted', {
    summary: 'accepts an update of a directory group',
    alter: on(
      'updateGroup',
      of(({ type }) => type === 'APP_GROUP', acceptInstead()),
    ),
  }),
  deviant('groups.directory.read-only/updated', {
    summary: 'refuses an update of a directory group, and moves lastUpdated',
    alter: after('updateGroup', { outcome: 'refusal' }, { lastUpdated: later }),
  }),
]
