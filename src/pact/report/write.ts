import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PactVerification } from '../verify/verdict.ts'
import { jsonOf } from './json.ts'
import { junitOf } from './junit.ts'
import type { Done } from './text.ts'

/** The forms of a report in addition to the text. */
export const pactReportForms = ['json', 'junit'] as const

/** A form of a report. */
export type PactReportForm = (typeof pactReportForms)[number]

const files = { json: 'pact.json', junit: 'pact.junit.xml' } as const

/** Writes reports into a folder, and returns their paths. */
export async function writePactReports(
  verification: PactVerification,
  done: Done,
  forms: readonly PactReportForm[],
  folder: string,
): Promise<readonly string[]> {
  if (forms.length > 0) await mkdir(folder, { recursive: true })
  return Promise.all(
    forms.map(async (form) => {
      const path = join(folder, files[form])
      await writeFile(path, form === 'json' ? jsonOf(verification, done) : junitOf(verification, done))
      return path
    }),
  )
}
