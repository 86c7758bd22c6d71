import { spawnSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { declarations, root } from './entries.ts'
import { TypePruner } from './prune-types.ts'

/** Packages whose types users have: what they install beside this one, and what it depends on. */
const known = /^(zod|msw|jose|@msw\/data|@faker-js\/faker|vitest|expect|@playwright\/test|node:)/

/**
 * Writes the declarations that the entry points lead to, file by file.
 *
 * @throws Error when one of them is made of the types of a package that users do not have.
 */
export async function writeTypes(folder: string): Promise<void> {
  emitTypes(folder)
  const pruner = new TypePruner()
  for (const path of declarations) pruner.keepAll(resolve(root, path))
  for (const [name, file] of pruner.packages) {
    if (!known.test(name)) throw new Error(`${file}: a public type is made of types of ${name}`)
  }
  const written = new Map(pruner.written())
  for (const path of await readdir(folder, { recursive: true })) {
    const file = join(folder, path)
    if (!file.endsWith('.d.ts')) continue
    const text = written.get(file)
    await (text === undefined ? rm(file) : writeFile(file, text))
  }
  // For callers that are CommonJS, of the one entry that has a file for them.
  await writeFile(join(folder, 'src/jest.d.cts'), "export * from './jest.js'\n")
}

/**
 * Lets the compiler write all declarations.
 *
 * @throws Error when the types do not hold.
 */
export function emitTypes(outDir: string): void {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const options = ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', outDir]
  const { status } = spawnSync(compiler, options, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The declarations cannot be made')
}
