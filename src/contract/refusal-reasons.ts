import type { Refusal } from './errors.ts'

/** Why something was refused, for whoever is not a client: what an OAuth-style answer says counts, too. */
export function reasonsOf(refusal: Refusal): readonly string[] {
  if (refusal.causes.length > 0) return refusal.causes
  const { field, message } = refusal.details.values ?? {}
  if (message === undefined) return [refusal.summary]
  return [field === undefined || message.startsWith(`${field}:`) ? message : `${field}: ${message}`]
}
