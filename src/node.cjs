'use strict'
// identikit/node as Node gets it: says what to install where msw is missing.
const load = require('./load.cjs')

/** @type {typeof import('./node.ts')} */
let made
try {
  made = load('./chunks/setup-server.js')
} catch (cause) {
  if (!/'?\bmsw\b/.test(cause.message) || !/MODULE_NOT_FOUND/.test(cause.code)) throw cause
  const message = 'identikit/node needs msw, which is not installed here: npm install --save-dev msw'
  throw new TypeError(message, { cause })
}

// Jest gives tests a global object of their own, with the fetch of when they first asked for it.
const outer = made.globals
const names = ['fetch', 'WebSocket'].filter((name) => name in globalThis)
const take = () => {
  if (outer !== globalThis) for (const name of names) globalThis[name] = outer[name]
}

exports.setupServer = (...args) => {
  const server = made.setupServer(...args)
  const { listen, close } = server
  return Object.assign(server, {
    listen(...options) {
      listen.apply(server, options)
      take()
    },
    close() {
      close.call(server)
      take()
    },
  })
}
