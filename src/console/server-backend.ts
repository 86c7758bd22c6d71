import { answerOf, type Backend, callHeaders, type Happened, type Neighbours } from './backend.ts'

/** How long to wait before listening again to a server that went away, in milliseconds. */
const again = 1000

/**
 * Reaches the organisation of the server that the page came from.
 *
 * @param base Path of the organisation below the server's origin: empty, or `/orgs/name`.
 */
export function serverBackend(base: string, controlToken?: string): Backend {
  let token: Promise<string> | undefined
  const controlHeaders: Record<string, string> = {
    'content-type': 'application/json',
    ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
  }

  const control: Backend['control'] = async (action, input = {}) => {
    const path = action.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const response = await fetch(`${base}/_control/${path}`, {
      method: 'POST',
      headers: controlHeaders,
      body: JSON.stringify(input),
    })
    return readOrThrow(response)
  }

  const call: Backend['call'] = async (method, path, body) => {
    token ??= control('createApiToken', { name: 'console' }).then((made) => made.token as string)
    const send = async (value: string): Promise<Response> =>
      fetch(path.startsWith(base) ? path : base + path, {
        method,
        headers: callHeaders(value, body !== undefined),
        credentials: 'omit',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const response = await send(await token)
    if (response.status !== 401) return answerOf(response)
    // A reset or a snapshot took the token away.
    token = control('createApiToken', { name: 'console' }).then((made) => made.token as string)
    return answerOf(await send(await token))
  }

  const listen: Backend['listen'] = (onEvent) => {
    const stop = new AbortController()
    void follow(`${base}/_control/events`, controlHeaders, stop.signal, onEvent)
    return () => stop.abort()
  }

  return {
    call,
    control,
    can: () => true,
    exports: { format: 'yaml' },
    neighbours: neighboursOf(base, controlHeaders),
    listen,
  }
}

/** The organisations of the server that a page came from. */
function neighboursOf(base: string, headers: Readonly<Record<string, string>>): Neighbours {
  const [, root = base, here] = /^(.*)\/orgs\/([^/]+)$/.exec(base) ?? []
  return {
    here,
    list: async () => {
      const { organisations } = await readOrThrow(await fetch(`${root}/_orgs`, { headers }))
      return organisations
    },
    make: async (input) =>
      readOrThrow(await fetch(`${root}/_orgs`, { method: 'POST', headers, body: JSON.stringify(input) })),
    delete: async (name) => {
      const response = await fetch(`${root}/_orgs/${name}`, { method: 'DELETE', headers })
      if (!response.ok) await readOrThrow(response)
    },
    consoleOf: (name) => (name === undefined ? `${root}/_console` : `${root}/orgs/${name}/_console`),
  }
}

/** What a reply of the control plane holds; throws what it says is wrong. */
// oxlint-disable-next-line typescript/no-explicit-any -- the console shows what comes
async function readOrThrow(response: Response): Promise<any> {
  const body = await response.json()
  if (response.ok) return body
  const { message, mistakes } = body as { message: string; mistakes?: readonly string[] }
  throw new Error(mistakes && mistakes.length > 0 ? mistakes.join('\n') : message)
}

/** Reads a stream of server-sent events, and begins again after the last one where it breaks off. */
async function follow(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onEvent: (event: Happened) => void,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    try {
      const resumed = last === undefined ? headers : { ...headers, 'last-event-id': last }
      const response = await fetch(url, { headers: resumed, signal })
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value
        const blocks = text.split('\n\n')
        text = blocks.pop()!
        for (const block of blocks) {
          const data = block.split('\n').find((line) => line.startsWith('data: '))
          if (data === undefined) continue
          const event = JSON.parse(data.slice(6)) as Happened
          last = event.id
          onEvent(event)
        }
      }
    } catch {
      // Begins again below, unless nobody listens any more.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, again))
  }
}
