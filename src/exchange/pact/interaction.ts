import type { Generator, Json, Rules } from './pact-file.ts'
import { pathText, type Step } from './path-expression.ts'
import { isObject } from './pact-file.ts'

/** The password of users that a state makes, unless it is given another. */
export const examplePassword = 'Correct1Horse'

/** Replaces the recovery answer that was sent. */
export const exampleAnswer = 'Rex'

/** The parameters of a query by name, each with all its values. */
export function queryOf(query: string): Readonly<Record<string, readonly string[]>> {
  const all = Object.create(null) as Record<string, string[]>
  for (const [name, value] of new URLSearchParams(query)) (all[name] ??= []).push(value)
  return all
}

/** Headers of a recorded request, with rules and generators instead of credentials. */
export interface RecordedHeaders {
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly rules: Readonly<Record<string, Rules>>
  readonly generators: Readonly<Record<string, Generator>>
}

/** The headers that a consumer sends; credentials by pattern, and never in clear. */
export function recordedHeaders(sent: Readonly<Record<string, string>>): RecordedHeaders {
  const headers: Record<string, readonly string[]> = {}
  const rules: Record<string, Rules> = {}
  const generators: Record<string, Generator> = {}
  const { accept, authorization, 'content-type': type, cookie, origin, prefer } = sent
  // Headers that a client of fetch adds by itself are not wishes of the consumer.
  if (accept !== undefined && accept !== '*/*') headers.Accept = [accept]
  if (type !== undefined)
    headers['Content-Type'] = [type.startsWith('text/plain') ? 'application/json' : type]
  if (prefer !== undefined) headers.Prefer = [prefer]
  if (origin !== undefined) headers.Origin = [origin]
  if (authorization !== undefined) {
    const isBearer = /^bearer/i.test(authorization)
    headers.Authorization = [isBearer ? 'Bearer example-access-token' : 'SSWS example-api-token']
    rules.Authorization = ruleOf('regex', { regex: isBearer ? '^Bearer \\S+$' : '^SSWS \\S+$' })
    generators.Authorization = fromState(isBearer ? 'Bearer ${accessToken}' : 'SSWS ${apiToken}')
  }
  if (cookie !== undefined && authorization === undefined) {
    headers.Cookie = ['sid=example-session']
    rules.Cookie = ruleOf('regex', { regex: '^[\\w-]+=\\S+$' })
    generators.Cookie = fromState('${sessionCookie}')
  }
  return { headers, rules, generators }
}

/** A value of a provider state, instead of an example. */
export function fromState(expression: string): Generator {
  return { type: 'ProviderState', expression, dataType: 'STRING' }
}

/** One matching rule of a place. */
function ruleOf(match: string, parameters: Readonly<Record<string, string>> = {}): Rules {
  return { combine: 'AND', matchers: [{ match, ...parameters }] }
}

/** The outcome of a request, which shows whether its secrets were right. */
interface Outcome {
  readonly refusal?: string | undefined
  readonly status: number
  /** The text of the reply. */
  readonly text: string
}

/**
 * The body that a consumer sends, with examples instead of secrets, and the rules for those.
 *
 * @param isSecret Whether a text is a secret, by the names that lead to it or by itself.
 */
export function recordedBody(
  body: Json | undefined,
  outcome: Outcome,
  isSecret: (place: readonly Step[], text: string) => boolean,
): { readonly body: Json | undefined; readonly rules: Readonly<Record<string, Rules>> } {
  const rules: Record<string, Rules> = {}
  const walk = (value: Json, place: readonly Step[]): Json => {
    if (Array.isArray(value))
      return (value as readonly Json[]).map((one, index) => walk(one, [...place, index]))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, walk(member, [...place, name])]),
      )
    if (typeof value !== 'string' || !isSecret(place, value)) return value
    rules[pathText(place)] = ruleOf('type')
    return exampleOf(place, outcome)
  }
  return { body: body === undefined ? body : walk(body, []), rules }
}

/** An example with the same effect as the secret: a wrong one replaces a wrong one. */
function exampleOf(place: readonly Step[], { refusal, status, text }: Outcome): string {
  const name = String(place.at(-1))
  const isOld = place.includes('oldPassword') || (place[0] === 'password' && place.length === 2)
  const isWrong = refusal === 'update-credentials-failed'
  if (name === 'answer') return refusal === 'recovery-answer-wrong' ? 'Wrong' : exampleAnswer
  if (place.includes('hash')) return name === 'salt' ? 'ZXhhbXBsZQ==' : 'ZXhhbXBsZS1oYXNo'
  if (name !== 'value') return 'example-secret'
  if (status === 400 && /[Pp]assword/.test(text)) return 'short'
  if (isOld) return isWrong ? 'Wrong1Password' : examplePassword
  return 'Another2Horse'
}
