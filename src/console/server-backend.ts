import { actionPath } from '../contract/paths.ts'
import { type Backend, backendBy, type Happening, type Listener, type Organizations } from './backend.ts'

/** The pause before the page listens again to an unavailable server, in milliseconds. */
const again = 1000

/** The storage key of the control token, if the server requires one: typed once, kept for the tab. */
const tokenKey = 'identikit-control-token'
let isUntold = false

function controlHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(tokenKey)
  return {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

/**
 * Connects to the organisation on the server of the page.
 *
 * @param base Path of the organisation below the server's origin: empty, or `/orgs/name`.
 */
export function serverBackend(base: string): Backend {
  let listed: ReturnType<Backend['actions']> | undefined
  return backendBy(base, {
    send: (path, init) => reach(path, { ...init, credentials: 'omit' }),
    mayMove: false,
    control: (action, input) => ask('POST', `${base}/_control/${actionPath(action)}`, input ?? {}),
    can: () => true,
    actions: () =>
      (listed ??= ask('GET', `${base}/_control`).then(
        ({ actions }) => actions,
        (error: unknown) => {
          listed = undefined
          throw error
        },
      )),
    exports: { format: 'yaml' },
    organizations: organizationsOf(base),
    listen: (onEvent, onConnection) => {
      const stop = new AbortController()
      void follow(`${base}/_control/events?requests`, stop.signal, onEvent, onConnection)
      return () => stop.abort()
    },
  })
}

/** The organisations on the server of a page. */
function organizationsOf(base: string): Organizations {
  const [, root = base, here] = /^(.*)\/orgs\/([^/]+)$/.exec(base) ?? []
  return {
    here,
    list: async () => (await ask('GET', `${root}/_orgs`)).organisations,
    make: (input) => ask('POST', `${root}/_orgs`, input),
    delete: (name) => ask('DELETE', `${root}/_orgs/${name}`),
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

/** Asks the control plane; asks for the control token if the server requires one. Throws the error of a reply. */
// oxlint-disable-next-line typescript/no-explicit-any -- the console shows what comes
async function ask(method: string, url: string, input?: unknown): Promise<any> {
  const headers = controlHeaders()
  const { authorization } = headers
  const response = await reach(url, {
    method,
    headers,
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  })
  if (response.status === 204) return undefined
  const body = await response.json()
  if (response.ok) return body
  const { error, message, mistakes } = body as {
    error: string
    message: string
    mistakes?: readonly string[]
  }
  if (error === 'control-token-required' && tellToken(authorization)) return ask(method, url, input)
  // The message about a seed lists its mistakes already.
  if (!mistakes || error === 'bad-seed') throw new Error(refused[error] ?? message)
  throw Object.assign(new Error(mistakes.join('\n')), { mistakes })
}

/** Asks a person for the control token, unless another call did since; answers whether there is another one to try. */
function tellToken(tried: string | undefined): boolean {
  if (isUntold || controlHeaders()['authorization'] !== tried) return !isUntold
  // oxlint-disable-next-line no-alert -- one question for every call of the page
  const typed = prompt(
    tried === undefined
      ? 'Control token of this server'
      : 'This is not the token; control token of this server',
  )
  isUntold = typed === null
  if (typed !== null) sessionStorage.setItem(tokenKey, typed)
  return typed !== null
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
      const response = await fetch(url, {
        headers: controlHeaders(),
        signal: AbortSignal.any([signal, outOfSight.signal]),
      })
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
