import { Refusal } from '../../contract/errors/refusal.ts'
import { checked } from '../../model/kernel/check-options.ts'
import type { Org } from '../../model/org.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { providerStateNames, providerStateCatalogue, type ProviderStateName } from './catalogue.ts'
import { Stage } from './stage.ts'
import type { StateDefinition, StateValues } from './state.ts'

/** Thrown for a provider state that is not known, or that could not be set up; the message says why. */
export class ProviderStateError extends Error {
  override readonly name = 'ProviderStateError'
  /** The requested name of the state. */
  readonly state: string

  constructor(state: string, message: string) {
    super(message)
    this.state = state
  }
}

/** A requested state, found in the catalogue. */
interface FoundState {
  readonly name: ProviderStateName
  /** The parameters in the name: of `user 00u1 is ACTIVE` the id and the status. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Finds a state by its name, with the parameters written as they are in the catalogue or filled in.
 *
 * @throws ProviderStateError that names the nearest one.
 */
export function findState(name: string): FoundState {
  if (Object.hasOwn(providerStateCatalogue, name)) return { name: name as ProviderStateName, params: {} }
  for (const { name: known, pattern, placeholders } of patterns) {
    const found = pattern.exec(name)
    if (!found) continue
    return {
      name: known,
      params: Object.fromEntries(placeholders.map((placeholder, index) => [placeholder, found[index + 1]!])),
    }
  }
  const hint = nearestState(name)
  throw new ProviderStateError(
    name,
    `there is no provider state "${name}"${hint === undefined ? '' : `; did you mean "${hint}"?`}`,
  )
}

/**
 * Sets a provider state up in an organisation.
 *
 * @param given The state's parameters, without those in the name.
 * @returns The values of its records, and always apiToken, the administrator's token.
 * @throws ProviderStateError for an unknown state, wrong parameters, and an error of the organisation.
 */
export function setUpState(
  org: Org,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): StateValues {
  const own = { apiToken: org.apiToken }
  // Verifiers request a state with an empty name for an interaction without states.
  if (name === '') return own
  const { state, params } = readState(name, given)
  try {
    return { ...own, ...state.setUp(new Stage(org), params) }
  } catch (error) {
    const reason = error instanceof Refusal ? error.reasons.join('; ') : (error as Error).message
    throw new ProviderStateError(name, `provider state "${name}" could not be set up: ${reason}`)
  }
}

/**
 * A state with its parameters, before it is set up.
 *
 * @throws ProviderStateError for an unknown state, and wrong parameters.
 */
export function readState(name: string, given: Readonly<Record<string, unknown>>) {
  const found = findState(name)
  const state = providerStateCatalogue[found.name] as unknown as StateDefinition
  const read = checked(state.params, { ...found.params, ...given }, { root: 'parameters', kind: 'parameter' })
  if ('mistakes' in read)
    throw new ProviderStateError(name, `provider state "${found.name}": ${read.mistakes.join('; ')}`)
  return { state, params: read.value }
}

function fixedLength(name: string): number {
  return name.replaceAll(/\{\w+\}/g, '').length
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Names with parameters, as patterns; those that say more come first. */
const patterns = providerStateNames
  .filter((name) => name.includes('{'))
  .toSorted((one, other) => fixedLength(other) - fixedLength(one))
  .map((name) => ({
    name,
    pattern: new RegExp(
      `^${name
        .split(/\{\w+\}/)
        .map(escaped)
        .join('(.+)')}$`,
      'i',
    ),
    placeholders: Array.from(name.matchAll(/\{(\w+)\}/g), ([, placeholder]) => placeholder!),
  }))

/** The name that shares the most words with the requested one, and at least half of them. */
function nearestState(asked: string): string | undefined {
  const wanted = wordsOf(asked)
  let best: string | undefined
  let max = 0.5
  for (const name of providerStateNames) {
    const words = wordsOf(name)
    const shared = words.reduce(
      (sum, word) => sum + Math.max(0, ...wanted.map((one) => likeness(one, word))),
      0,
    )
    const share = (2 * shared) / (words.length + wanted.length)
    if (share > max || (share === max && best === undefined)) [best, max] = [name, share]
  }
  return best
}

/** Frequent words that do not help to recognise a state. */
const small: ReadonlySet<string> = new Set(['a', 'an', 'the', 'is', 'are', 'of', 'to', 'in', 'for', 'with'])

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/\{\w+\}/g, '')
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '' && !small.has(word))
}

/** Whether two words are one: 1, and a little less for a slip of the keyboard or another ending. */
function likeness(one: string, other: string): number {
  if (one === other) return 1
  return one.length > 3 && didYouMean(one, [other]) !== undefined ? 0.9 : 0
}
