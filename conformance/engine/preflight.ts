import type { Sender } from './http-sender.ts'
import type { SuiteSetup } from './suite-setup.ts'
import { reasonOf } from './transport.ts'

/** Finds out, before anything is written, whether the target answers and takes the token. */
export async function preflight(
  setup: SuiteSetup,
  sender: Sender,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ list: string[]; stop?: string }> {
  const ask = async (where: string): Promise<number> => {
    const headers: Record<string, string> = { Accept: 'application/json', ...setup.headers }
    if (setup.token !== undefined) headers['Authorization'] = `SSWS ${setup.token}`
    const url = new URL(`${setup.baseUrl}${where}?limit=1`)
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(setup.requestTimeout)])
    return (await sender.send({ method: 'GET', url, headers, body: undefined }, timeout)).status
  }
  try {
    const statuses = [await ask('/api/v1/users'), await ask('/api/v1/groups')]
    if (setup.token !== undefined && statuses.every((status) => status === 401 || status === 403)) {
      const stop = `the target refuses the token (${statuses[0]})`
      return { list: [stop], stop }
    }
    return {
      list: setup.token === undefined ? ['there is no token: most clauses need one (--token env:NAME)'] : [],
    }
  } catch (error) {
    if (signal.aborted) return { list: [] }
    const stop = `the target ${setup.baseUrl} gives no answer: ${reasonOf(error)}`
    return { list: [stop], stop }
  }
}
