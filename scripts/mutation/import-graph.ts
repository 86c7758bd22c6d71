import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

const known = new Map<string, readonly string[]>()

/** Our files that a file imports, statically or by a text with their name. */
function importsOf(file: string): readonly string[] {
  const before = known.get(file)
  if (before !== undefined) return before
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const text = readFileSync(file, 'utf8')
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  const found = names.flatMap((name) => {
    const path = name?.startsWith('.') === true ? join(dirname(file), name) : undefined
    return path !== undefined && existsSync(path) && path.endsWith('.ts') ? [path] : []
  })
  known.set(file, [...new Set(found)])
  return known.get(file) ?? []
}

const reached = new Map<string, ReadonlySet<string>>()

/** Every file of ours that loads with a file. */
export function loadedWith(file: string): ReadonlySet<string> {
  const before = reached.get(file)
  if (before !== undefined) return before
  const all = new Set([file])
  for (const each of all) for (const next of importsOf(each)) all.add(next)
  reached.set(file, all)
  return all
}
