import type { ClauseId } from '../../registry/clauses.ts'

/**
 * Gradable clauses without a check, with the reason. A test compares this list: it fails for a new gap, and for a
 * closed gap that is still listed.
 */
export const withoutCheck: Readonly<Partial<Record<ClauseId, string>>> = {}

/** Gradable clauses that no deviant breaks, with the reason. */
export const withoutDeviant: Readonly<Partial<Record<ClauseId, string>>> = {}
