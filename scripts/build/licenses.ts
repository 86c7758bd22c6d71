import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './entries.ts'

/** The licences of bundled packages, one after the other. */
export async function licenses(packages: Iterable<string>): Promise<string> {
  const texts = [...packages].toSorted().map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const { license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      license: string
    }
    const text = file === undefined ? '' : (await readFile(join(folder, file), 'utf8')).trim()
    return `${name} (${license})\n\n${text}\n`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)
}
