import fs from 'node:fs/promises'

/** A file of checks. */
export interface CheckFile {
  /** File name without folders and extension, like `lifecycle`. */
  readonly name: string
  /** Evaluates it, which declares its checks. */
  readonly load: () => Promise<unknown>
}

const folder = new URL('../../checks/', import.meta.url)

/**
 * The files of the suite's checks, in alphabetical order. The build of the package bundles them. It replaces this
 * module by one that names them all: see scripts/build/plugins.ts.
 */
export async function checkFiles(): Promise<CheckFile[]> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.check.ts')).sort()
  return names.map((name) => ({
    name: name.slice(0, -'.check.ts'.length),
    load: () => import(/* @vite-ignore */ new URL(name, folder).href),
  }))
}
