/** What the front asks of an organisation's object, in a header that no caller's request keeps. */
export const taskHeader = 'x-identikit-task'

/** Tasks beside answering a caller. */
export type Task = 'create' | 'show' | 'delete' | 'rows'

/** A reply of the worker itself: JSON, as that of the control plane. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** A refusal of the worker itself. */
export function refusal(status: number, error: string, message: string): Response {
  return jsonReply(status, { error, message })
}

/** That there is no organisation of a name. */
export function unknownOrganisation(name: string): Response {
  return refusal(404, 'unknown-organisation', `There is no organisation named ${name.slice(0, 100)}`)
}

/** Tells of an error that is ours. */
export function logFault(error: unknown): void {
  console.error('identikit: a fault of ours', error)
}
