import fs from 'node:fs/promises'
import path from 'node:path'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { UsageError } from '../engine/words/usage-error.ts'
import { badgeOf, ctrfOf, junitOf } from './machine-forms.ts'
import { htmlOf } from './html.ts'
import { markdownOf } from './markdown.ts'
import type { ReportForm } from './words.ts'

/** The files of one form, by name. */
export function reportFiles(result: ConformanceResult, form: ReportForm): Record<string, string> {
  if (form === 'html') return { 'report.html': htmlOf(result) }
  if (form === 'json') return { 'report.json': `${JSON.stringify(result, null, 2)}\n` }
  if (form === 'junit') return { 'junit.xml': junitOf(result) }
  if (form === 'ctrf') return { 'ctrf.json': ctrfOf(result) }
  if (form === 'md') return { 'summary.md': markdownOf(result) }
  const badge = badgeOf(result)
  return badge === undefined ? {} : { 'badge.json': badge.json, 'badge.svg': badge.svg }
}

/** The files of one form; where it cannot be made, one that says so: a report never ends a run. */
function filesOrProblem(result: ConformanceResult, form: ReportForm): Record<string, string> {
  try {
    return reportFiles(result, form)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      [`${form}-problem.txt`]: `This report could not be made: ${why}\nThe sentence of the run: ${result.sentence}\n`,
    }
  }
}

/**
 * Refuses a folder that cannot be written to, before a run that would end there.
 *
 * @param what The option or file that the message names.
 * @throws UsageError
 */
export async function refuseUnwritable(what: string, folder: string): Promise<void> {
  for (let place = path.resolve(folder); ; place = path.dirname(place)) {
    try {
      const isFolder = (await fs.stat(place)).isDirectory()
      if (isFolder) return await fs.access(place, fs.constants.W_OK)
      throw Object.assign(new Error(), { code: 'ENOTDIR' })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') continue
      throw new UsageError(`${what}: expected a folder that can be written to, got ${folder} (${code})`)
    }
  }
}

/** Writes reports into a folder, each whole or not at all, and returns their paths. A form that cannot be made is left as a note there. */
export async function writeReports(
  result: ConformanceResult,
  forms: readonly ReportForm[],
  folder: string,
): Promise<string[]> {
  if (forms.length === 0) return []
  await fs.mkdir(folder, { recursive: true })
  const written: string[] = []
  for (const form of forms) {
    for (const [name, content] of Object.entries(filesOrProblem(result, form))) {
      const file = path.join(folder, name)
      const part = `${file}.${process.pid}.part`
      try {
        await fs.writeFile(part, content)
        await fs.rename(part, file)
      } catch (error) {
        await fs.rm(part, { force: true })
        throw error
      }
      written.push(file)
    }
  }
  return written
}
