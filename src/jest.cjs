'use strict'
// The same as jest.ts, for files of tests that are CommonJS.
const globals = require('@jest/globals')
const { Module } = require('node:module')
// What Jest gives a test in place of node:module is derived from it; Node's own require takes modules.
const { createRequire } =
  'createRequire' in Object.getPrototypeOf(Module) ? Object.getPrototypeOf(Module) : Module

exports.useOrg = createRequire(__filename)('./chunks/jest-kit.js').jestKit(globals, globalThis).useOrg
