import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import * as inNode from '../../src/browser-node.ts'

test('the entry for pages can be imported in Node, and says there what to use', () => {
  expect(packageJson.exports['./browser'].node).toBe('./dist/browser-node.js')
  expect(() => inNode.setupWorker()).toThrow(/needs a browser; .* use setupServer of identikit\/node/)
})
