import { actionPath, controlPath } from '../contract/paths.ts'
import type { Actions, Varied } from '../control/index.ts'
import { jsonOf } from '../exchange/json.ts'
import { boundedFetch, type FetchedText, TooLate } from '../model/kernel/bounded-fetch.ts'

/** The control plane of an organisation on a server: its functions, each returning a promise. */
export type RemoteControl = Varied<true> & {
  readonly [Name in Exclude<keyof Actions, keyof Varied>]: (
    ...input: Parameters<Actions[Name]>
  ) => Promise<Awaited<ReturnType<Actions[Name]>>>
}

/** How a server of Identikit is called. */
interface Access {
  /** The control token, if the server has one. */
  readonly token?: string | undefined
  /** The option that says where the server is, for messages. */
  readonly option: string
  /** Milliseconds. Default: longer than the ten minutes of actions that wait. */
  readonly timeout?: number
}

/** A whole state is as long as a text can be. */
const longest = 2 ** 29

/** Calls a server of Identikit. */
export class ServerCalls {
  /** The address of the server, without a trailing slash. */
  readonly root: string
  readonly #access: Access

  constructor(url: string, access: Access) {
    this.root = url.replace(/\/+$/, '')
    this.#access = access
  }

  /** The functions of the control plane. */
  get control(): RemoteControl {
    return new Proxy({} as RemoteControl, {
      get: (_, name) =>
        typeof name === 'string' && name !== 'then'
          ? (input: unknown = {}) => this.call('POST', `${controlPath}/${actionPath(name)}`, input)
          : undefined,
    })
  }

  /**
   * The reply to a request with a body of JSON.
   *
   * @throws Error if no server answers.
   */
  async ask(method: string, path: string, body?: string): Promise<FetchedText> {
    const { token, option, timeout = 660_000 } = this.#access
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    return boundedFetch(this.root + path, init, { timeout, longest }).catch((error: Error) => {
      if (error instanceof TooLate) throw error
      const { cause } = error
      const why = cause instanceof Error ? cause.message : undefined
      throw new Error(`${option}: ${noServerAt(this.root, why)}`, { cause: error })
    })
  }

  /**
   * The value of a reply.
   *
   * @throws Error with the message of the server if it refuses, or if no server answers.
   */
  async call(method: string, path: string, input?: unknown): Promise<unknown> {
    const { status, text } = await this.ask(method, path, JSON.stringify(input))
    const url = this.root + path
    if (text === undefined) throw new Error(`${method} ${url} answered more than is read`)
    if (status >= 200 && status <= 299) return text === '' ? undefined : JSON.parse(text)
    throw new Error(`${method} ${url} answered ${status}: ${messageIn(text) ?? text.slice(0, 500)}`)
  }
}

/** The sentence about an address at which no server answers. */
export function noServerAt(address: string, why?: string): string {
  return `no server answers at ${address}${why === undefined ? '' : ` (${why})`}; start one with npx identikit serve`
}

/** The message of an error of a server; undefined if a server of Identikit did not send the text. */
export function messageIn(text: string): string | undefined {
  return (jsonOf(text) as { readonly message?: string } | undefined)?.message
}
