import type { Actions } from '../control/index.ts'
import { controlPath } from '../control/index.ts'
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
  send(path: string, input: string): Promise<{ readonly status: number; readonly text: string }>
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
  const base = url.replace(/\/+$/, '')
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const ask = async (path: string, init?: RequestInit): Promise<{ status: number; text: string }> => {
    try {
      const reply = await fetch(base + path, init)
      return { status: reply.status, text: await reply.text() }
    } catch (error) {
      const { cause, message } = error as Error
      throw new ToolError(
        `url: no reply from ${base}: ${cause instanceof Error ? cause.message : message}; start a server with: npx identikit serve`,
      )
    }
  }
  const headers = { 'Content-Type': 'application/json', ...authorization }
  return {
    url: base,
    controlToken: token,
    openApi: async () => (await ask('/openapi.json')).text,
    send: (path, input) => ask(`${controlPath}/${path}`, { method: 'POST', headers, body: input }),
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
  const { status, text } = await target.send(pathOf(name, actions[name]!), JSON.stringify(input))
  const answer = parsed(text)
  if (status < 400 && answer !== undefined) return answer
  const { message } = (answer ?? {}) as { readonly message?: string }
  throw new ToolError(
    message ?? `${target.url}: expected a server of Identikit, got status ${status} for ${controlPath}`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
