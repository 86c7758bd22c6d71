import { chosen, partOf } from '../selftest/chosen.ts'
import type { SelftestIo, SelftestValues } from '../selftest/selftest-values.ts'
import type { CreateTarget } from '../selftest/target.ts'
import { tryBlame } from './try-blame.ts'

/** Shares of first failures that must be a broken clause. The catalogue as a whole varies less than a part. */
const bars = { whole: 0.95, part: 0.9 }

/**
 * Runs the checks that deviants reach, and prints the clause that each report blames first. Returns 1 if fewer are right
 * than the bar.
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
      if (!right) io.out(`${id}: the first failure is ${first}`)
      if (done % 250 === 0) io.error(`${done} of ${total} deviants`)
    },
  })
  const right = results.filter((each) => each.right).length
  const beside = results.reduce((sum, each) => sum + each.beside, 0) / Math.max(1, results.length)
  io.out(
    `${right} of ${results.length} deviants are blamed first (${((100 * right) / results.length).toFixed(1)} %); ` +
      `${beside.toFixed(2)} failures stand beside that of a deviant`,
  )
  const isWhole = globs.length === 0 && part === undefined
  return right < results.length * (isWhole ? bars.whole : bars.part) ? 1 : 0
}
