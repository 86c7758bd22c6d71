import { failureOf } from '../server/control-reply.ts'

/** The header with the front's task for an organisation's object. The front removes it from callers' requests. */
export const taskHeader = 'x-identikit-task'

/** Tasks other than answering a caller. */
export type Task = 'create' | 'show' | 'delete' | 'rows'

/** The worker's own reply: JSON, like the control plane's. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const isEmpty = status === 204
  const type = isEmpty ? {} : { 'Content-Type': 'application/json' }
  return new Response(isEmpty ? null : JSON.stringify(body), {
    status,
    headers: { ...type, 'Cache-Control': 'no-store', ...headers },
  })
}

/** The worker's own error. */
export function refusal(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return jsonReply(status, { error, message }, headers)
}

export function unknownOrganisation(name: string): Response {
  return refusal(404, 'unknown-organisation', `There is no organisation named ${name.slice(0, 100)}`)
}

/** Logs a bug of this package. */
export function logFault(error: unknown): void {
  console.error('identikit: a fault of ours', error)
}

/** The reply to an error. */
export function failed(error: unknown): Response {
  const { status, headers, body } = failureOf(error, logFault)
  return new Response(body, { status, headers: headers as Record<string, string> })
}
