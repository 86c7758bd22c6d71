import { createReadStream } from 'node:fs'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const workerFile = file('../../node_modules/msw/lib/mockServiceWorker.js')

/** `npx vite examples/browser` serves the page. Outside this repository neither the aliases nor the plugin are needed. */
export default defineConfig({
  root: file('.'),
  resolve: {
    alias: {
      'identikit/browser': file('../../src/browser.ts'),
      'identikit/client': file('../../src/client.ts'),
    },
  },
  build: { target: 'es2023' },
  plugins: [
    {
      // What `npx msw init public` does once.
      name: 'msw-worker',
      configureServer({ middlewares }) {
        middlewares.use('/mockServiceWorker.js', (_, response) => {
          response.setHeader('Content-Type', 'text/javascript')
          createReadStream(workerFile).pipe(response)
        })
      },
      async writeBundle({ dir }) {
        await cp(workerFile, `${dir}/mockServiceWorker.js`)
      },
    },
  ],
})
