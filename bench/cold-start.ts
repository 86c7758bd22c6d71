import { fileURLToPath } from 'node:url'
import { serving } from '../scripts/served.ts'
import { cli, timed } from './processes.ts'
import { atMost, ratioRow, rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'

/** Serves an empty world on a free port, and prints the address as JSON. */
export const serveArguments = ['serve', '--port', '0', '--seed', 'empty', '--json', '--token', 'bench-token']
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

/** Measures `identikit openapi` from its start to its end. */
export async function openApiRow(rounds: number): Promise<Row> {
  const { once } = await mediansInTurn(rounds, { once: () => timed(cli, 'openapi') })
  return atMost('openapi: the document by a cold command, from its start to its end', once, 'ms', 200)
}
