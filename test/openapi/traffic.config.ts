import { defineConfig } from 'vitest/config'

/** The tests of the handlers, of each refusal and of generated requests. `held-traffic.ts` checks every exchange. */
export default defineConfig({
  test: {
    // The files share what they import, the compiled document among it: that halves the processor time.
    isolate: false,
    include: ['test/{explanations,handlers}/**/*.test.ts', 'test/openapi/properties.test.ts'],
    globalSetup: ['test/openapi/traffic-report.ts'],
    setupFiles: ['test/support/setup.ts', 'test/openapi/traffic-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
