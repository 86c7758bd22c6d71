import type { Json } from '../wire/reply.ts'

/** A part that a refusal lacks, or a style that it may not have (Clients, Errors). */
export type RefusalFault =
  | 'error-summary'
  | 'error-link'
  | 'error-id'
  | 'error-causes'
  | 'oauth-description'
  | 'new-secret-style'

/** Statuses for which the API description shows a body; others may come from a gateway. */
const shown: ReadonlySet<number> = new Set([400, 403, 404])

const clients = /^\/oauth2\/v1\/clients(?!.*\/lifecycle\/newSecret)/

/** The faults of the body of a refusal, whichever of the two styles it has. */
export function faultsOfRefusal(path: string, status: number, json: Json): RefusalFault[] {
  if (!shown.has(status)) return []
  const { errorCode, errorSummary, errorLink, errorId, errorCauses, error, error_description } = json
  const isText = (value: unknown): boolean => typeof value === 'string'
  if (isText(errorCode))
    return [
      ...(isText(errorSummary) ? [] : (['error-summary'] as const)),
      ...(errorLink === errorCode ? [] : (['error-link'] as const)),
      ...(isText(errorId) ? [] : (['error-id'] as const)),
      ...(Array.isArray(errorCauses) ? [] : (['error-causes'] as const)),
    ]
  if (!isText(error)) return []
  if (clients.test(path)) return isText(error_description) ? [] : ['oauth-description']
  return path.includes('/lifecycle/newSecret') ? ['new-secret-style'] : []
}
