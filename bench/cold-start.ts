import { fileURLToPath } from 'node:url'
import { serving } from '../scripts/served.ts'
import { cli, timed } from './processes.ts'
import { ratioRow, rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'

/** Serves an empty world on a free port, and prints the address as JSON. */
export const serveArguments = ['serve', '--port', '0', '--data', 'empty', '--json', '--token', 'bench-token']
const bareScript = fileURLToPath(new URL('./bare-script.mjs', import.meta.url))

/** Measures the start of the built server with an empty world. Each round also measures a script of a few lines. */
export async function coldStartRow(rounds: number): Promise<Row> {
  const { ours, bare } = await mediansInTurn(rounds, {
    ours: () => firstAnswer(process.execPath, cli, ...serveArguments),
    bare: () => firstAnswer(process.execPath, bareScript),
  })
  const figures = [`${rounded(ours)} ms`, `bare script: ${rounded(bare)} ms`] as const
  return ratioRow(
    'cold start of the built server, without data, to the first 200',
    figures,
    ours / bare,
    '≤',
    1.25,
  )
}

/** Milliseconds from the start of a server to its first reply. */
export async function firstAnswer(
  ...command: readonly [program: string, ...args: string[]]
): Promise<number> {
  const start = performance.now()
  return serving(command, async (url) => {
    const reply = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: 'SSWS bench-token' } })
    if (reply.status !== 200) throw new Error(`${command[0]} answered ${reply.status}`)
    return performance.now() - start
  })
}

/** Measures commands, each from its start to its end, and in the same rounds a process that only imports zod. */
export async function commandRows(
  rounds: number,
  commands: readonly (readonly [name: string, bar: number, ...args: readonly string[]])[],
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [name, bar, ...args] of commands) {
    const { ours, zod } = await mediansInTurn(rounds, {
      ours: () => timed(cli, ...args),
      zod: () => timed('--input-type=module', '--eval', "import 'zod'"),
    })
    const figures = [`${rounded(ours)} ms`, `import 'zod': ${rounded(zod)} ms`] as const
    rows.push(ratioRow(`${name}, from start to exit`, figures, ours / zod, '≤', bar))
  }
  return rows
}
