import type { Operation } from '../../contract/operation.ts'
import type { WireRequest } from '../../handlers/wire.ts'
import { jsonOf, objectOf } from '../json.ts'
import type { RecordedCall } from '../recorded.ts'
import type { Ground } from './ground.ts'
import type { Pairs } from './pairs.ts'
import { parametersOf } from './operation.ts'

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
  const { pairs } = ground
  const { url } = call
  if (url.searchParams.has('after') && pairs.oursOf(url.searchParams.get('after')!) === undefined)
    return 'the recording does not show the page before'
  const { body, wasStruck } = bodyOf(call, ground)
  if (wasStruck && call.status >= 400) return 'the recorder struck out the secret that was refused'
  if (call.status < 300) prepareSecrets(call, operation, body, wasStruck, ground)
  return wireRequest(call, body, authorizationOf(call, ground), pairs)
}

/** A call as it is sent to the organisation by its administrator, with nothing but its ids replaced. */
export function sentPlainly(call: RecordedCall, { pairs, organisation }: Ground): WireRequest {
  return wireRequest(call, pairs.translate(call.requestBody), `SSWS ${organisation.apiToken}`, pairs)
}

function wireRequest(
  { method, url, requestHeaders }: RecordedCall,
  body: string,
  authorization: string | undefined,
  pairs: Pairs,
): WireRequest {
  const headers: Record<string, string> = Object.fromEntries(
    Object.entries(requestHeaders).filter(([name]) => !leftOut.has(name)),
  )
  if (body !== '') headers['content-type'] ??= 'application/json'
  if (authorization !== undefined) headers['authorization'] = authorization
  return {
    method,
    path: pairs.translate(url.pathname),
    query: pairs.translate(url.search.slice(1)),
    body,
    header: (name) => headers[name],
    headers: () => Object.entries(headers),
  }
}

/** Who calls: the administrator, but for a token that the service did not take. */
function authorizationOf(call: RecordedCall, { hasCallers, organisation }: Ground): string | undefined {
  const isRefusedToken = call.status === 401 && /"(?:E0000011|invalid_token)"/.test(call.body)
  if (isRefusedToken && hasCallers) return call.requestHeaders['authorization']
  return `SSWS ${organisation.apiToken}`
}

/** The body as it was written, but for what was struck out, with our ids. */
function bodyOf(
  { requestBody }: RecordedCall,
  { pairs, unstrike }: Ground,
): { readonly body: string; readonly wasStruck: boolean } {
  const { body, wasStruck } = unstrike.body(jsonOf(requestBody))
  return { body: pairs.translate(wasStruck ? JSON.stringify(body) : requestBody), wasStruck }
}

/** Has the password and answer that a call shows be right, as they were in the recording. */
function prepareSecrets(
  call: RecordedCall,
  operation: Operation,
  body: string,
  wasStruck: boolean,
  ground: Ground,
): void {
  const { model } = ground.organisation
  const { userId } = parametersOf(call)
  const user = userId === undefined ? undefined : model.users.find(ground.pairs.oursOf(userId) ?? userId)
  if (!user) return
  const sent = objectOf(jsonOf(body))
  const needsPassword = operation.name === 'changePassword' || operation.name === 'changeRecoveryQuestion'
  const given = objectOf(sent?.['oldPassword'] ?? (needsPassword ? sent?.['password'] : undefined))?.['value']
  const answer = objectOf(sent?.['recovery_question'])?.['answer']
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
