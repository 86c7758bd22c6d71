import { z } from 'zod'
import type { Seed } from '../../fixtures/index.ts'
import { flattened } from '../../model/kernel/option.ts'
import { orgOptions, type OrgOptions } from '../../model/kernel/org-options.ts'
import { objectOf } from '../../exchange/json.ts'
import type { Recording } from '../../exchange/exchange.ts'
import { wordOf, usualWord } from '../../exchange/prefix.ts'
import { type Comparison, type DifferenceClass } from '../compare/classes.ts'
import { compareRecordings } from '../compare-recordings.ts'
import { type Fill, makerOf, type Setting } from '../setting.ts'
import { groupProfileProperties, userProfileProperties } from '../../contract/resources/profiles.ts'
import { Shown } from '../replay/shown.ts'
import { Seen } from './seen.ts'

/** A kind of difference that an option has an effect on. */
export interface Change {
  readonly line: string
  /** How many more such differences; negative for fewer. */
  readonly change: number
}

/** An option of a suggestion, and its effect. */
export interface Effect {
  /** Its place in the options, such as `delays.search`; `data` for the sample data set. */
  readonly option: string
  readonly value: unknown
  /** The largest change first. */
  readonly changes: readonly Change[]
}

/** The options with the fewest differences. */
export interface Suggestion {
  readonly options: OrgOptions
  /** The sample data set; undefined if it makes no difference. */
  readonly data: string | undefined
  readonly effects: readonly Effect[]
  /** Custom properties that profiles have, as a seed declares them. */
  readonly schema: Seed['schema']
  readonly before: Score
  readonly after: Score
}

/** How much recordings differ. */
interface Score {
  /** Calls with another status, and calls that could not be compared. */
  readonly statuses: number
  /** Differences in the listed records and their statuses, and unexplained ones. */
  readonly grave: number
  /** All differences but those beyond the API description. */
  readonly differences: number
}

/** The result of one recording under a setting. */
interface Trial extends Score {
  readonly classes: readonly DifferenceClass[]
}

/** Values of options by their places, in the order in which they were found. */
type Found = ReadonlyMap<string, unknown>

/**
 * Finds the options and the sample data set with the fewest differences between recordings and mock. It keeps each
 * option with which all recordings together differ less, unless the other options have the same effect.
 *
 * @param from The setting of a comparison without suggestions.
 */
export async function suggestionFor(
  recordings: readonly Recording[],
  from: Setting,
  fill: Fill,
): Promise<{ readonly suggestion: Suggestion; readonly setting: Setting }> {
  const seen = new Seen()
  for (const recording of recordings) seen.note(recording)
  const tried = trialsFrom(from, fill)
  const before = sumOf(await tried(new Map(), recordings))
  let found: Found = new Map()
  const choices = choicesOf(seen)
  // One option may reveal the effect of the next.
  for (let round = 0, isBetter = true; round < rounds && isBetter; round++) {
    isBetter = false
    for (const [option, values] of choices) {
      const trials = await tried(found, recordings)
      const touched = recordings.filter((_, index) => trials[index]!.classes.length > 0)
      let [best, least] = [found, sumOf(trials.filter(({ classes }) => classes.length > 0))]
      for (const value of touched.length === 0 ? [] : values) {
        const other: Found = new Map([...found, ...placesOf(option, value)])
        const score = sumOf(await tried(other, touched))
        if (isLess(score, least)) [best, least] = [other, score]
      }
      if (best === found || !isLess(sumOf(await tried(best, recordings)), sumOf(trials))) continue
      found = best
      isBetter = true
    }
  }
  for (const option of found.keys()) {
    const others = without(found, option)
    if (!isLess(sumOf(await tried(found, recordings)), sumOf(await tried(others, recordings)))) found = others
  }
  const after = await tried(found, recordings)
  const effects: Effect[] = []
  for (const [option, value] of found)
    effects.push({ option, value, changes: changes(await tried(without(found, option), recordings), after) })
  const setting = settingOf(found, from)
  return {
    setting,
    suggestion: {
      options: optionsOf(found, from, recordings),
      data: setting.data === from.data ? undefined : setting.data,
      schema: schemaOf(recordings),
      effects,
      before,
      after: sumOf(after),
    },
  }
}

/** The custom properties of the profiles that recordings show. */
function schemaOf(recordings: readonly Recording[]): Seed['schema'] {
  const shown = new Shown(recordings.flatMap(({ calls }) => calls))
  const user = shown.newProperties('user', userProfileProperties())
  const group = shown.newProperties('group', groupProfileProperties())
  return { ...(user.length > 0 ? { user } : {}), ...(group.length > 0 ? { group } : {}) }
}

/** How often each option is tried, at most. */
const rounds = 3

function without(found: Found, option: string): Found {
  return new Map([...found].filter(([each]) => each !== option))
}

/** Replays recordings with options, each once: rounds and effects come back to the same ones. */
function trialsFrom(from: Setting, fill: Fill) {
  const known = new Map<string, Map<Recording, Trial>>()
  return async (found: Found, recordings: readonly Recording[]): Promise<readonly Trial[]> => {
    const setting = settingOf(found, from)
    const key = JSON.stringify(setting)
    const trials = known.get(key) ?? new Map<Recording, Trial>()
    known.set(key, trials)
    const organisation = makerOf(setting, fill)
    for (const recording of recordings.filter((each) => !trials.has(each)))
      trials.set(recording, trialOf(await compareRecordings([recording], { organisation })))
    return recordings.map((recording) => trials.get(recording)!)
  }
}

function trialOf({ compared, sameStatus, notComparable, classes: all }: Comparison): Trial {
  const classes = all.filter(({ verdict }) => verdict !== 'beyond')
  const count = (some: readonly { readonly count: number }[]): number =>
    some.reduce((sum, each) => sum + each.count, 0)
  return {
    classes,
    statuses: compared - sameStatus + count(notComparable),
    grave: count(
      classes.filter(({ id, canBeBug }) => canBeBug || /\/(?:listed-(?:there|here)|value\/status)/.test(id)),
    ),
    differences: count(classes),
  }
}

/** The score of several recordings. */
function sumOf(trials: readonly Trial[]): Score {
  const sum = (part: keyof Score): number => trials.reduce((total, trial) => total + trial[part], 0)
  return { statuses: sum('statuses'), grave: sum('grave'), differences: sum('differences') }
}

/** Whether recordings differ less than before. A missing list or reply hides some differences in it. */
function isLess(one: Score, other: Score): boolean {
  return weightOf(one) < weightOf(other)
}

/** A status or list that differs weighs about as many differences as such a reply has. */
function weightOf({ statuses, grave, differences }: Score): number {
  return 20 * (statuses + grave) + differences
}

/** The options that were found, and the name prefix of the recordings where it is not the usual one. */
function optionsOf(found: Found, from: Setting, recordings: readonly Recording[]): OrgOptions {
  const words = new Set(recordings.flatMap((recording) => wordOf(recording) ?? []))
  const [word = usualWord] = words
  const isShown = words.size === 1 && word !== usualWord && from.options.prefix === undefined
  const prefix = isShown ? [['prefix', word] as const] : []
  return settingOf(new Map([...prefix, ...found]), { options: {}, data: '' }).options
}

/** A setting with new values of options; a value of several options leaves the other ones unchanged. */
function settingOf(found: Found, from: Setting): Setting {
  let { data, options } = from
  for (const [option, value] of found) {
    const [name = '', below] = option.split('.')
    const given = below === undefined ? value : { [below]: value }
    const held = objectOf(options[name as keyof OrgOptions])
    if (option === 'data') data = String(value)
    else options = { ...options, [name]: held && objectOf(given) ? { ...held, ...objectOf(given) } : given }
  }
  return { options, data }
}

/** The single options that a value of several has, each to earn its own place. */
function placesOf(option: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || option.includes('.')) return [[option, value]]
  return Object.entries(value).map(([name, below]) => [`${option}.${name}`, below] as const)
}

const delays = ['1s', '2s', '5s', '10s', '30s', '1m', '2m', '5m']

/** Password settings at their laxest: one alone may not let a password pass. Then strict ones. */
const policies = [
  { minLength: 1, minLowerCase: 0, minUpperCase: 0, minNumber: 0, excludeUsername: false, historyCount: 0 },
  ...[10, 12, 14, 16, 20].map((minLength) => ({ minLength })),
  { minSymbol: 1 },
]

/** The options to try, each with values: those of which it has few, and those that the recordings show. */
function choicesOf(seen: Seen): readonly (readonly [option: string, values: readonly unknown[]])[] {
  const listed = flattened(orgOptions).flatMap(({ path, row }) => {
    const values = valuesOf(row)
    return values.length === 0 || path[0] === 'clock' ? [] : [[path.join('.'), values] as const]
  })
  return [
    // Of two options with the same effect, the one with fewer values is kept.
    ...listed.toSorted(([, one], [, other]) => one.length - other.length),
    ['passwordPolicy', policies],
    ['interpretations.large-page-time-out', seen.refusedLimits()],
    ['pageSizes', seen.pageSizes()],
    // Any list shows the sample data set of a mock that was recorded.
    ['data', ['demo', 'examples']],
  ]
}

/** The other values of an option that has few; a delay has usual ones. */
function valuesOf({
  type,
  default: usual,
  isDuration,
}: (typeof orgOptions)[keyof typeof orgOptions]): readonly unknown[] {
  if (isDuration) return usual === 0 ? delays : []
  const schema = type()
  if (schema instanceof z.ZodEnum) return schema.options.filter((value) => value !== usual)
  if (schema instanceof z.ZodBoolean) return [usual !== true]
  return schema instanceof z.ZodNullable ? [null] : []
}

/** The kinds of differences whose number changed, the largest change first. */
function changes(before: readonly Trial[], after: readonly Trial[]): readonly Change[] {
  const found = new Map<string, Change>()
  const add = (trials: readonly Trial[], sign: number): void => {
    for (const { id, line, count } of trials.flatMap(({ classes }) => classes)) {
      const known = found.get(id)?.change ?? 0
      found.set(id, { line: line.replace(/ \([\d,]+ of [\d,]+\)/, ''), change: known + sign * count })
    }
  }
  add(before, -1)
  add(after, 1)
  return [...found.values()]
    .filter(({ change }) => change !== 0)
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
}
