import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/console/**', 'test/authorization/real/**', 'test/pact/real/**', 'test/foreign/whole/**'],
    setupFiles: ['test/support/setup.ts'],
    // What hangs is found by these all the same; a busy machine is not taken for one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
