import { isSecretName } from '../../contract/secrets.ts'
import type { Exchange } from '../../exchange/watch.ts'
import type { Generator, Json, Rules } from '../../exchange/pact/pact-file.ts'
import { isObject } from '../../exchange/pact/read-pact.ts'
import { pathText, type Step } from '../match/path-expression.ts'
import { examplePassword } from '../states/stage.ts'
import { jsonOf } from '../../exchange/json.ts'
import { exampleAnswer } from './states.ts'

/** Headers of a recorded request, with rules and generators instead of credentials. */
export interface RecordedHeaders {
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly rules: Readonly<Record<string, Rules>>
  readonly generators: Readonly<Record<string, Generator>>
}

/** The headers that a consumer sends; credentials by pattern, and never in clear. */
export function recordedHeaders({ request: { headers: sent } }: Exchange): RecordedHeaders {
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

function ruleOf(match: string, parameters: Readonly<Record<string, string>>): Rules {
  return { combine: 'AND', matchers: [{ match, ...parameters }] }
}

/** A body as it was sent, but for its secrets. */
export interface RecordedBody {
  readonly body: Json | undefined
  readonly rules: Readonly<Record<string, Rules>>
}

/** The body that a consumer sends, with examples instead of secrets. */
export function recordedBody(exchange: Exchange): RecordedBody {
  const body = jsonOf(exchange.request.body) as Json | undefined
  if (body === undefined) return { body, rules: {} }
  const rules: Record<string, Rules> = {}
  return { body: withoutSecrets(body, [], exchange, rules), rules }
}

function withoutSecrets(
  value: Json,
  place: readonly Step[],
  exchange: Exchange,
  rules: Record<string, Rules>,
): Json {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map((one, index) =>
      withoutSecrets(one, [...place, index], exchange, rules),
    )
  }
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        withoutSecrets(member, [...place, name], exchange, rules),
      ]),
    )
  }
  if (typeof value !== 'string' || !isSecret(place)) return value
  rules[pathText(place)] = ruleOf('type', {})
  return exampleOf(place, exchange)
}

function isSecret(place: readonly Step[]): boolean {
  const name = String(place.at(-1))
  if (name === 'value' && place.some((step) => /password|hash/i.test(String(step)))) return true
  return (isSecretName(name) || /^(?:salt|passwordHook)$/.test(name)) && !place.includes('profile')
}

/** An example with the same effect as the secret: a wrong one replaces a wrong one. */
function exampleOf(place: readonly Step[], { refusal, reply }: Exchange): string {
  const name = String(place.at(-1))
  const isOld = place.includes('oldPassword') || (place[0] === 'password' && place.length === 2)
  const isWrong = refusal === 'update-credentials-failed'
  if (name === 'answer') return refusal === 'recovery-answer-wrong' ? 'Wrong' : exampleAnswer
  if (place.includes('hash')) return name === 'salt' ? 'ZXhhbXBsZQ==' : 'ZXhhbXBsZS1oYXNo'
  if (name !== 'value') return 'example-secret'
  if (reply.status === 400 && /[Pp]assword/.test(reply.body)) return 'short'
  if (isOld) return isWrong ? 'Wrong1Password' : examplePassword
  return 'Another2Horse'
}
