import { type ChildProcess, spawn } from 'node:child_process'

/** The line that a server with `--json` prints once it listens. */
export function listening(
  server: ChildProcess,
): Promise<{ readonly url: string; readonly apiToken: string }> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
      const end = printed.indexOf('\n')
      if (end !== -1) resolve(JSON.parse(printed.slice(0, end)) as { url: string; apiToken: string })
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)))
  })
}

/** Serves with a program until the end of a function. */
export async function serving<Result>(
  [program, ...args]: readonly [program: string, ...args: string[]],
  goesOn: (url: string, apiToken: string) => Promise<Result>,
): Promise<Result> {
  const server = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const { url, apiToken } = await listening(server)
    return await goesOn(url, apiToken)
  } finally {
    server.kill('SIGINT')
    await ended
  }
}
