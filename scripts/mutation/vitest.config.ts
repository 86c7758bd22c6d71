import { configDefaults, defineConfig } from 'vitest/config'

/** The tests that mutants meet: `npm run mutate` names them in MUTATE_TESTS. Those that start programs stay out. */
export default defineConfig({
  test: {
    include: (process.env['MUTATE_TESTS'] ?? 'test/**/*.test.ts').split(','),
    exclude: [
      ...configDefaults.exclude,
      'test/{console,packaging,browser,cli,foreign,openapi}/**',
      'test/*/{real,whole}/**',
      'test/{architecture,docs,docs-*,readme}.test.ts',
      // Instrumented code takes its time.
      'test/**/{*performance*,safe-regex}.test.ts',
    ],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 30_000,
  },
})
