import type { ClauseId } from '../../registry/clauses.ts'

/**
 * Gradable clauses that no check judges, with the reason. A test holds this to be exactly so: a new gap fails
 * it, and so does one that was closed and still stands here.
 */
export const withoutCheck: Readonly<Partial<Record<ClauseId, string>>> = {}

/** Gradable clauses that no deviant breaks, with the reason. */
export const withoutDeviant: Readonly<Partial<Record<ClauseId, string>>> = {}
