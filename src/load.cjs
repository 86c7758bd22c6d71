'use strict'
// Loads a module of this package for callers that are CommonJS. Node requires modules; Jest does so by a flag only, and
// what it gives a test in place of node:module is derived from it, so that Node loads them there, too.
const { Module } = require('node:module')
const outer = Object.getPrototypeOf(Module)
const { createRequire } = 'createRequire' in outer ? outer : Module
const load = createRequire(__filename)

module.exports = (path) => ({ ...load(path) })
