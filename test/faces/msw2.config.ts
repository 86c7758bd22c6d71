import { defineConfig } from 'vitest/config'

/** Runs the tests that need msw against the oldest supported major version. */
export default defineConfig({
  resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw2' }] },
  test: { include: ['test/faces/msw.test.ts'], testTimeout: 120_000 },
})
