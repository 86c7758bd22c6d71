import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { report } from '../../../conformance/cli/report.ts'
import { githubAnnotations } from '../../../conformance/report/github.ts'
import { resultOf } from './result-of.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-github-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a text of the target starts no command', () => {
  const result = resultOf([['users.a', 'fail', 'got "100 %\r\n::set-output name=x::y"']])
  expect(githubAnnotations(result)[0]).toBe(
    '::error title=users.a::users.a holds%0Agot "100 %25%0D%0A::set-output name=x::y"',
  )
})

test('the summary is added to the page of the job', async () => {
  const file = path.join(folder, 'summary.md')
  fs.writeFileSync(file, 'before\n')
  const out: string[] = []
  const command = { reports: [], github: true, out: folder, writeBaseline: undefined, baseline: [] }
  const io = {
    out: (line: string) => void out.push(line),
    error: (line: string) => void out.push(line),
    environment: { GITHUB_STEP_SUMMARY: file },
  }
  await report(resultOf([['users.a', 'fail', 'no']]), command, io)
  expect(fs.readFileSync(file, 'utf8')).toMatch(/^before\n## Does not conform\n[\s\S]*\| `users\.a` \|/)
  expect(out).toContain('::error title=users.a::users.a holds%0Ano')
  await report(resultOf([]), command, { ...io, environment: {} })
  expect(out.at(-1)).toContain('GITHUB_STEP_SUMMARY is not set')
})
