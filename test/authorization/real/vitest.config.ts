import { defineConfig } from 'vitest/config'

/** Runs foreign client libraries against the endpoints: npm run test:oauth. */
export default defineConfig({
  test: {
    include: ['test/authorization/real/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
