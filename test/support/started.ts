import { onTestFinished } from 'vitest'
import { type RunningServer, serve, type ServeOptions } from '../../src/server.ts'

/** Starts a server at a free port, and closes it after the test. */
export async function started(options: ServeOptions = {}): Promise<RunningServer> {
  const server = await serve({ port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}

/** Starts one whose organisation has the API token `token`. */
export function startedWithToken(options: ServeOptions = {}): Promise<RunningServer> {
  return started({ options: { apiToken: 'token' }, ...options })
}
