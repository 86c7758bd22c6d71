import { defineConfig } from 'vitest/config'

/** Runs the worker in three processes of workerd that share a bucket: npm run test:cluster. */
export default defineConfig({
  test: {
    include: ['test/worker/cluster/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 240_000,
    disableConsoleIntercept: true,
  },
})
