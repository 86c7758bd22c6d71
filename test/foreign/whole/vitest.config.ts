import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/foreign/whole/*.test.ts'],
    globalSetup: ['test/support/temporary-folder.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
