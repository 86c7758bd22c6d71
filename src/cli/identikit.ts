#!/usr/bin/env node
const { getBuiltinModule, version } = process as Partial<NodeJS.Process>
const { enableCompileCache }: Partial<typeof import('node:module')> = getBuiltinModule?.('node:module') ?? {}
if (!enableCompileCache) {
  process.stderr.write(`identikit needs Node 22.12 or newer; this is ${version}\n`)
  process.exit(1)
}

// Compiled code is kept between starts, as package managers and compilers do: it halves what a start takes.
enableCompileCache()
// Nothing is awaited at the top: an executable loads this by `require`.
void import('./run-process.ts').then(({ runProcess }) => runProcess(process.argv.slice(2)))
