import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createOrganisation } from '../../src/organisation.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/reference/api.md'), 'utf8')

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
  ])
})

test('the types that a user meets can be imported from the package itself', () => {
  const [, section = ''] = page.split('\n## identikit\n')
  const own = section.split('\n## ')[0]!
  for (const name of [
    'Mail',
    'SignInOutcome',
    'LinkOutcome',
    'User',
    'Fault',
    'Exchange',
    'PasswordPolicy',
  ]) {
    expect(own).toMatch(new RegExp(`\\n(?:type|interface) ${name}\\b`))
  }
  expect(own).toContain('\ndeclare class Refusal ')
})

test('an organisation that was made without msw says how to get handlers', () => {
  expect(() => createOrganisation().handlers()).toThrow('handlers: make the organisation with createOrg()')
  expect(createOrg().handlers().length).toBe(58)
})
