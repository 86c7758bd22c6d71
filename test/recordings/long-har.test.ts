/** Archives that are longer than a text can be, as a browser that ran for a day leaves them. */
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { runHere } from '../cli/run-here.ts'
import { harOf, recordedSession } from './session.ts'

const folder = mkdtempSync(join(tmpdir(), 'long-har-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mebibyte = 1024 * 1024

/** A HAR of the mock's own session, after the given number of pictures of one mebibyte each. */
async function longHar(pictures: number): Promise<string> {
  const { log } = JSON.parse(harOf(await recordedSession(createOrg()))) as { log: { entries: object[] } }
  const picture = {
    request: { method: 'GET', url: 'https://cdn.example.com/p.png', headers: [] },
    response: { status: 200, headers: [], content: { encoding: 'base64', text: 'A'.repeat(mebibyte) } },
  }
  const file = join(folder, 'long.har')
  const out = openSync(file, 'w')
  writeSync(out, '{"log":{"entries":[')
  for (let count = 0; count < pictures; count++) writeSync(out, `${JSON.stringify(picture)},`)
  writeSync(out, `${log.entries.map((entry) => JSON.stringify(entry)).join(',')}]}}`)
  closeSync(out)
  return file
}

test('a HAR of more than 256 MiB is read entry by entry; one that is cut off gets one sentence', async () => {
  const file = await longHar(260)
  const { code, out } = await runHere(['compare', file])
  expect(code).toBe(0)
  expect(out).toContain('Skipped 26')
  expect(out).toContain('No difference.')
  truncateSync(file, 258 * mebibyte)
  const { code: refused, error } = await runHere(['compare', file])
  expect(refused).toBe(2)
  expect(error).toMatch(/long\.har: expected a HAR, .* got a file that is damaged or of another form$/)
})
