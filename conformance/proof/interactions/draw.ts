import { Rng } from '../../explore/sequence/rng.ts'
import type { Alteration } from '../alter/wire.ts'
import { againFamilies } from './again.ts'
import { bodyFamilies } from './bodies.ts'
import type { Family } from './family.ts'
import { nameFamilies } from './names.ts'
import { pageFamilies } from './pages.ts'
import { refusedFamilies } from './refused-writes.ts'
import { ruleFamilies } from './rules.ts'
import { secretFamilies } from './secrets.ts'
import { viewFamilies } from './views.ts'

/** A server with one mistake that shows only where things meet: a page and a query, a second time. */
export interface Interaction {
  /** Its family and number: `pages 3`. */
  readonly id: string
  /** The mistake, as a sentence that begins with "a server that". */
  readonly summary: string
  readonly alter: Alteration
  /** The requirements that name the mistake. */
  readonly about: RegExp
}

/** The kinds of mistakes, by name. */
export const families: Readonly<Record<string, Family>> = {
  ...pageFamilies,
  ...viewFamilies,
  ...refusedFamilies,
  ...nameFamilies,
  ...bodyFamilies,
  ...againFamilies,
  ...ruleFamilies,
  ...secretFamilies,
}

/** Mistakes by chance, each kind as often as another, none twice. The same seed draws the same. */
export function interactions(seed: number, count: number): Interaction[] {
  const rng = new Rng(seed)
  const drawn = new Map<string, Interaction>()
  const names = rng.shuffled(Object.keys(families))
  for (let at = 0; drawn.size < count && at < 40 * count; at++) {
    const name = names[at % names.length] as string
    const [summary, alter, about] = (families[name] as Family)(rng)
    if (!drawn.has(summary)) drawn.set(summary, { id: `${name} ${at}`, summary, alter, about })
  }
  return [...drawn.values()]
}
