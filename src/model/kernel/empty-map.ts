/**
 * The initial value of a map that most organisations never change, so that they share one empty map. Before the first
 * change, replace it by a new map.
 */
export const emptyMap: Map<never, never> = new Map<never, never>()
