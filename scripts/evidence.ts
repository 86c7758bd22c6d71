/**
 * Counts in recordings how often a deployment answers like each interpretation. Writes the counts to
 * `generated/recorded-evidence.json`, the source of a column of docs/reference/decisions.md. It does not copy the
 * recordings.
 *
 *   npm run evidence -- NAME FILES…      NAME is the source of the recordings; its counts are replaced
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareRecordings } from '../src/recordings/compare-recordings.ts'
import { readRecordings } from '../src/recordings/read/read-recordings.ts'
import { jsonText } from './json-text.ts'
import type { RecordedEvidence } from './decisions.ts'

const file = join(resolve(import.meta.dirname, '..'), 'generated', 'recorded-evidence.json')
const [name, ...files] = process.argv.slice(2)
if (name === undefined || files.length === 0) {
  console.error('expected a name and files of recordings: npm run evidence -- NAME FILES…')
  process.exit(2)
}
const { files: recordings, compared, evidence } = await compareRecordings(readRecordings(files))
const known = JSON.parse(readFileSync(file, 'utf8')) as RecordedEvidence
const sources = { ...known.sources, [name]: { recordings, compared, decisions: evidence } }
const sorted = Object.fromEntries(
  Object.entries(sources).toSorted(([one], [other]) => (one < other ? -1 : 1)),
)
writeFileSync(file, jsonText({ sources: sorted } satisfies RecordedEvidence))
console.log(`${name}: ${compared} calls of ${recordings} recordings; now npm run docs`)
