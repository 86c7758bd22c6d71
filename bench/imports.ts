import { run } from './processes.ts'
import { ratioRow, rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'

/** Our entry points and packages to compare with, and the most that ours may cost, as a multiple of theirs. */
const pairs = [
  { name: 'identikit', other: 'zod', bar: 1.6 },
  { name: 'identikit/node', other: 'msw/node', bar: 1.5 },
]

/** Measures the entry points of the last build in fresh processes. */
export async function importRows(rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { name, other, bar } of pairs) {
    const { ours, theirs } = await mediansInTurn(rounds, {
      ours: () => costOf(name),
      theirs: () => costOf(other),
    })
    const figures = [`${rounded(ours)} ms`, `import '${other}': ${rounded(theirs)} ms`] as const
    const title = `import '${name}', fresh process, processor time`
    rows.push(ratioRow(title, figures, ours / theirs, '≤', bar))
  }
  return rows
}

/** The cost of an import in a fresh process, in milliseconds of processor time. */
export function costOf(specifier: string): number {
  const code = `const before = process.cpuUsage()
    await import(${JSON.stringify(specifier)})
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000)`
  return Number(run(process.execPath, ['--input-type=module', '--eval', code]).stdout)
}
