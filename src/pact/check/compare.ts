import type { OpenApiDocument } from '../../openapi/types.ts'
import type { Interaction, Json, PactFile, PactReply } from '../../exchange/pact/pact-file.ts'
import { writtenIn } from '../../exchange/pact/read-pact.ts'
import { matchBody } from '../match/match-body.ts'
import type { Reply } from '../../exchange/exchange.ts'
import { matchStatus } from '../match/match-reply.ts'
import { parsePath, weightOf } from '../../exchange/pact/path-expression.ts'
import type { PactProblem } from '../verify/verdict.ts'

/** The used part of the package: its own declarations do not resolve for modules of Node. */
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

/** Warnings of the comparison that are mistakes here: the document lists every parameter. */
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
  answered: (interaction: Interaction) => Reply | undefined,
): Promise<readonly (readonly (readonly PactProblem[])[])[]> {
  // Loaded when it is used: it brings a validator of JSON Schema with it.
  const { Comparator } = (await import('@pactflow/openapi-pact-comparator')) as unknown as ComparatorModule
  const comparator = new Comparator({ oas: document })
  const all: (readonly PactProblem[])[][] = []
  for (const file of files) {
    const problems: PactProblem[][] = file.interactions.map(() => [])
    const raw = { ...file.raw, interactions: httpInteractions(file, answered) }
    for await (const { type, code, message, mockDetails } of comparator.compare(raw)) {
      if (type !== 'error' && !mistakes.has(code)) continue
      const found = /interactions\[(\d+)\]\.?(.*)/.exec(String(mockDetails?.location))
      if (!found) continue
      const [, index, rest] = found as unknown as [string, string, string]
      const interaction = file.interactions[Number(index)]
      if (!interaction || isOfState(interaction, message)) continue
      const place = placeOf(rest)
      // A request that expects an error may have any mistake.
      const reply = answered(interaction)
      const isRefused = statusOf(interaction, reply) >= 400
      if (isRefused && code.startsWith('request.') && place !== 'path') continue
      if (code.startsWith('response.') && isMatched(interaction.response, place, reply)) continue
      problems[Number(index)]!.push({ foundBy: 'check', place, message: plain(message) })
    }
    all.push(problems)
  }
  return all
}

/** The interactions for the comparison: with the actual status, if a rule allows several. */
function httpInteractions(
  file: PactFile,
  answered: (interaction: Interaction) => Reply | undefined,
): readonly Json[] {
  return writtenIn(file).map((written, index) => {
    const interaction = file.interactions[index]!
    const status = statusOf(interaction, answered(interaction))
    return { ...written, response: { ...(written.response as object), status } }
  })
}

/** The status of a reply: the actual one, if a rule allows several. */
export function statusOf({ response }: Interaction, reply: Reply | undefined): number {
  const isAllowed = reply && response.rules.status && matchStatus(response, reply.status).length === 0
  return isAllowed ? reply.status : response.status
}

/**
 * Whether a value of the reply follows the rule of its place, whatever the example next to the rule is. Without a
 * reply, the verifier judges that.
 */
function isMatched({ rules, body }: PactReply, place: string, reply: Reply | undefined): boolean {
  if (place === 'status') return rules.status !== undefined && !reply
  const steps = namesIn(place).map((name) => (/^\d+$/.test(name) ? Number(name) : name))
  const hasRule = Object.entries(rules.body).some(
    ([path, { matchers }]) =>
      weightOf(parsePath(path), steps) > 0 && matchers.some(({ match }) => match !== 'equality'),
  )
  if (!hasRule || body === undefined || !reply) return hasRule
  if (reply.json === undefined) return false
  try {
    const wrong = matchBody(rules.body, body, reply.json as Json | undefined)
    return !wrong.some((one) => steps.every((step, index) => namesIn(one.place)[index] === String(step)))
  } catch {
    return false
  }
}

/** The steps of a path into a body: `profile` and `login` of `$.profile.login`. */
function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/[^.[\]'"$]+/g)].map(([name]) => name)
}

/** A property that a state adds to the schema of profiles is no mistake. Nor is the lack of one that a state changes. */
function isOfState({ states }: Interaction, message: string): boolean {
  const property = /additional properties - (.+)|must have required property '(.+)'/.exec(message)
  const name = property?.[1] ?? property?.[2]
  const words =
    property?.[1] === undefined ? /^user profiles have property (.+) changed$/ : / custom property (.+)$/
  return (
    name !== undefined &&
    states.some((state) => {
      const named = words.exec(state.name)?.[1]
      return named !== undefined && (named === name || state.params.name === name)
    })
  )
}

/** `request.query.limit` as a person reads it: `query limit`; a place in a body as a path into it. */
function placeOf(location: string): string {
  const [side, part, ...names] = location.split('.') as [string, string, ...string[]]
  if (part === 'body') return `${side === 'request' ? 'request ' : ''}${['$', ...names].join('.')}`
  if (part === 'status') return 'status'
  return [...(side === 'request' ? [] : [side]), part === 'headers' ? 'header' : part, ...names].join(' ')
}

/** A message without repeated words, in the terms of the OpenAPI document. */
function plain(message: string): string {
  return message
    .replace(/ is incompatible with the (?:request|response) body schema in the spec file: /, ': ')
    .replace(/ is incompatible with the parameter defined in the spec file: /, ': ')
    .replace(/ in (?:the )?spec file/, ' in the OpenAPI document')
}
