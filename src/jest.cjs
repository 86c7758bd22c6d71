'use strict'
// The same as jest.ts, for files of tests that are CommonJS.
const globals = require('@jest/globals')
const { jestKit } = require('./load.cjs')('./chunks/jest-kit.js')

exports.useOrg = jestKit(globals, globalThis).useOrg
