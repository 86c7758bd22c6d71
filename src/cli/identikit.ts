#!/usr/bin/env node
const { getBuiltinModule, version } = process as Partial<NodeJS.Process>
const { enableCompileCache }: Partial<typeof import('node:module')> = getBuiltinModule?.('node:module') ?? {}
if (!enableCompileCache) {
  process.stderr.write(`identikit needs Node 22.12 or newer; this is ${version}\n`)
  process.exit(1)
}

// Node keeps compiled code between starts, as for package managers and compilers: it halves the startup time.
enableCompileCache()
// No top-level await: an executable loads this by `require`.
void import('./run-process.ts').then(({ runProcess }) => runProcess(process.argv.slice(2)))
