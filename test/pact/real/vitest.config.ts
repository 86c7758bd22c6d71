import { defineConfig } from 'vitest/config'

/** What runs the verifier and the mock server of the Pact project: `npm run test:pact`. */
export default defineConfig({
  test: {
    include: ['test/pact/real/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    // The native part of pact-js holds locks of its own: each file in a process.
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
