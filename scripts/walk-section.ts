import { execFileSync } from 'node:child_process'
import { basename, dirname, resolve } from 'node:path'
import { table } from './markdown.ts'

/** The section of docs/contributing/architecture.md with every file in which a POST runs code. */
export function renderWalk(): string {
  const script = resolve(import.meta.dirname, 'walked-files.ts')
  const told = execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
  const files = JSON.parse(told) as string[]
  const rows = [...Map.groupBy(files, dirname)].map(([folder, inside]) => [
    `\`${folder}\``,
    inside.map((file) => `\`${basename(file)}\``).join(', '),
  ])
  return `\n${files.length} files, by folder:\n\n${table(['Folder', 'Files'], rows)}\n`
}
