import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The example worker as one module, as wrangler bundles it, with the package taken from its source. */
export async function bundleExample(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: {
      alias: { 'identikit/worker': `${root}/src/worker.ts` },
      conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'default'],
    },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      write: false,
      ssr: true,
      minify: true,
      target: 'es2024',
      rolldownOptions: {
        input: `${root}/examples/worker/src/index.ts`,
        external: [/^node:/, 'msw'],
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}
