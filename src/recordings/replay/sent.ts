import type { Operation } from '../../contract/operation.ts'
import { jsonOf, member, withTexts } from '../../exchange/json.ts'
import type { RecordedCall } from '../../exchange/exchange.ts'
import type { Credentials } from './callers.ts'
import { defined } from '../../model/kernel/defined.ts'
import type { ReplayContext } from './replay-context.ts'
import type { Sent } from '../../exchange/replay.ts'
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
export function sentAs(call: RecordedCall, operation: Operation, context: ReplayContext): Sent | string {
  const before = context.pages.before(call)
  if (afterOf(call.url) !== undefined && call.status < 400) {
    if (!before) return 'the recording does not show the page before'
    if (before.cursor === undefined) return 'the page before is the last one here'
  }
  const { body, wasRedacted } = bodyOf(call, context)
  if (wasRedacted && call.status >= 400) return 'the recorder redacted the secret that was refused'
  if (call.status < 300) prepareSecrets(call, operation, body, wasRedacted, context)
  return requestOf(call, body, context, context.credentials, before?.cursor)
}

/** A call as it is sent to the organisation by its administrator, with nothing but its ids replaced. */
export function sentPlainly(call: RecordedCall, context: ReplayContext): Sent {
  const authorization = `SSWS ${context.organisation.apiToken}`
  return requestOf(call, context.pairs.translate(call.requestBody), context, { authorization })
}

function requestOf(
  { method, path, query: sent, requestHeaders, status }: RecordedCall,
  body: string,
  { pairs }: ReplayContext,
  credentials: Credentials,
  cursor?: string,
): Sent {
  const kept = Object.entries(requestHeaders).filter(([name]) => !leftOut.has(name) && !name.startsWith(':'))
  const headers: Record<string, string> = { ...Object.fromEntries(kept), ...defined(credentials) }
  // The page that called was one that the deployment trusts.
  if (status < 400) delete headers['origin']
  if (body !== '') headers['content-type'] ??= 'application/json'
  const query = pairs.translate(sent)
  return {
    method,
    path: pairs.translate(path),
    query: cursor === undefined ? query : query.replace(/(^|&)after=[^&]*/, `$1after=${cursor}`),
    requestHeaders: headers,
    requestBody: body,
  }
}

/** The recorded body, with the mock's ids and secrets. */
function bodyOf(
  { requestBody }: RecordedCall,
  { pairs, restorer }: ReplayContext,
): { readonly body: string; readonly wasRedacted: boolean } {
  const given = jsonOf(requestBody)
  const { body, wasRedacted } = restorer.body(given)
  // Ids may be escaped in the text, and texts that look like JSON are not.
  if (given === undefined) return { body: pairs.translate(requestBody), wasRedacted }
  const own = withTexts(body, (text) => pairs.translate(text))
  return { body: own === body && !wasRedacted ? requestBody : JSON.stringify(own), wasRedacted }
}

/** Gives a user the password and answer that a call sends, so that they are right as in the recording. */
function prepareSecrets(
  call: RecordedCall,
  operation: Operation,
  body: string,
  wasRedacted: boolean,
  context: ReplayContext,
): void {
  const { model } = context.organisation
  const { userId } = call.parameters
  const user = userId === undefined ? undefined : model.users.find(context.pairs.oursOf(userId) ?? userId)
  if (!user) return
  const sent = jsonOf(body)
  const needsPassword = operation.name === 'changePassword' || operation.name === 'changeRecoveryQuestion'
  const given = member(sent, 'oldPassword', 'value') ?? member(sent, 'password', 'value')
  const answer = member(sent, 'recovery_question', 'answer')
  const isMadeUp = context.placeholders.made.has(user.id) || wasRedacted
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
