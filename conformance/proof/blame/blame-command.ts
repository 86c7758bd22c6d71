import { blameTable } from './blame-table.ts'
import { chosen, partOf } from '../selftest/chosen.ts'
import type { SelftestIo, SelftestValues } from '../selftest/selftest-values.ts'
import type { CreateTarget } from '../selftest/target.ts'
import { tryBlame } from './try-blame.ts'

/** The share of first failures that have to be a broken clause, over the whole catalogue. */
const bar = 0.95

/**
 * The share of deviants that may be blamed otherwise than `blame-table.ts` has it: a busy machine decides a few. A part
 * is held to the table and not to the bar, so that it does not matter which deviants are in it.
 */
const tolerance = 0.05

/**
 * Runs what deviants reach of the suite, and says whom its report blames first. Returns 1 where the whole catalogue
 * misses the bar, or a part of it is worse than what was measured before.
 */
export async function blamed(
  createTarget: CreateTarget,
  globs: readonly string[],
  { concurrency = 8, part }: SelftestValues,
  io: SelftestIo,
): Promise<number> {
  const results = await tryBlame({
    createTarget,
    deviants: partOf(chosen(globs), part),
    concurrency,
    onDeviant: ({ id, first = 'nothing', right }, done, total) => {
      if (!right) io.out(`${id}: the first failure is ${first}${isKnown(id) ? ', as measured before' : ''}`)
      if (done % 250 === 0) io.error(`${done} of ${total} deviants`)
    },
  })
  const right = results.filter((each) => each.right).length
  const beside = results.reduce((sum, each) => sum + each.beside, 0) / Math.max(1, results.length)
  io.out(
    `${right} of ${results.length} deviants are blamed first (${((100 * right) / results.length).toFixed(1)} %); ` +
      `${beside.toFixed(2)} failures stand beside that of a deviant`,
  )
  if (globs.length === 0 && part === undefined) return right < results.length * bar ? 1 : 0
  const worse = results.filter((each) => !each.right && !isKnown(each.id)).length
  return worse > Math.max(2, results.length * tolerance) ? 1 : 0
}

/** Whether the table says that another clause is blamed first, or says nothing yet. */
function isKnown(id: string): boolean {
  return blameTable.misses[id] !== undefined || blameTable.unmeasured.includes(id)
}
