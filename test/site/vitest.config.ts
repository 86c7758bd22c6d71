import { defineConfig } from 'vitest/config'

/** The site as `npm run site` built it, in Chromium: `npm run test:site`, which `.ci/run` calls. */
export default defineConfig({
  test: {
    include: ['test/site/**/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/setup.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 300_000,
  },
})
