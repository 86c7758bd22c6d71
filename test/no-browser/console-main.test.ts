import { afterEach, expect, test, vi } from 'vitest'

const drawn: unknown[][] = []
vi.mock('../../src/console/draw.tsx', () => ({ draw: (...given: unknown[]) => drawn.push(given) }))
vi.mock('../../src/console/app.tsx', () => ({ App: () => null }))
vi.mock('../../src/console/organisations.tsx', () => ({ Organisations: () => null, Switcher: () => null }))
vi.mock('../../src/console/server-backend.ts', () => ({ serverBackend: (base: string) => ({ base }) }))

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/_console', ''],
  ['/orgs/a/_console/', '/orgs/a'],
  ['/orgs/a/_console/people', '/orgs/a'],
])('draws the console of the page at %s', async (pathname, base) => {
  const place = { replaceChildren: () => undefined }
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', { querySelector: () => place })
  vi.resetModules()
  drawn.length = 0
  await import('../../src/console/main.ts')
  expect(drawn).toMatchObject([[place, { props: { backend: { base }, usesAddress: true } }]])
})
