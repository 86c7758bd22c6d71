import type { Operation } from '../../contract/operation.ts'
import type { WireRequest } from '../../handlers/wire.ts'
import { jsonOf, member, withTexts } from '../../exchange/json.ts'
import type { RecordedCall } from '../../exchange/exchange.ts'
import type { Credentials } from './callers.ts'
import type { Ground } from './ground.ts'
import { afterOf } from './pages.ts'

/** Headers that are of a connection, or that the organisation has its own of. */
const leftOut: ReadonlySet<string> = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'cookie',
  'host',
  'transfer-encoding',
])

/**
 * A recorded call as it is sent to the organisation: with its ids, tokens and secrets.
 *
 * @returns Why it cannot be sent, where it cannot.
 */
export function sentAs(call: RecordedCall, operation: Operation, ground: Ground): WireRequest | string {
  const before = ground.pages.before(call)
  if (afterOf(call.url) !== undefined && call.status < 400) {
    if (!before) return 'the recording does not show the page before'
    if (before.cursor === undefined) return 'the page before is the last one here'
  }
  const { body, wasStruck } = bodyOf(call, ground)
  if (wasStruck && call.status >= 400) return 'the recorder struck out the secret that was refused'
  if (call.status < 300) prepareSecrets(call, operation, body, wasStruck, ground)
  return wireRequest(call, body, ground, ground.credentials, before?.cursor)
}

/** A call as it is sent to the organisation by its administrator, with nothing but its ids replaced. */
export function sentPlainly(call: RecordedCall, ground: Ground): WireRequest {
  const authorization = `SSWS ${ground.organisation.apiToken}`
  return wireRequest(call, ground.pairs.translate(call.requestBody), ground, { authorization })
}

function wireRequest(
  { method, url, requestHeaders, status }: RecordedCall,
  body: string,
  { pairs }: Ground,
  credentials: Credentials,
  cursor?: string,
): WireRequest {
  const kept = Object.entries(requestHeaders).filter(([name]) => !leftOut.has(name) && !name.startsWith(':'))
  const headers: Record<string, string | undefined> = { ...Object.fromEntries(kept), ...credentials }
  // The page that called was one that the deployment trusts.
  if (status < 400) delete headers['origin']
  if (body !== '') headers['content-type'] ??= 'application/json'
  const query = pairs.translate(url.search.slice(1))
  return {
    method,
    path: pairs.translate(url.pathname),
    query: cursor === undefined ? query : query.replace(/(^|&)after=[^&]*/, `$1after=${cursor}`),
    body,
    header: (name) => headers[name],
    headers: () =>
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  }
}

/** The recorded body, with the mock's ids and secrets. */
function bodyOf(
  { requestBody }: RecordedCall,
  { pairs, unstrike }: Ground,
): { readonly body: string; readonly wasStruck: boolean } {
  const given = jsonOf(requestBody)
  const { body, wasStruck } = unstrike.body(given)
  // Ids may be escaped in the text, and texts that look like JSON are not.
  if (given === undefined) return { body: pairs.translate(requestBody), wasStruck }
  const own = withTexts(body, (text) => pairs.translate(text))
  return { body: own === body && !wasStruck ? requestBody : JSON.stringify(own), wasStruck }
}

/** Gives a user the password and answer that a call sends, so that they are right as in the recording. */
function prepareSecrets(
  call: RecordedCall,
  operation: Operation,
  body: string,
  wasStruck: boolean,
  ground: Ground,
): void {
  const { model } = ground.organisation
  const { userId } = call.parameters
  const user = userId === undefined ? undefined : model.users.find(ground.pairs.oursOf(userId) ?? userId)
  if (!user) return
  const sent = jsonOf(body)
  const needsPassword = operation.name === 'changePassword' || operation.name === 'changeRecoveryQuestion'
  const given = member(sent, 'oldPassword', 'value') ?? member(sent, 'password', 'value')
  const answer = member(sent, 'recovery_question', 'answer')
  const isMadeUp = ground.standIns.made.has(user.id) || wasStruck
  if (needsPassword && typeof given === 'string' && isMadeUp)
    model.users.write(user, { hidden: { ...user.hidden, password: model.users.credentials.keep(given) } })
  if (operation.name === 'forgotPasswordWithAnswer' && typeof answer === 'string' && isMadeUp)
    model.users.write(user, {
      hidden: {
        ...user.hidden,
        recovery: {
          question: user.hidden.recovery?.question ?? 'A question?',
          answer: model.users.credentials.keep(answer) as never,
        },
      },
    })
}
