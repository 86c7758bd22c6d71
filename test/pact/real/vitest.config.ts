import { defineConfig } from 'vitest/config'

/** Runs the verifier and the mock server of the Pact project: `npm run test:pact`. */
export default defineConfig({
  test: {
    include: ['test/pact/real/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    // The native part of pact-js takes locks: each file runs in a separate process.
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
