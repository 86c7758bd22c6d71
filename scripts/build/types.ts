import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { declarations, requiredTypes, root } from './entries.ts'
import { TypePruner } from './prune-types.ts'

/** Packages whose types users have, because they use this package with them. */
const ofTheUser = /^(msw|vitest|expect|@playwright\/test|node:)/

/** The declarations of zod, which public types use, by their import name. */
const zod: Readonly<Record<string, string>> = { zod: 'index.d.ts', 'zod/v4/core': 'v4/core/index.d.ts' }

/** The messages of zod in other languages: sixty files that no public type needs. */
const languages = /^export \* as locales from .*\n/m

/** The only type of msw in types for users who may have no msw. */
const handlerOfMsw = /^(?=import type \{ HttpHandler \} from 'msw';$)/m

const fromZod = /(from |import\()(["'])(zod(?:\/v4\/core)?)\2/g

/**
 * Writes the declarations that the entry points need, file by file, and next to them those of zod. The code of zod is
 * inside too, so that its declarations and its code always have the same version.
 *
 * @throws Error when a declaration uses the types of a package that users do not have.
 */
export async function writeTypes(folder: string): Promise<void> {
  await cp(emitTypes(), folder, { recursive: true, filter: (path) => !path.endsWith('tsbuildinfo') })
  const pruner = new TypePruner()
  for (const path of declarations) pruner.keepAll(resolve(root, path))
  for (const [name, file] of pruner.packages) {
    if (!ofTheUser.test(name) && !(name in zod)) {
      throw new Error(`${file}: a public type is made of types of ${name}`)
    }
  }
  const written = new Map(pruner.written())
  const copied = join(folder, 'zod')
  for (const path of await readdir(folder, { recursive: true })) {
    const file = join(folder, path)
    if (!file.endsWith('.d.ts')) continue
    const text = written.get(file)
    await (text === undefined ? rm(file) : writeFile(file, withoutNeedOfMsw(withZodFrom(copied, file, text))))
  }
  await copyZodTypes(copied)
  // An older compiler, or `module: node16`, does not know that Node can require ES modules; the types are the same.
  for (const [file, declaration] of requiredTypes) {
    await writeFile(resolve(root, file), `// @ts-ignore\nexport * from '${declaration}'\n`)
  }
}

function withZodFrom(copied: string, file: string, text: string): string {
  return text.replaceAll(fromZod, (_, before: string, quote: string, name: string) => {
    const path = relative(dirname(file), join(copied, zod[name]!)).replace('.d.ts', '.js')
    return `${before}${quote}${path}${quote}`
  })
}

/** For a caller without msw whose compiler checks declarations, uses `any` instead, without an error. */
function withoutNeedOfMsw(text: string): string {
  return text.replace(handlerOfMsw, '// @ts-ignore -- msw is an optional peer\n')
}

async function copyZodTypes(copied: string): Promise<void> {
  const source = join(root, 'node_modules/zod')
  const needed = new Set(Object.values(zod).map((path) => join(source, path)))
  for (const file of needed) {
    const text = (await readFile(file, 'utf8')).replace(languages, '')
    for (const [, path = ''] of text.matchAll(/\b(?:from|import\()\s*["'](\.[^"']+)["']/g)) {
      needed.add(resolve(file, '..', path.replace(/\.js$/, '.d.ts')))
    }
    const target = join(copied, relative(source, file))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text)
  }
}

/**
 * Makes the compiler write the declarations that changed since its last run, and returns their folder. Declarations of
 * deleted sources stay in it.
 *
 * @throws Error when the types have errors.
 */
export function emitTypes(): string {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The declarations cannot be made')
  return join(root, 'node_modules/.cache/declarations')
}
