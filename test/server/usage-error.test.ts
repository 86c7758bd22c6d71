import { expect, test } from 'vitest'
import { serve } from '../../src/server.ts'
import { UsageError } from '../../src/server/usage-error.ts'

test('a command line that was not understood is told by its name', () => {
  expect(String(new UsageError('--port: none'))).toBe('UsageError: --port: none')
})

test('serve says of each option what it takes', async () => {
  const mistaken = {
    onOrganisation: 1,
    onOrganisationLoaded: 'x',
    onHostRefused: {},
    onError: null,
    org: null,
    state: '',
    port: -1,
    readOnly: 1,
    tls: { cert: 'x' },
    organisations: { max: 0.5, idle: 0, onDemand: 'x', world: 5 },
  }
  const error = await serve(mistaken as object).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect((error as Error).message.split('\n  ')).toEqual([
    'Bad options',
    'org: Expected an organisation that createOrg() made',
    'port: Expected at least 0, found -1',
    'organisations.onDemand: Expected a boolean, found a text',
    'organisations.world: Expected a text or an object, found a number',
    'organisations.max: Expected 1 or more',
    'organisations.idle: Expected more than 0',
    'tls: key: Required',
    'readOnly: Expected a boolean, found a number',
    'state: Expected the name of a file',
    'onOrganisation: Expected a function',
    'onOrganisationLoaded: Expected a function',
    'onHostRefused: Expected a function',
    'onError: Expected a function',
  ])
})
