'use strict'
/**
 * Where an executable begins: the files of the package are assets inside it, and modules find them in a folder that
 * exists only for them. A module of the user's own, such as a data set, may import `identikit` from there too.
 */
const { createRequire, registerHooks } = require('node:module')
const { dirname, join } = require('node:path')
const { getAsset, getAssetKeys } = require('node:sea')
const { pathToFileURL } = require('node:url')

const folder = `${pathToFileURL(join(dirname(process.execPath), '.identikit')).href}/`
const files = new Set(getAssetKeys())

/** The address inside that a specifier means, if it means one. */
function insideOf(specifier, parent) {
  if (specifier.startsWith(folder)) return specifier
  if (specifier.startsWith('.') && parent?.startsWith(folder)) return new URL(specifier, parent).href
  if (specifier !== 'identikit' && !specifier.startsWith('identikit/')) return undefined
  const { exports } = JSON.parse(getAsset('package.json', 'utf8'))
  const entry = exports[specifier.replace('identikit', '.')]
  const path = entry?.node?.module ?? entry?.default
  return path && new URL(path, folder).href
}

registerHooks({
  resolve(specifier, context, next) {
    const url = insideOf(specifier, context.parentURL)
    return url && files.has(url.slice(folder.length))
      ? { url, format: 'module', shortCircuit: true }
      : next(specifier, context)
  },
  load(url, context, next) {
    const name = url.startsWith(folder) ? url.slice(folder.length) : undefined
    return files.has(name)
      ? { format: 'module', source: getAsset(name, 'utf8'), shortCircuit: true }
      : next(url, context)
  },
})

createRequire(process.execPath)(`${folder}dist/cli/identikit.js`)
