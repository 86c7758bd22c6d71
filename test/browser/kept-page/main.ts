import { setupWorker, type WorkerOptions } from 'identikit/browser'

/** A page whose worker is made as the part of its address behind `?` says. */
const options = JSON.parse(new URLSearchParams(location.search).get('options') ?? '{}') as WorkerOptions
const worker = setupWorker(options)
Object.assign(globalThis, { worker, setupWorker })
await worker.start({
  quiet: true,
  onUnhandledFrame: 'bypass',
  serviceWorker: { url: '/sub/mockServiceWorker.js' },
})
document.documentElement.dataset['ready'] = ''
