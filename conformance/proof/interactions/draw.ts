import type { Family } from './parts.ts'
import { Rng } from '../../explore/sequence/rng.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { againFamilies } from './again.ts'
import { bodyFamilies } from './bodies.ts'
import { nameFamilies } from './names.ts'
import { pageFamilies } from './pages.ts'
import { refusedFamilies } from './refused-writes.ts'
import { ruleFamilies } from './rules.ts'
import { secretFamilies } from './secrets.ts'
import { viewFamilies } from './views.ts'

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
export function interactions(seed: number, count: number): Mutant[] {
  const rng = new Rng(seed)
  const drawn = new Map<string, Mutant>()
  const names = rng.shuffled(Object.keys(families))
  for (let at = 0; drawn.size < count && at < 40 * count; at++) {
    const name = names[at % names.length] as string
    const [summary, alter, about] = (families[name] as Family)(rng)
    if (!drawn.has(summary)) drawn.set(summary, { id: `${name} ${at}`, breaks: [], summary, alter, about })
  }
  return [...drawn.values()]
}
