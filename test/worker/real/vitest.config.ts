import { defineConfig } from 'vitest/config'

/** Runs the worker in workerd: npm run test:worker. */
export default defineConfig({
  test: {
    include: ['test/worker/real/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
