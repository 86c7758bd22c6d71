/** The deviants that a command selects. */
import { globPattern } from '../../engine/words/globs.ts'
import { UsageError } from '../../engine/words/usage-error.ts'
import { catalogue } from '../deviants/catalogue.ts'
import type { Deviant } from '../deviants/deviant.ts'

/** The I-th of N parts, from 1. */
export interface Part {
  readonly index: number
  readonly of: number
}

/** The deviants whose id, or requirement, fits one of the globs; all of them without globs. */
export function chosen(globs: readonly string[]): readonly Deviant[] {
  const forms = globs.map((glob) => ({ glob, form: globPattern(glob) }))
  for (const { glob, form } of forms) {
    if (!catalogue.some((deviant) => fits(deviant, form)))
      throw new UsageError(`no broken server fits '${glob}'`)
  }
  return forms.length === 0
    ? catalogue
    : catalogue.filter((each) => forms.some(({ form }) => fits(each, form)))
}

function fits({ id, breaks }: Deviant, form: RegExp): boolean {
  return form.test(id) || breaks.some((requirement) => form.test(requirement))
}

/** The I-th of N parts. */
export function partOf(deviants: readonly Deviant[], part: Part | undefined): readonly Deviant[] {
  return part === undefined ? deviants : deviants.filter((_, at) => at % part.of === part.index - 1)
}
