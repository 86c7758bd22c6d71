import { blameTable } from './blame-table.ts'
import { chosen, partOf } from '../selftest/chosen.ts'
import type { SelftestIo, SelftestValues } from '../selftest/selftest-values.ts'
import type { CreateTarget } from '../selftest/target.ts'
import { tryBlame } from './try-blame.ts'

/** The share of first failures that must be a broken clause, over the whole catalogue. */
const bar = 0.95

/**
 * The share of deviants that may differ from `blame-table.ts`: on a busy machine a few do. A part is compared with the
 * table, not with the bar: the bar is for the whole catalogue.
 */
const tolerance = 0.05

/**
 * Runs the checks that deviants reach, and prints the clause that each report blames first. Returns 1 if the whole
 * catalogue misses the bar, or if a part of it is worse than measured before.
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

/** Whether the table lists another clause as the first, or has no measurement yet. */
function isKnown(id: string): boolean {
  return blameTable.misses[id] !== undefined || blameTable.unmeasured.includes(id)
}
