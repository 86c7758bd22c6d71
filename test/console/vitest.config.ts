import { defineConfig } from 'vitest/config'

/** The console in Chromium: `npm run test:console`, which `.ci/run` calls. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
