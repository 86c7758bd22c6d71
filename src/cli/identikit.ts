#!/usr/bin/env node
const { getBuiltinModule, version } = process as Partial<NodeJS.Process> & Pick<NodeJS.Process, 'version'>
const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
if (!getBuiltinModule || major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`identikit needs Node 22.12 or newer; this is ${version}\n`)
  process.exit(1)
}

// Node keeps compiled code between starts, as for package managers and compilers: it halves the startup time. Deno
// does not know it.
const { enableCompileCache }: Partial<typeof import('node:module')> = getBuiltinModule('node:module')
enableCompileCache?.()
// No top-level await: an executable cannot wait here.
void import('./run-process.ts').then(({ runProcess }) => runProcess(process.argv.slice(2)))
