import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** `npx vitest run --root examples/conformance` runs it. Outside this repository no alias is needed. */
export default defineConfig({
  resolve: {
    alias: {
      'identikit/conformance': file('../../conformance/index.ts'),
      'identikit/server': file('../../src/server.ts'),
    },
  },
  cacheDir: file('../../node_modules/.vite-conformance'),
  test: { include: ['*.test.ts'] },
})
