import type { Actions } from '../control/index.ts'
import { controlPath } from '../control/index.ts'
import { messageIn, ServerCalls } from '../client/server-calls.ts'
import { jsonOf } from '../exchange/json.ts'
import type { FetchedText } from '../model/kernel/bounded-fetch.ts'
import { actions, pathOf } from '../server/control-actions.ts'

/** An organisation that the tools act on, through its control plane. */
export interface Target {
  /** Its address, without a trailing slash. */
  readonly url: string
  /** The control token of its server, if it has one. */
  readonly controlToken?: string | undefined
  /** The OpenAPI document of its API, as JSON. */
  openApi(): Promise<string>
  /** Sends the input of an action, as JSON, to its path below `/_control/`. */
  send(path: string, input: string): Promise<FetchedText>
}

/** A message that a tool answers with instead of a result. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/**
 * An organisation of a server, over HTTP.
 *
 * @param token The control token, if the server has one.
 */
export function targetAt(url: string, token?: string): Target {
  const server = new ServerCalls(url, { token, option: 'url' })
  const ask = (...request: Parameters<ServerCalls['ask']>): Promise<FetchedText> =>
    server.ask(...request).catch((error: Error) => {
      throw new ToolError(error.message, { cause: error })
    })
  return {
    url: server.root,
    controlToken: token,
    openApi: async () => (await ask('GET', '/openapi.json')).text ?? '',
    send: (path, input) => ask('POST', `${controlPath}/${path}`, input),
  }
}

type Answers = {
  readonly [Name in keyof Actions]: Awaited<ReturnType<Actions[Name]>>
}

/** Runs an action of the control plane, with the types that it has in process. */
export async function call<Name extends keyof Actions>(
  target: Target,
  name: Name,
  ...[input]: Parameters<Actions[Name]>
): Promise<Answers[Name]> {
  return (await run(target, name, input)) as Answers[Name]
}

/**
 * Runs an action by name.
 *
 * @throws ToolError with the message of the control plane.
 */
export async function run(target: Target, name: string, input: unknown = {}): Promise<unknown> {
  const { status, text = '' } = await target.send(pathOf(name, actions[name]!), JSON.stringify(input))
  const answer = jsonOf(text)
  if (status < 400 && answer !== undefined) return answer
  throw new ToolError(
    messageIn(text) ??
      `${target.url}: expected a server of Identikit, got status ${status} for ${controlPath}`,
  )
}
