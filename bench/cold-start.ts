import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'
import { median } from './side-by-side.ts'

/** Milliseconds from the start of a process to the first 200, ours and a bare server's. */
export interface ColdStart {
  readonly ours: number
  readonly bare: number
}

const built = fileURLToPath(new URL('../dist/cli/identikit.js', import.meta.url))
/** Serves an empty world on a free port, and prints the address as JSON. */
export const serveArguments = ['serve', '--port', '0', '--seed', 'empty', '--json', '--token', 'bench-token']
const bare = fileURLToPath(new URL('./bare-script.mjs', import.meta.url))

/** Builds the server and measures its start with an empty world. Each round also measures a script of a few lines. */
export async function measureColdStart(rounds: number): Promise<ColdStart> {
  const ours = (): Promise<number> => firstAnswer([built, ...serveArguments])
  const theirs = (): Promise<number> => firstAnswer([bare])
  build()
  // The first start compiles, and caches the compiled code.
  await ours()
  await theirs()
  const results = []
  for (let round = 0; round < rounds; round++) results.push({ ours: await ours(), bare: await theirs() })
  return { ours: median(results.map((each) => each.ours)), bare: median(results.map((each) => each.bare)) }
}

/** Milliseconds from the start of a server to its first reply. */
export async function firstAnswer(args: readonly string[]): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk
        const found = /"url":"([^"]+)"/.exec(printed)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.on('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)))
    })
    const response = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: 'SSWS bench-token' } })
    if (response.status !== 200) throw new Error(`${args[0]} answered ${response.status}`)
    return performance.now() - start
  } finally {
    const ended = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
}

/** Milliseconds that `identikit openapi` takes from its start to its end. */
export async function measureOpenApi(rounds: number): Promise<number> {
  const once = async (): Promise<number> => {
    const start = performance.now()
    const child = spawn(process.execPath, [built, 'openapi'], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.resume()
    const code = await new Promise((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`identikit openapi ended with ${String(code)}`)
    return performance.now() - start
  }
  // The first start compiles, and caches the compiled code.
  await once()
  const results = []
  for (let round = 0; round < rounds; round++) results.push(await once())
  return median(results)
}
