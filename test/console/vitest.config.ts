import { defineConfig } from 'vitest/config'

/** The console in Chromium: `npm run test:console`, which `.ci/run` calls. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    // On a busy machine the page may take longer than the second that is usual.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 300_000,
  },
})
