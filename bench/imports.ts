import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './side-by-side.ts'

/** The cost of an import in a fresh process, in milliseconds of processor time, and that of another package. */
export interface ImportCost {
  readonly name: string
  readonly ours: number
  readonly other: string
  readonly theirs: number
  /** The most that ours may cost, as a multiple of theirs. */
  readonly bar: number
}

const root = fileURLToPath(new URL('..', import.meta.url))

const pairs = [
  { name: 'identikit', other: 'zod', bar: 1.6 },
  { name: 'identikit/node', other: 'msw/node', bar: 1.5 },
]

/** Measures the entry points of the last build. Each round also measures the package to compare with. */
export function measureImports(rounds: number): ImportCost[] {
  return pairs.map(({ name, other, bar }) => {
    const taken = Array.from({ length: rounds }, () => [costOf(name), costOf(other)] as const)
    return {
      name,
      ours: median(taken.map(([ours]) => ours)),
      other,
      theirs: median(taken.map(([, theirs]) => theirs)),
      bar,
    }
  })
}

function costOf(specifier: string): number {
  const code = `const before = process.cpuUsage()
    await import(${JSON.stringify(specifier)})
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000)`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`import '${specifier}' failed\n${stderr}`)
  return Number(stdout)
}
