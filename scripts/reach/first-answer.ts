import { spawn } from 'node:child_process'
import { urlOf } from './checks.ts'

const rounds = 7
const token = 'first-answer'

/**
 * The median of the milliseconds from the start of each program to its first 200. Each round measures every program.
 */
export async function firstAnswers(programs: readonly (readonly string[])[]): Promise<number[]> {
  const times: number[][] = programs.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, program] of programs.entries()) times[index]!.push(await firstAnswer(program))
  }
  // The first start compiles, and caches the compiled code.
  return times.map(([, ...rest]) => rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)]!)
}

async function firstAnswer([program = '', ...before]: readonly string[]): Promise<number> {
  const args = [...before, 'serve', '--port', '0', '--seed', 'empty', '--json', '--token', token]
  const start = performance.now()
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const url = await urlOf(server)
    const { status } = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `SSWS ${token}` } })
    if (status !== 200) throw new Error(`${program} answered ${status}`)
    return performance.now() - start
  } finally {
    server.kill('SIGINT')
    await ended
  }
}
