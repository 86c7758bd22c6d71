import type { WireRequest } from '../handlers/wire.ts'
import type { OrgOptions } from '../../generated/org-options.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { admit } from './credentials.ts'
import { type Exchange, Watch } from './exchange.ts'
import type { GeneratorSet, Interaction } from './file/pact-file.ts'
import { isJsonType } from './file/read-pact.ts'
import { setUpState } from './states/set-up.ts'
import type { StateValues } from './states/state.ts'

/** Has interactions answered in process, one after another, each by an organisation in its first state. */
export class Replay {
  readonly #organisation: Organisation
  readonly #watch: Watch
  #exchange: Exchange | undefined

  constructor(options: OrgOptions = {}) {
    this.#organisation = createOrganisation(options)
    this.#watch = new Watch(this.#organisation.model, (exchange) => (this.#exchange = exchange))
  }

  /**
   * Sets the states of an interaction up, and has its request answered.
   *
   * @throws ProviderStateError for a state that is not known or cannot be set up.
   */
  async run({ states, request }: Interaction): Promise<Exchange> {
    const { model, dispatcher } = this.#organisation
    this.#organisation.reset()
    let values: StateValues = setUpState(model, '')
    for (const { name, params } of states) values = { ...values, ...setUpState(model, name, params) }
    const admitted = admit(model, wireRequestOf(request, values), values)
    await this.#watch.around(admitted, () => dispatcher.dispatch(admitted))
    return this.#exchange!
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
  const body = request.body === undefined ? '' : JSON.stringify(request.body)
  if (body !== '') headers['content-type'] ??= request.contentType ?? 'application/json'
  return {
    method: request.method,
    path,
    query: query.toString(),
    header: (name) => headers[name],
    body: typeof request.body === 'string' && !isJsonType(headers['content-type']) ? request.body : body,
  }
}

type Generator = NonNullable<GeneratorSet['path']>

function generated(generator: Generator | undefined, example: string, values: StateValues): string {
  if (generator?.type !== 'ProviderState' || generator.expression === undefined) return example
  const { expression } = generator
  // An expression without braces is the name of a value.
  if (!expression.includes('${')) return String(values[expression] ?? example)
  return expression.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
