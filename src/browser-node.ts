import type { MockWorker } from './browser.ts'

/** In the place of `identikit/browser` where Node loads it, as the rendering of pages on a server does. */
export function setupWorker(): MockWorker {
  throw new Error(
    'setupWorker: a service worker needs a browser; in Node, jsdom and happy-dom use setupServer of identikit/node, or an entry for your test runner',
  )
}
