/**
 * Where a map begins that most organisations never write to: a thousand empty ones then have none of them. Whoever
 * writes to it puts a map of its own in its place first.
 */
export const emptyMap: Map<never, never> = new Map<never, never>()
