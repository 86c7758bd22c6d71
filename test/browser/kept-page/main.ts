import { setupWorker, type WorkerOptions } from 'identikit/browser'
import { mountConsole } from '../../../src/console/mount.tsx'

/** A page whose worker is made as the part of its address behind `?` says. */
const given = new URLSearchParams(location.search).get('options') ?? '{}'
const { start = true, ...options } = JSON.parse(given) as WorkerOptions & { readonly start?: boolean }
const worker = setupWorker(options)
Object.assign(globalThis, { worker, setupWorker, mountConsole })
if (start)
  await worker.start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: '/sub/mockServiceWorker.js' },
  })
document.documentElement.dataset['ready'] = ''
