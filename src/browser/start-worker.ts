import type { SetupWorker } from 'msw/browser'

type Started = ReturnType<SetupWorker['start']>
type StartOptions = Parameters<SetupWorker['start']>[0]

/** How a worker is started and stopped. */
export interface Starting {
  /** Those of msw. */
  readonly start: SetupWorker['start']
  readonly stop: SetupWorker['stop']
  /** Has the organisation ready. */
  readonly prepare: () => Promise<void>
}

/** The worker of this page that was started: a second one would fight over what the page asks. */
let running: { readonly worker: SetupWorker; readonly started: Started } | undefined

/**
 * Starts a worker of msw. What would make it fail is found first: msw takes no second start after one that failed. A
 * worker that was started already stays so, as where a module of the page is replaced.
 *
 * @throws Error that says what to do; a start that comes later can go well then.
 */
export function startWorker(worker: SetupWorker, starting: Starting, options: StartOptions): Started {
  if (running?.worker === worker) return running.started
  if (running) {
    return Promise.reject(
      new Error('start: this page has a worker already; stop() it, or give that one all that is to answer'),
    )
  }
  const started = startFirst(worker, starting, options).catch((error: unknown) => {
    if (running?.started === started) running = undefined
    throw error
  })
  running = { worker, started }
  return started
}

/** Stops a worker; another one can be started then. */
export async function stopWorker(worker: SetupWorker, stop: SetupWorker['stop']): Promise<void> {
  if (running?.worker !== worker) return
  running = undefined
  await stop.call(worker)
}

async function startFirst(
  worker: SetupWorker,
  { start, stop, prepare }: Starting,
  options: StartOptions,
): Started {
  // Where there are no service workers msw stands in for fetch, and asks for no script.
  if ('serviceWorker' in navigator && !options?.findWorker)
    await refuseMissing(new URL(options?.serviceWorker?.url ?? '/mockServiceWorker.js', location.href))
  await prepare()
  try {
    const registration = await start.call(worker, options)
    if (registration) await untilControlled(registration)
    return registration
  } catch (error) {
    // What msw has patched by now. It also waits for a worker that may never have been, which nobody can wait for.
    void Promise.resolve(stop.call(worker)).catch(() => {})
    throw error
  }
}

/** @throws Error where a server says that the script is not there; many answer their page in its place. */
async function refuseMissing(script: URL): Promise<void> {
  const signal = AbortSignal.timeout(5000)
  const reply = await fetch(script, { method: 'HEAD', signal }).catch(() => undefined)
  if (!reply || reply.status === 405 || reply.status === 501) return
  if (reply.ok && !/html/.test(reply.headers.get('content-type') ?? '')) return
  const { pathname } = script
  throw new Error(
    `start: there is no worker script at ${pathname}: run "npx msw init public" in the folder of your application, with the folder that it serves for "public", or say where the script is: start({ serviceWorker: { url } })`,
  )
}

/**
 * Waits until the worker has the page. Where a page was closed just before and a frame around this one holds on to its
 * worker, the browser gives this page none until it is loaded again.
 */
async function untilControlled({ scope }: ServiceWorkerRegistration): Promise<void> {
  const { serviceWorker } = navigator
  const mark = 'identikit:loaded-again'
  if (serviceWorker.controller) {
    sessionStorage.removeItem(mark)
    return
  }
  if (!location.href.startsWith(scope)) {
    throw new Error(
      `start: the worker script is for pages below ${new URL(scope).pathname}, and this page is at ${location.pathname}: put the script where the page is, or above it, and say where: start({ serviceWorker: { url } })`,
    )
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  const timer = setTimeout(resolve, 500)
  await promise
  clearTimeout(timer)
  if (serviceWorker.controller) return
  if (sessionStorage.getItem(mark) !== null)
    throw new Error('start: the browser keeps the service worker away from this page; load it again')
  sessionStorage.setItem(mark, '')
  location.reload()
  await new Promise(() => {})
}
