import type { OpenApiDocument } from '../../openapi/types.ts'
import type { Interaction, Json, PactFile } from '../file/pact-file.ts'
import { isObject } from '../file/read-pact.ts'
import type { PactProblem } from '../verify/verdict.ts'

/** What is used of the package: its own declarations do not resolve for modules of Node. */
interface ComparatorModule {
  readonly Comparator: new (options: { readonly oas: OpenApiDocument }) => {
    readonly compare: (pact: unknown) => AsyncIterable<{
      readonly type: 'error' | 'warning' | 'info'
      readonly code: string
      readonly message: string
      readonly mockDetails?: { readonly location: string }
    }>
  }
}

/** Warnings of the comparison that are mistakes here: the document names every parameter that there is. */
const mistakes: ReadonlySet<string> = new Set([
  'request.query.unknown',
  'request.content-type.missing',
  'request.body.unknown',
])

/**
 * Compares pacts with the OpenAPI document.
 *
 * @returns The problems of each interaction of each file.
 */
export async function compareWithDocument(
  files: readonly PactFile[],
  document: OpenApiDocument,
): Promise<readonly (readonly (readonly PactProblem[])[])[]> {
  // Loaded when it is used: it brings a validator of JSON Schema with it.
  const { Comparator } = (await import('@pactflow/openapi-pact-comparator')) as unknown as ComparatorModule
  const comparator = new Comparator({ oas: document })
  const all: (readonly PactProblem[])[][] = []
  for (const file of files) {
    const problems: PactProblem[][] = file.interactions.map(() => [])
    const raw = { ...file.raw, interactions: httpInteractions(file) }
    for await (const { type, code, message, mockDetails } of comparator.compare(raw)) {
      if (type !== 'error' && !mistakes.has(code)) continue
      const found = /interactions\[(\d+)\]\.?(.*)/.exec(String(mockDetails?.location))
      if (!found) continue
      const [, index, rest] = found as unknown as [string, string, string]
      const interaction = file.interactions[Number(index)]
      if (!interaction || isCustomProperty(interaction, message)) continue
      const place = placeOf(rest)
      // What is to be refused may be as wrong as it likes.
      const isMeant = interaction.response.status >= 400 && code.startsWith('request.') && place !== 'path'
      if (isMeant) continue
      problems[Number(index)]!.push({ foundBy: 'check', place, message: plain(message) })
    }
    all.push(problems)
  }
  return all
}

function httpInteractions({ raw }: PactFile): readonly Json[] {
  const list = (raw.interactions ?? []) as readonly Json[]
  return list.filter((one) => isObject(one) && (one.type === undefined || one.type === 'Synchronous/HTTP'))
}

/** A property that a state adds to the schema of profiles is no mistake. */
function isCustomProperty({ states }: Interaction, message: string): boolean {
  const property = /additional properties - (.+)/.exec(message)?.[1]
  return (
    property !== undefined &&
    states.some(
      ({ name, params }) =>
        name.includes('custom property') && (params.name === property || name.endsWith(` ${property}`)),
    )
  )
}

/** `request.query.limit` as a person reads it: `query limit`; a place in a body as a path into it. */
function placeOf(location: string): string {
  const [side, part, ...names] = location.split('.') as [string, string, ...string[]]
  if (part === 'body') return `${side === 'request' ? 'request ' : ''}${['$', ...names].join('.')}`
  if (part === 'status') return 'status'
  return [...(side === 'request' ? [] : [side]), part === 'headers' ? 'header' : part, ...names].join(' ')
}

/** A message without what it says of each time, and with what a person can look up. */
function plain(message: string): string {
  return message
    .replace(/ is incompatible with the (?:request|response) body schema in the spec file: /, ': ')
    .replace(/ is incompatible with the parameter defined in the spec file: /, ': ')
    .replace(/ in (?:the )?spec file/, ' in the OpenAPI document')
}
