import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The two builds of the console: the page of a server, and the drawer for a user's own page. */
const entries = { page: 'src/console/main.ts', mount: 'src/console/mount.tsx' } as const

/** Builds the console, or the drawer, as one script with its style sheet inside. */
export function buildConsole(entry: keyof typeof entries): Promise<string> {
  return buildScript(join(root, entries[entry]))
}

/** Builds a script for browsers as one file. */
export async function buildScript(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // Tests set their own NODE_ENV, but they must measure the published code.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      modulePreload: false,
      lib: { entry: file, formats: ['es'], fileName: 'script' },
      // In a library Vite keeps the blanks for later bundlers; here no bundler follows.
      rolldownOptions: { output: { codeSplitting: false, minify: true } },
    },
  })
  const [{ output: files }] = output as unknown as [{ output: readonly { type: string; code?: string }[] }]
  const script = files.find(({ type }) => type === 'chunk')
  if (script?.code === undefined) throw new Error(`${file} was not built`)
  return script.code
}
