import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { admit } from './credentials.ts'
import { type Answered, answeredOf } from '../exchange/before.ts'
import type { GeneratorSet, Interaction, Json } from '../exchange/pact/pact-file.ts'
import { isJsonType } from '../exchange/json.ts'
import { isObject } from '../exchange/pact/pact-file.ts'
import { parsePath, type Step, weightOf } from '../exchange/pact/path-expression.ts'
import { setUpState } from './states/set-up.ts'
import type { StateValues } from './states/state.ts'

/** Answers interactions in process, one after another, each by an organisation in its first state. */
export class Replay {
  readonly #organisation: Organisation
  #values: StateValues = {}
  /** The last exchange of the interaction that has begun. */
  exchange: Answered | undefined

  constructor(options: OrgOptions = {}) {
    this.#organisation = createOrganisation(options)
    const { model } = this.#organisation
    model.traffic.entries.onEntry((_, kept) => (this.exchange = answeredOf(kept, model)))
  }

  /** Begins an interaction. */
  begin(): void {
    this.#organisation.reset()
    this.exchange = undefined
    this.#values = setUpState(this.#organisation.model, '')
  }

  /**
   * Sets a state up, and returns the values of all states so far.
   *
   * @throws ProviderStateError for a state that is not known or cannot be set up.
   */
  setUp(name: string, params: Readonly<Record<string, unknown>> = {}): StateValues {
    this.#values = { ...this.#values, ...setUpState(this.#organisation.model, name, params) }
    return this.#values
  }

  /** Answers a request, with credentials of the states. */
  answer(request: WireRequest): Promise<WireReply> {
    const { dispatcher, model } = this.#organisation
    return dispatcher.dispatch(admit(model, request, this.#values))
  }

  /**
   * Sets the states of an interaction up, and answers its request. Returns undefined for a request that the journal does
   * not have, such as a preflight.
   *
   * @throws ProviderStateError for a state that is not known or cannot be set up.
   */
  async run({ states, request }: Interaction): Promise<Answered | undefined> {
    this.begin()
    for (const { name, params } of states) this.setUp(name, params)
    await this.answer(wireRequestOf(request, this.#values))
    return this.exchange
  }
}

/** The request of a pact, with what its generators make of it. */
function wireRequestOf(request: Interaction['request'], values: StateValues): WireRequest {
  const { generators } = request
  const path = generated(generators.path, request.path, values)
  const query = new URLSearchParams()
  for (const [name, list] of Object.entries(request.query)) {
    for (const value of list) query.append(name, generated(generators.query?.[name], value, values))
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, list]) => [
      name,
      generated(generators.header?.[name], list.join(', '), values),
    ]),
  )
  const sent = withGenerated(request.body, generators.body, values)
  const body = sent === undefined ? '' : JSON.stringify(sent)
  if (body !== '') headers['content-type'] ??= request.contentType ?? 'application/json'
  return {
    method: request.method,
    path,
    query: query.toString(),
    header: (name) => headers[name],
    headers: () => Object.entries(headers),
    body: typeof sent === 'string' && !isJsonType(headers['content-type']) ? sent : body,
  }
}

type Generator = NonNullable<GeneratorSet['path']>

/** A body with the values of a state at the places of its generators. */
function withGenerated(
  body: Json | undefined,
  generators: GeneratorSet['body'] = {},
  values: StateValues,
): Json | undefined {
  let whole = body
  for (const [path, generator] of Object.entries(generators))
    whole = replaced(whole, parsePath(path), (value) =>
      generator.type === 'ProviderState' ? stateValue(generator, value, values) : value,
    )
  return whole
}

function replaced(
  value: Json | undefined,
  steps: readonly Step[],
  change: (value: Json) => Json,
): Json | undefined {
  const [step, ...rest] = steps
  if (value === undefined || step === undefined) return value === undefined ? value : change(value)
  const fits = (name: string | number): boolean => weightOf([step], [name]) > 0
  const below = (name: string | number, one: Json): Json => (fits(name) ? replaced(one, rest, change)! : one)
  if (Array.isArray(value)) return (value as readonly Json[]).map((one, index) => below(index, one))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, below(name, one)]))
}

/** The value that an expression names, of whichever type; or a text with such values. */
function stateValue(generator: Generator, example: Json, values: StateValues): Json {
  const [, only] = /^\$\{(\w+)\}$|^\w+$/.exec(generator.expression ?? '') ?? []
  const value = only === undefined ? undefined : values[only]
  return value === undefined
    ? generated(generator, typeof example === 'string' ? example : JSON.stringify(example), values)
    : value
}

function generated(generator: Generator | undefined, example: string, values: StateValues): string {
  if (generator?.type !== 'ProviderState' || generator.expression === undefined) return example
  const { expression } = generator
  // An expression without braces is the name of a value.
  if (!expression.includes('${')) return String(values[expression] ?? example)
  return expression.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
