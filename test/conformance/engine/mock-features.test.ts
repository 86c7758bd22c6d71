import { expect, test } from 'vitest'
import { createMockAdapter } from '../../../conformance/engine/supply/mock-adapter.ts'
import type { OrgOptions } from '../../../src/index.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { answerControl } from '../../../src/server/control.ts'
import { listActions } from '../../../src/server/control-actions.ts'
import { toResponse, wireRequestOf } from '../../../src/handlers/fetch.ts'

/** The features that the adapter reports for an organisation with these options. */
async function featuresOf(options: OrgOptions) {
  const { baseUrl, model } = createOrganisation(options)
  const adapter = await createMockAdapter({
    baseUrl,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/_control') return Response.json({ actions: listActions() })
      return toResponse(await answerControl(model, wireRequestOf(request, await request.text()), pathname))
    },
  })
  return adapter.features
}

test('the adapter of the mock says that the defaults are in force where nobody changed them', async () => {
  expect(await featuresOf({})).toEqual({
    'early-access': 'yes',
    'newer-engine': 'yes',
    federation: 'yes',
    'password-hook': 'yes',
    defaults: 'yes',
  })
  expect(await featuresOf({ passwordPolicy: { historyCount: 0 } })).toMatchObject({ defaults: 'yes' })
})

test.each<OrgOptions>([
  { passwordPolicy: { minLength: 9 } },
  { passwordPolicy: { minSymbol: 1 } },
  { passwordPolicy: { excludeUsername: false } },
  { loginPattern: null },
  { loginPattern: '^[a-z]+$' },
  { nullableNames: true },
  { optionalPassword: 'optional' },
])('%j is not a default, and the adapter says so', async (options) => {
  expect(await featuresOf(options)).toMatchObject({ defaults: 'no' })
})

test('the adapter reports which features the organisation lacks', async () => {
  expect(await featuresOf({ features: { earlyAccess: false } })).toMatchObject({
    'early-access': 'no',
    'newer-engine': 'yes',
  })
  expect(await featuresOf({ features: { newerEngine: false } })).toMatchObject({ 'newer-engine': 'no' })
})
