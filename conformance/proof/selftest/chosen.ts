/** The mutants that a command selects. */
import { globPattern } from '../../engine/words/globs.ts'
import { UsageError } from '../../engine/words/usage-error.ts'
import { catalogue } from '../mutants/catalogue.ts'
import type { Mutant } from '../mutants/mutant.ts'

/** The I-th of N parts, from 1. */
export interface Part {
  readonly index: number
  readonly of: number
}

/** The mutants whose id, or requirement, fits one of the globs; all of them without globs. */
export function chosen(globs: readonly string[], mutants: readonly Mutant[] = catalogue): readonly Mutant[] {
  const forms = globs.map((glob) => ({ glob, form: globPattern(glob) }))
  for (const { glob, form } of forms) {
    if (!mutants.some((mutant) => fits(mutant, form))) throw new UsageError(`no broken server fits '${glob}'`)
  }
  return forms.length === 0 ? mutants : mutants.filter((each) => forms.some(({ form }) => fits(each, form)))
}

function fits({ id, breaks }: Mutant, form: RegExp): boolean {
  return form.test(id) || breaks.some((requirement) => form.test(requirement))
}

/** The I-th of N parts. */
export function partOf(mutants: readonly Mutant[], part: Part | undefined): readonly Mutant[] {
  return part === undefined ? mutants : mutants.filter((_, at) => at % part.of === part.index - 1)
}
