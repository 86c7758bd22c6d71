import { defineConfig } from 'vitest/config'

/** Runs what depends on msw against the oldest major version that is supported. */
export default defineConfig({
  resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: 'msw2' }] },
  test: { include: ['test/faces/msw.test.ts'], testTimeout: 120_000 },
})
