import { isJsonType } from '../json.ts'
import type { Sent } from '../replay.ts'
import { type GeneratorSet, isObject, type Json, type PactRequest } from './pact-file.ts'
import { parsePath, type Step, weightOf } from './path-expression.ts'

/** The values of provider states, by name. */
type Values = Readonly<Record<string, string | number | boolean>>

/** The request of a pact as it is sent: with what its generators make of it. */
export function sentOf(request: PactRequest, values: Values): Sent {
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
    requestHeaders: headers,
    requestBody: typeof sent === 'string' && !isJsonType(headers['content-type']) ? sent : body,
  }
}

type Generator = NonNullable<GeneratorSet['path']>

/** A body with the values of a state at the places of its generators. */
function withGenerated(
  body: Json | undefined,
  generators: GeneratorSet['body'] = {},
  values: Values,
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
function stateValue(generator: Generator, example: Json, values: Values): Json {
  const [, only] = /^\$\{(\w+)\}$|^\w+$/.exec(generator.expression ?? '') ?? []
  const value = only === undefined ? undefined : values[only]
  return value === undefined
    ? generated(generator, typeof example === 'string' ? example : JSON.stringify(example), values)
    : value
}

function generated(generator: Generator | undefined, example: string, values: Values): string {
  if (generator?.type !== 'ProviderState' || generator.expression === undefined) return example
  const { expression } = generator
  // An expression without braces is the name of a value.
  if (!expression.includes('${')) return String(values[expression] ?? example)
  return expression.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
