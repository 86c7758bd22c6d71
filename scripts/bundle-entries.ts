/**
 * Bundles each entry point of the built package with everything that it loads at once. `npm run size` measures the
 * result. Fails if one loads the names of people, which only worlds and builders need.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const weighed = ['.', './node', './browser', './client', './server', './worker', './testing']

const { exports: entries } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as {
  exports: Record<string, { default: string }>
}
const folder = `${root}/node_modules/.cache/identikit-size`
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await Promise.all(weighed.map(bundle))

async function bundle(entry: string): Promise<void> {
  const name = entry === '.' ? 'index' : entry.slice(2)
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry: `${root}/${entries[entry]!.default}`, formats: ['es'], fileName: name },
      rolldownOptions: {
        // msw belongs to the user; Node's modules add nothing.
        external: [/^msw(\/|$)/, /^node:/, ...builtinModules],
      },
    },
  })
  const files = ([output].flat() as Rolldown.RolldownOutput[]).flatMap((each) => each.output)
  const chunks = files.filter((file) => file.type === 'chunk')
  const atOnce = loadedAtOnce(chunks)
  if (atOnce.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/chunks/english-names.js')))) {
    throw new Error(`${entry}: loads the names of people, which only worlds and builders may load`)
  }
  await writeFile(`${folder}/${name}.js`, atOnce.map(({ code }) => code).join('\n'))
}

/** The entry's chunk and its imports, without later dynamic imports. */
function loadedAtOnce(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  return [...found]
}
