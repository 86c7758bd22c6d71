import type { Dice } from '../../explore/story/dice.ts'
import type { Alteration } from '../alter/wire.ts'

/** Draws a mistake of one kind. Each draw combines other operations, conditions and effects. */
export type Family = (dice: Dice) => readonly [summary: string, alter: Alteration, about: RegExp]
