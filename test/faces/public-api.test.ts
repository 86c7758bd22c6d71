import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createOrganisation } from '../../src/organisation.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/reference/api.md'), 'utf8')

/** The page's section of each entry point. `npm run api -- --check` compares the page with the built package. */
const entries = page
  .split(/^## /m)
  .slice(1)
  .map((section) => [section.slice(0, section.indexOf('\n')), section] as const)

test('an entry point exports few names: what it is for, and the types that users write', () => {
  const counts = entries.map(([entry, section]) => [entry, [...section.matchAll(/^### /gm)].length])
  expect(counts).toEqual([
    ['identikit', 38],
    ['identikit/node', 2],
    ['identikit/browser', 3],
    ['identikit/server', 6],
    ['identikit/client', 7],
    ['identikit/contract', 13],
    ['identikit/fixtures', 11],
    ['identikit/vitest', 5],
    ['identikit/jest', 1],
    ['identikit/playwright', 3],
    ['identikit/testing', 12],
    ['identikit/pact', 14],
    ['identikit/console', 3],
    ['identikit/worker', 2],
    ['identikit/conformance', 11],
  ])
})

test('no two entry points export the same name, but for what a runner or a place calls its own', () => {
  const seen = new Map<string, string[]>()
  for (const [entry, section] of entries)
    for (const [, name = ''] of section.matchAll(/^### `(\w+)`/gm))
      seen.set(name, [...(seen.get(name) ?? []), entry])
  const twice = [...seen].filter(([, at]) => at.length > 1).map(([name]) => name)
  expect(twice).toEqual(['WorkerOptions', 'expect', 'test', 'OrgFixtures'])
})

test('every public name has a sentence', () => {
  const silent = [...page.matchAll(/^### `(\w+)`\n\n(?![A-Z`].*\.\n)/gm)].map(([, name]) => name)
  expect(silent).toEqual([])
})

test('the public organisation has neither the model nor the dispatcher', () => {
  const [, block = ''] = /\ninterface Organisation \{\n([\s\S]*?)\n\}/.exec(page) ?? []
  const members = [...block.matchAll(/^\s*readonly (\w+):/gm)].map(([, name]) => name)
  expect(members).toEqual([
    'control',
    'data',
    'events',
    'apiToken',
    'baseUrl',
    'fetch',
    'handlers',
    'rows',
    'exportState',
    'importState',
    'exportSeed',
    'vary',
    'reset',
    'snapshot',
    'close',
  ])
})

test('an organisation that was made without msw says how to get handlers', () => {
  expect(() => createOrganisation().handlers()).toThrow('handlers: make the organisation with createOrg()')
  expect(createOrg().handlers().length).toBe(58)
})
