import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createControl } from '../../../src/control/index.ts'
import { Org } from '../../../src/model/org.ts'
import { orgOfRows } from '../../../src/model/org-rows.ts'
import { changeSettings } from '../../../src/model/kernel/setting-changes.ts'
import { defined } from '../../../src/model/kernel/defined.ts'
import type { StateRow } from '../../../src/model/kernel/state-log.ts'
import { stageOf } from './stage.ts'
import { read, steps, take } from './steps.ts'
import { runs } from '../../support/runs.ts'

const options = { seed: 'rows', clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } } as const

/** Rows as a database keeps them: one for each part and key, its value as text. */
class Kept {
  readonly #values = new Map<string, string>()

  write(rows: Iterable<StateRow>): void {
    for (const [part, key, value] of rows) {
      const place = JSON.stringify([part, key])
      if (value === null) this.#values.delete(place)
      else this.#values.set(place, JSON.stringify(value))
    }
  }

  /** All of them as one text, which is compared in no time. */
  text(): string {
    return [...this.#values]
      .map(([place, value]) => `${place} ${value}`)
      .sort()
      .join('\n')
  }

  rows(): StateRow[] {
    return [...this.#values]
      .map(([place, value]): StateRow => {
        const [part, key] = JSON.parse(place) as [string, string]
        return [part, key, JSON.parse(value)]
      })
      .sort(([a, b], [c, d]) => (a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1))
  }
}

function keptOf(org: Org): Kept {
  const kept = new Kept()
  kept.write(org.state.log.all())
  return kept
}

const script = (size: { minLength: number; maxLength: number }, names = Object.keys(steps)) =>
  fc.array(fc.tuple(fc.constantFrom(...names), fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 })), size)

test('an organisation loaded from its rows answers as the original does, and goes on as it does', async () => {
  await fc.assert(
    fc.asyncProperty(
      script({ minLength: 1, maxLength: 40 }),
      // Keys are the one thing that comes from real chance.
      script(
        { minLength: 1, maxLength: 10 },
        Object.keys(steps).filter((name) => name !== 'rotateKeys'),
      ),
      async (before, after) => {
        const org = new Org(options)
        const kept = keptOf(org)
        org.state.log.track()
        const original = stageOf(org)
        for (const [name, numbers] of before) {
          await take(original, name, numbers)
          kept.write(org.state.log.drain())
        }
        // The reported changes add up to the whole state.
        expect(kept.rows()).toEqual(keptOf(org).rows())

        const loaded = stageOf(orgOfRows(kept.rows()))
        expect(keptOf(loaded.org).rows()).toEqual(kept.rows())
        expect(await read(loaded)).toEqual(await read(original))
        for (const [name, numbers] of after) {
          expect(await take(loaded, name, numbers), name).toEqual(await take(original, name, numbers))
        }
        expect(keptOf(loaded.org).rows()).toEqual(keptOf(org).rows())
        org.clock.dispose()
        loaded.org.clock.dispose()
      },
    ),
    { numRuns: runs(60) },
  )
})

test('every step reports at once each row that it changes', async () => {
  const org = new Org(options)
  const kept = keptOf(org)
  org.state.log.track()
  const stage = stageOf(org)
  for (const numbers of [
    [0, 1, 1, 0, 1, 1],
    [1, 0, 2, 1, 0, 2],
    [5, 4, 3, 2, 1, 0],
  ]) {
    for (const name of Object.keys(steps)) {
      await take(stage, name, numbers)
      kept.write(org.state.log.drain())
      expect(kept.text(), name).toBe(keptOf(org).text())
    }
  }
  org.clock.dispose()
})

test('a snapshot that is saved again keeps its row, and one that is deleted has none', () => {
  const org = new Org(options)
  const control = createControl(org)
  const rows = () => [...org.state.log.all()].filter(([part]) => part === 'snapshots')
  for (const name of ['a', 'b', 'a']) control.saveSnapshot({ name })
  const time = org.clock.now()
  expect(rows()).toEqual([
    ['snapshots', 'last', 2],
    ['snapshots', '1', { name: 'a', time }],
    ['snapshots', '2', { name: 'b', time }],
  ])
  control.remove({ kind: 'snapshot', name: 'a' })
  control.saveSnapshot({ name: 'c' })
  expect(rows().map(([, key]) => key)).toEqual(['last', '2', '3'])
})

test('an organisation loaded from its rows goes back to each of its snapshots', () => {
  const org = new Org(options)
  const control = createControl(org)
  for (const name of ['one', 'two', 'three']) {
    org.groups.create({ profile: { name } })
    control.saveSnapshot({ name })
  }
  const loaded = orgOfRows(keptOf(org).rows())
  for (const [name, size] of [
    ['two', 3],
    ['one', 2],
    ['three', 4],
  ] as const) {
    createControl(loaded).restoreSnapshot({ name })
    expect([name, loaded.groups.collection.size]).toEqual([name, size])
  }
})

type Fields = Readonly<Record<string, unknown>>

/** Options and settings with the names that 0.1.0 gave them. */
function earlierOptions({
  delays,
  signIn,
  lifetimes,
  refreshTokens,
  interpretations,
  profile,
  ...rest
}: Fields) {
  const { search, transition } = (delays ?? {}) as Fields
  const { quick, secondFactor, cookie } = (signIn ?? {}) as Fields
  const { session, access, id, refresh, code, deviceCode, ...links } = (lifetimes ?? {}) as Fields
  const { rotation, grace } = (refreshTokens ?? {}) as Fields
  const chosen = (interpretations ?? {}) as Fields
  return defined({
    ...rest,
    ...(profile as Fields | undefined),
    searchLag: search,
    transitionDelay: transition,
    quickSignIn: quick,
    secondFactor,
    sessionCookie: cookie,
    sessionLifetime: session,
    tokenLifetimes: lifetimes && {
      access,
      id,
      refresh,
      code,
      deviceCode,
    },
    oneTimeTokenLifetimes: lifetimes && links,
    refreshTokenRotation: rotation,
    refreshTokenGrace: grace,
    activationWithoutPassword: chosen['activation-without-password'],
    deactivation: interpretations && {
      applications: chosen['deactivated-applications'],
      credentials: chosen['deactivated-credentials'],
    },
    endedGrants: chosen['revoked-grants'],
    uniqueClientNames: interpretations && chosen['client-name-unique'] === 'unique',
    clientUpdate: chosen['client-update-missing'],
    scopeClaim: chosen['access-token-scopes'],
    largePageTimeout: chosen['large-page-time-out'] === 'never' ? undefined : chosen['large-page-time-out'],
    strictSpelling: interpretations && chosen['tolerances'] === 'refused',
    beyond: interpretations && chosen['beyond-the-description'] === 'served',
  })
}

/** Rows as 0.1.0 wrote them: streams of ids one by one, mails as `outbox`, transitions as pairs. */
function earlier(rows: readonly StateRow[]): StateRow[] {
  const labels = Object.keys(rows.find(([table]) => table === 'ids')![2] as object)
  return rows.flatMap(([table, key, value]): StateRow[] => {
    const [, state = '', name = ''] = /^(\d+\/)?(.*)$/.exec(table)!
    const isOfState = state !== ''
    const [told] = isOfState ? (value as readonly unknown[]) : [value]
    const given = (row: unknown): unknown => (isOfState ? [row] : row)
    if (name === 'organisation') {
      const { options: made, ...identity } = told as { readonly options: Fields }
      return [[table, key, { ...identity, version: 1, options: earlierOptions(made) }]]
    }
    if (name === 'settings') return [[table, key, given(earlierOptions(told as Fields))]]
    if (name === 'mails') return [[`${state}outbox`, key, value]]
    if (name === 'transitions' && key !== 'last') {
      const { userId, ...underway } = told as { readonly userId: string }
      return [[table, key, given([userId, underway])]]
    }
    if (name !== 'ids') return [[table, key, value]]
    const streams = new Map(Object.entries(told as object))
    return labels.map((label) => [table, label, streams.has(label) ? given(streams.get(label)) : []])
  })
}

test('rows of 0.1.0 are read, and written once in the present form', () => {
  const org = new Org({
    ...options,
    delays: { transition: 60_000 },
    lifetimes: { session: 5, activation: 7 },
    profile: { nullableNames: true },
  })
  changeSettings(org, { interpretations: { tolerances: 'refused', 'large-page-time-out': 9 } })
  const control = createControl(org)
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
  const { id } = org.registration.create({ profile })
  control.saveSnapshot({ name: 'one' })
  org.registration.create({ profile: { ...profile, login: 'eve@example.com' } })
  control.sendMail({ kind: 'email-login', user: 'ada@example.com' })
  const rows = keptOf(org).rows()
  const kept = new Kept()
  kept.write(earlier(rows))
  expect(kept.rows().map(([table]) => table)).toContain('1/outbox')
  const loaded = orgOfRows(kept.rows())
  kept.write(loaded.state.log.drain())
  expect(kept.rows()).toEqual(rows)
  expect(loaded.outbox.list()).toEqual(org.outbox.list())
  createControl(loaded).advanceClock({ by: '1m' })
  expect(loaded.users.get(id)?.status).toBe('PROVISIONED')
  createControl(loaded).restoreSnapshot({ name: 'one' })
  expect(loaded.users.collection.size).toBe(2)
})

test('rows that call the name prefix word go on with it', () => {
  const org = new Org({ ...options, prefix: 'acme' })
  const earlier = keptOf(org)
    .rows()
    .map(([part, key, value]): StateRow => {
      const identity = { ...(value as object), options: { ...options, vocabulary: { word: 'acme' } } }
      return [part, key, part === 'organisation' ? identity : value]
    })
  expect(orgOfRows(earlier).vocabulary.groupType).toBe('ACME_GROUP')
})

test('rows of version 2 go on with their seeds, and with the preset in their interpretations', () => {
  const seeds = { ids: 'rows', secrets: 'other', samples: 's' }
  const org = new Org({ ...options, seed: seeds, preset: 'okta' })
  const earlier = keptOf(org)
    .rows()
    .map(([part, key, value]): StateRow => {
      if (part === 'settings') return [part, key, earlierOptions(value as Fields)]
      if (part !== 'organisation') return [part, key, value]
      const made = {
        ...options,
        secretSeed: 'other',
        sampleSeed: 's',
        preset: 'okta',
        vocabulary: { prefix: 'okta' },
      }
      return [part, key, { ...(value as object), version: 2, options: made }]
    })
  const loaded = orgOfRows(earlier)
  expect(loaded.options).toEqual(org.options)
  expect(loaded.settings).toEqual(org.settings)
})
