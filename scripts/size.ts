/**
 * Measures what each entry point of the built package loads at once, minified and gzipped. Fails if one is larger than
 * scripts/size-limits.json says. Fails too if one loads the names of people, which only datasets and builders need.
 */
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { root } from './packed.ts'
import limits from './size-limits.json' with { type: 'json' }

const { exports: entries } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { default: string }>
}
for (const [name, limit] of Object.entries(limits)) {
  const chunks = await loadedAtOnce(resolve(root, entries[name.replace('identikit', '.')]!.default))
  if (chunks.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/chunks/english-names.js'))))
    throw new Error(`${name}: loads the names of people, which only datasets and builders may load`)
  const size = gzipSync(chunks.map(({ code }) => code).join('\n'), { level: 9 }).length / 1000
  console.log(`${name}: ${size.toFixed(1)} kB, at most ${limit}`)
  if (size > Number.parseFloat(limit)) process.exitCode = 1
}

/** The chunk of an entry and its imports, without later dynamic imports. */
async function loadedAtOnce(entry: string): Promise<readonly Rolldown.OutputChunk[]> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: 'entry' },
      // Packages of the user, and modules of Node, add nothing.
      rolldownOptions: { external: [/^msw(\/|$)/, 'vitest', /^node:/, ...builtinModules] },
    },
  })
  const files = ([output].flat() as Rolldown.RolldownOutput[]).flatMap((each) => each.output)
  const chunks = files.filter((file) => file.type === 'chunk')
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  return [...found]
}
