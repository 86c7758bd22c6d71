import type { SetupWorker } from 'msw/browser'

type Started = ReturnType<SetupWorker['start']>
type StartOptions = Parameters<SetupWorker['start']>[0]

/** How a worker is started and stopped. */
export interface Starting {
  /** Those of msw. */
  readonly start: SetupWorker['start']
  readonly stop: SetupWorker['stop']
  /** Prepares the organisation. */
  readonly prepare: () => Promise<void>
}

/** The worker that runs on this page. A second one would compete for the same requests. */
let running: { readonly worker: SetupWorker; readonly started: Started } | undefined

/**
 * Starts a worker of msw. It finds causes of a failure first, since msw cannot start again after a failed start. A
 * running worker stays, for example when a module of the page is replaced.
 *
 * @throws Error with a solution; you can then call it again.
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
  // Without service workers msw replaces fetch, and needs no script.
  if ('serviceWorker' in navigator && !options?.findWorker)
    await refuseMissing(new URL(options?.serviceWorker?.url ?? '/mockServiceWorker.js', location.href))
  await prepare()
  try {
    const registration = await start.call(worker, { ...quietAboutFiles, ...options })
    if (registration) await untilControlled(registration)
    return registration
  } catch (error) {
    // Undoes the patches of msw. Nobody awaits it: it may wait forever for a missing worker.
    void Promise.resolve(stop.call(worker)).catch(() => {})
    throw error
  }
}

/** Warns of calls that nobody answers, but not of the page's own files. Has the options of msw 2 and 3. */
const quietAboutFiles = {
  onUnhandledRequest(request: Request, print: { readonly warning: () => void }): void {
    if (!isOfPage(request)) print.warning()
  },
  onUnhandledFrame({ frame, defaults }: UnhandledFrame): void {
    const { request } = frame.data as { readonly request?: Request }
    if (!request || !isOfPage(request)) defaults.warn()
  },
}

/** The way in which msw 3 reports a call that no handler answers. */
interface UnhandledFrame {
  readonly frame: { readonly data: unknown }
  readonly defaults: { readonly warn: () => void }
}

function isOfPage({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).origin === location.origin
}

/** @throws Error if a server says that the script is missing; many send their page instead. */
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
 * Waits until the worker controls the page. It may not before a reload, if a page was just closed and an outer frame
 * still uses its worker.
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
