import type { Rng } from '../../explore/sequence/rng.ts'
import type { Alteration } from '../alter/wire.ts'

/** Draws a mistake of one kind. Each draw combines other operations, conditions and effects. */
export type Family = (rng: Rng) => readonly [summary: string, alter: Alteration, about: RegExp]
