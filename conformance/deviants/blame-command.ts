import { chosen, partOf } from './chosen.ts'
import type { SelftestIo, SelftestValues } from './selftest-values.ts'
import type { CreateTarget } from './target.ts'
import { tryBlame } from './try-blame.ts'

/** The share of first failures that have to be a broken clause; a part of the catalogue may be below the whole. */
const bars = { whole: 0.85, part: 0.75 } as const

/** Runs what deviants reach of the suite, and says whom its report blames first. */
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
