import { actionPath } from '../contract/paths.ts'
import { boundedFetch, TooLate } from '../model/kernel/bounded-fetch.ts'
import type { Actions } from '../control/index.ts'

/** The control plane of an organisation on a server: its functions, each returning a promise. */
export type RemoteControl = {
  readonly [Name in keyof Actions]: (
    ...input: Parameters<Actions[Name]>
  ) => Promise<Awaited<ReturnType<Actions[Name]>>>
}

/** An organisation on a shared server. */
export interface SharedOrg {
  /** Its name on the server. */
  readonly name: string
  /** Address under which its links are made, without a trailing slash. */
  readonly baseUrl: string
  /** Value of the super administrator's API token. */
  readonly apiToken: string
  /** Controls the mock over HTTP, without the API. */
  readonly control: RemoteControl
  /** Deletes it on the server. */
  readonly delete: () => Promise<void>
}

/** Waiting actions take up to ten minutes. A whole state is as long as a text can be. */
const bounds = { timeout: 660_000, longest: 2 ** 29 }

interface SharedOrgInput {
  readonly serverUrl: string
  readonly controlToken?: string
  readonly dataset?: string
  readonly from?: string
}

/**
 * Makes an organisation on a server.
 *
 * @throws Error with the message of the server if it makes none, or if no server answers.
 */
export async function createSharedOrg({
  serverUrl,
  controlToken,
  ...input
}: SharedOrgInput): Promise<SharedOrg> {
  const root = serverUrl.replace(/\/+$/, '')
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (controlToken !== undefined) headers['Authorization'] = `Bearer ${controlToken}`
  const call = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    // Undefined has no JSON, and so sends no body.
    const init = { method, headers, body: JSON.stringify(body) }
    const { status, text } = await boundedFetch(url, init, bounds).catch((error: unknown) => {
      if (error instanceof TooLate) throw error
      throw new Error(`serverUrl: no server answers at ${root}; start one with npx identikit serve`, {
        cause: error,
      })
    })
    if (text === undefined) throw new Error(`${method} ${url} answered more than is read`)
    if (status >= 200 && status <= 299) return text === '' ? undefined : JSON.parse(text)
    throw new Error(`${method} ${url} answered ${status}: ${messageIn(text)}`)
  }
  const { name, baseUrl, apiToken } = (await call('POST', `${root}/_orgs`, input)) as Omit<
    SharedOrg,
    'control'
  >
  const control = new Proxy({} as RemoteControl, {
    get: (_, action) =>
      typeof action === 'string' && action !== 'then'
        ? (given: unknown = {}) => call('POST', `${baseUrl}/_control/${actionPath(action)}`, given)
        : undefined,
  })
  return {
    name,
    baseUrl,
    apiToken,
    control,
    delete: async () => void (await call('DELETE', `${root}/_orgs/${name}`)),
  }
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text
  } catch {
    return text.slice(0, 500)
  }
}
