import fs from 'node:fs'
import path from 'node:path'
import { UsageError } from '../../engine/words/usage-error.ts'
import { globPattern } from '../../engine/words/globs.ts'
import type { SelftestIo, SelftestValues } from '../selftest/selftest-values.ts'
import type { CreateTarget } from '../selftest/target.ts'
import { renderPage } from './matrix-page.ts'
import { isTried, renderMatrix, tryOperators } from './matrix.ts'

/** Tries operators on operations, and prints the combinations that no check notices. */
export async function matrix(
  createTarget: CreateTarget,
  globs: readonly string[],
  { part, concurrency = 16, page }: SelftestValues,
  io: SelftestIo,
): Promise<number> {
  const forms = globs.map(globPattern)
  const isPart = forms.length > 0 || part !== undefined
  if (isPart && page !== undefined)
    throw new UsageError('--page shows all operators, so it takes no GLOB and no --part')
  const made = await tryOperators({
    createTarget,
    concurrency,
    lag: 500,
    // A run of all cells also tries those with a reason, so that an outdated reason shows.
    trusting: part !== undefined,
    wanted: (cell, at) =>
      (forms.length === 0 || forms.some((form) => form.test(cell))) &&
      (part === undefined || at % part.of === part.index - 1),
    onCell: (_cell, done, total) => {
      if (done % 500 === 0) io.error(`${done} of ${total} cells`)
    },
  })
  const tried = made.cells.filter(isTried)
  if (tried.length === 0) throw new UsageError('no operator fits an operation that is asked for')
  if (page !== undefined) {
    fs.mkdirSync(path.dirname(page), { recursive: true })
    fs.writeFileSync(page, renderPage(made))
  } else if (part === undefined) for (const line of renderMatrix(made)) io.out(line)
  const survivors = tried.filter((cell) => 'survives' in cell)
  const reasoned = tried.filter((cell) => 'reason' in cell)
  if (part === undefined)
    for (const cell of reasoned)
      if ('reason' in cell) io.out(`NOT NOTICED  ${cell.operator} ${cell.operation}: ${cell.reason}`)
  for (const { operator, operation } of survivors) io.out(`SURVIVES  ${operator} ${operation}`)
  io.out(
    `${tried.length - survivors.length - reasoned.length} of ${tried.length} cells are caught, ${reasoned.length} cannot be noticed, for a reason (${(made.milliseconds / 1000).toFixed(1)} s)`,
  )
  return survivors.length > 0 ? 1 : 0
}
