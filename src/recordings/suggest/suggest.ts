import type { OrgOptions } from '../../model/kernel/org-options.ts'
import type { Seed } from '../../fixtures/index.ts'
import { seedOfDeployment } from '../../transfer/pull/pull.ts'
import { ShownDeployment } from '../seed/shown-deployment.ts'
import { objectOf } from '../../exchange/json.ts'
import type { Recording } from '../../exchange/exchange.ts'
import { wordOf, usualWord } from '../../exchange/prefix.ts'
import { type Choice, choicesOf } from './choices.ts'
import type { Fill, Setting } from '../setting.ts'
import { Seen } from './seen.ts'
import { isLess, type Score, sumOf, type Trial, tried } from './trial.ts'

/** A kind of difference that an option has an effect on. */
export interface Change {
  readonly line: string
  /** How many more such differences; negative for fewer. */
  readonly change: number
}

/** An option of a suggestion, and its effect. */
export interface Effect {
  /** Its place in the options, such as `deactivation.credentials`; `data` for the sample data set. */
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
  const shown = new ShownDeployment()
  for (const recording of recordings) {
    seen.note(recording)
    shown.note(recording)
  }
  const search = new Search(recordings, from, fill)
  await search.begin()
  const before = sumOf(search.trials)
  const choices = choicesOf(seen)
  // One option may reveal the effect of the next.
  for (let round = 0; round < rounds; round++) {
    let isBetter = false
    for (const choice of choices) if (await search.improve(choice)) isBetter = true
    if (!isBetter) break
  }
  const effects = await search.effects()
  const { setting, trials } = search
  return {
    setting,
    suggestion: {
      options: optionsOf(effects, from, recordings),
      data: setting.data === from.data ? undefined : setting.data,
      schema: (await seedOfDeployment(shown.deployment())).seed.schema,
      effects,
      before,
      after: sumOf(trials),
    },
  }
}

/** How often each option is tried, at most. */
const rounds = 3

/** The options that were found, and the name prefix of the recordings where it is not the usual one. */
function optionsOf(effects: readonly Effect[], from: Setting, recordings: readonly Recording[]): OrgOptions {
  let found: Setting = { options: {}, data: '' }
  const words = new Set(recordings.flatMap((recording) => wordOf(recording) ?? []))
  const [word = usualWord] = words
  if (words.size === 1 && word !== usualWord && from.options.vocabulary?.prefix === undefined)
    found = withOption(found, 'vocabulary.prefix', word)
  for (const { option, value } of effects) if (option !== 'data') found = withOption(found, option, value)
  return found.options
}

class Search {
  readonly #recordings: readonly Recording[]
  readonly #fill: Fill
  readonly #added = new Map<string, unknown>()
  readonly #from: Setting
  /** Results by the setting as text: rounds and effects come back to the same settings. */
  readonly #known = new Map<string, Map<Recording, Trial>>()
  setting: Setting
  trials: readonly Trial[] = []

  constructor(recordings: readonly Recording[], from: Setting, fill: Fill) {
    this.#recordings = recordings
    this.#from = from
    this.setting = from
    this.#fill = fill
  }

  async begin(): Promise<void> {
    this.trials = await this.#tried(this.#recordings, this.setting)
  }

  /** Tries values of an option, and keeps the best where all recordings differ less by it. */
  async improve({ option, values }: Choice): Promise<boolean> {
    const touched = this.trials.filter(({ classes }) => classes.length > 0)
    if (touched.length === 0) return false
    const some = touched.map(({ recording }) => recording)
    let best: { readonly setting: Setting; readonly value: unknown } | undefined
    let least = sumOf(touched)
    for (const value of values) {
      const setting = withOption(this.setting, option, value)
      const score = sumOf(await this.#tried(some, setting))
      if (!isLess(score, least)) continue
      least = score
      best = { setting, value }
    }
    if (!best) return false
    const trials = await this.#tried(this.#recordings, best.setting)
    if (!isLess(sumOf(trials), sumOf(this.trials))) return false
    this.setting = best.setting
    this.trials = trials
    for (const [place, value] of placesOf(option, best.value)) this.#added.set(place, value)
    return true
  }

  /** The effect of each option; options without an effect are left out. */
  async effects(): Promise<readonly Effect[]> {
    for (const option of this.#added.keys()) {
      const { setting, trials } = await this.#without(option)
      if (isLess(sumOf(this.trials), sumOf(trials))) continue
      this.#added.delete(option)
      this.setting = setting
      this.trials = trials
    }
    const effects: Effect[] = []
    for (const [option, value] of this.#added) {
      const { trials } = await this.#without(option)
      effects.push({ option, value, changes: changes(trials, this.trials) })
    }
    return effects
  }

  async #without(option: string): Promise<{ setting: Setting; trials: readonly Trial[] }> {
    let setting = this.#from
    for (const [each, value] of this.#added) if (each !== option) setting = withOption(setting, each, value)
    return { setting, trials: await this.#tried(this.#recordings, setting) }
  }

  /** Replays recordings under a setting, each once. */
  async #tried(recordings: readonly Recording[], setting: Setting): Promise<readonly Trial[]> {
    const key = JSON.stringify(setting)
    const known = this.#known.get(key) ?? new Map<Recording, Trial>()
    this.#known.set(key, known)
    const others = recordings.filter((recording) => !known.has(recording))
    for (const trial of await tried(others, setting, this.#fill)) known.set(trial.recording, trial)
    return recordings.map((recording) => known.get(recording)!)
  }
}

/** A setting with a new value of one option; a value of several options leaves the other ones unchanged. */
function withOption(setting: Setting, option: string, value: unknown): Setting {
  if (option === 'data') return { ...setting, data: String(value) }
  const [name = '', below] = option.split('.')
  const given = below === undefined ? value : { [below]: value }
  const held = objectOf(setting.options[name as keyof OrgOptions])
  const joined = held && objectOf(given) ? { ...held, ...objectOf(given) } : given
  return { ...setting, options: { ...setting.options, [name]: joined } }
}

/** The single options that a value of several has, each to earn its own place. */
function placesOf(option: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || option.includes('.')) return [[option, value]]
  return Object.entries(value).map(([name, below]) => [`${option}.${name}`, below] as const)
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
