import { actionPath } from '../contract/paths.ts'
import {
  answerOf,
  type Backend,
  callHeaders,
  consoleToken,
  type Happening,
  type Listener,
  type Organizations,
} from './backend.ts'

/** The pause before the page listens again to an unavailable server, in milliseconds. */
const again = 1000

/**
 * Connects to the organisation on the server of the page.
 *
 * @param base Path of the organisation below the server's origin: empty, or `/orgs/name`.
 */
export function serverBackend(base: string, controlToken?: string): Backend {
  let asking: Promise<string> | undefined
  let token: Promise<string> | undefined
  let listed: ReturnType<Backend['actions']> | undefined
  const controlHeaders: Record<string, string> = {
    'content-type': 'application/json',
    ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
  }

  const control: Backend['control'] = async (action, input = {}) => {
    const response = await reach(`${base}/_control/${actionPath(action)}`, {
      method: 'POST',
      headers: controlHeaders,
      body: JSON.stringify(input),
    })
    return readOrThrow(response)
  }

  /** Calls without a token, or with the same expired one, share one request for a new one. */
  const freshToken = async (dead?: string): Promise<string> => {
    const known = await token?.catch(() => undefined)
    if (known !== undefined && known !== dead) return known
    asking ??= consoleToken(control).finally(() => (asking = undefined))
    token = asking
    return asking
  }

  const send = async (value: string, method: string, path: string, body?: unknown): Promise<Response> =>
    reach(path.startsWith(base) ? path : base + path, {
      method,
      headers: callHeaders(value, body !== undefined),
      credentials: 'omit',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const call: Backend['call'] = async (...request) => {
    const used = await freshToken()
    const answer = await answerOf(await send(used, ...request))
    // Another server at the same address has another token; an unknown client gets 401, too.
    if (answer.status !== 401 || answer.body?.errorCode !== 'E0000011') return answer
    return answerOf(await send(await freshToken(used), ...request))
  }

  const listen: Backend['listen'] = (onEvent, onConnection) => {
    const stop = new AbortController()
    void follow(`${base}/_control/events?requests`, controlHeaders, stop.signal, onEvent, onConnection)
    return () => stop.abort()
  }

  return {
    call,
    callAs: async (...request) => answerOf(await send(...request)),
    control,
    can: () => true,
    actions: () =>
      (listed ??= reach(`${base}/_control`, { headers: controlHeaders })
        .then(readOrThrow)
        .then(({ actions }) => actions)
        .catch((error: unknown) => {
          listed = undefined
          throw error
        })),
    exports: { format: 'yaml' },
    organizations: organizationsOf(base, controlHeaders),
    listen,
  }
}

/** The organisations on the server of a page. */
function organizationsOf(base: string, headers: Readonly<Record<string, string>>): Organizations {
  const [, root = base, here] = /^(.*)\/orgs\/([^/]+)$/.exec(base) ?? []
  return {
    here,
    list: async () => {
      const { organisations } = await readOrThrow(await reach(`${root}/_orgs`, { headers }))
      return organisations
    },
    make: async (input) =>
      readOrThrow(await reach(`${root}/_orgs`, { method: 'POST', headers, body: JSON.stringify(input) })),
    delete: async (name) => {
      const response = await reach(`${root}/_orgs/${name}`, { method: 'DELETE', headers })
      if (!response.ok) await readOrThrow(response)
    },
    consoleOf: (name) => (name === undefined ? `${root}/_console` : `${root}/orgs/${name}/_console`),
  }
}

/** Sends a request; throws a clear error if no answer arrives, or another server answers. */
async function reach(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new Error('The server does not answer.', { cause })
  })
  if (response.status < 502 || response.status > 504) return response
  throw new Error(`The server cannot be reached: ${response.status}.`)
}

/** The result in a reply of the control plane; throws its error. */
// oxlint-disable-next-line typescript/no-explicit-any -- the console shows what comes
async function readOrThrow(response: Response): Promise<any> {
  const body = await response.json()
  if (response.ok) return body
  const { error, message, mistakes } = body as {
    error: string
    message: string
    mistakes?: readonly string[]
  }
  // The message about a seed lists its mistakes already.
  if (!mistakes || error === 'bad-seed') throw new Error(message)
  throw Object.assign(new Error(mistakes.join('\n')), { mistakes })
}

/** Messages for errors that concern the page's access, by their code. */
const refused: Readonly<Record<string, string>> = {
  'control-token-required': 'The server asks for another control token. Reload this page to type it.',
  'control-closed':
    'The control plane of the server is closed now: start it with --control-token to use the console.',
}

/**
 * Reads a stream of server-sent events while the page is visible, and starts again after an interruption. A browser
 * opens at most six connections to a server, and tabs in the background would take all of them.
 */
async function follow(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onEvent: Listener,
  onConnection: (problem: string | undefined) => void,
): Promise<void> {
  for (let mayHaveMissed = false; !signal.aborted; mayHaveMissed = true) {
    await inSight(signal)
    const outOfSight = new AbortController()
    const look = (): void => {
      if (document.hidden) outOfSight.abort()
    }
    document.addEventListener('visibilitychange', look)
    let problem = 'The server does not answer. This page goes on when it is back.'
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.any([signal, outOfSight.signal]) })
      if (!response.ok) {
        const { error } = (await response.json()) as { readonly error?: string }
        problem =
          (error === undefined ? undefined : refused[error]) ?? `The server answers ${response.status}.`
        throw new Error(problem)
      }
      onConnection(undefined)
      if (mayHaveMissed) onEvent()
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value
        const blocks = text.split('\n\n')
        text = blocks.pop()!
        for (const block of blocks) {
          const data = block.split('\n').find((line) => line.startsWith('data: '))
          if (data !== undefined) onEvent(JSON.parse(data.slice(6)) as Happening)
        }
      }
    } catch {
      // Starts again below, unless nobody listens any more.
    } finally {
      document.removeEventListener('visibilitychange', look)
    }
    if (signal.aborted) return
    if (outOfSight.signal.aborted) continue
    onConnection(problem)
    await new Promise((resolve) => setTimeout(resolve, again))
  }
}

/** Waits until the page is visible. */
async function inSight(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true, signal })
      signal.addEventListener('abort', resolve, { once: true })
    })
  }
}
