/**
 * Freezes the requirements of this version under a name, for verdicts that later versions reach as well.
 *
 *   npx tsx scripts/freeze-requirements.ts 2026-11
 *
 * Writes requirements/2026-11.json, which never changes afterwards. Add it to `requirementSets`.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { frozen } from '../conformance/registry/requirement-sets.ts'

const [name = ''] = process.argv.slice(2)
if (!/^\d{4}-\d\d$/.test(name)) throw new Error(`expected a year and a month such as 2026-11, got '${name}'`)
const lines = frozen().map(
  ({ id, level, statement }) => `    { "id": "${id}", "level": "${level}", "statement": "${statement}" }`,
)
const file = resolve(import.meta.dirname, `../requirements/${name}.json`)
writeFileSync(file, `{\n  "name": "${name}",\n  "requirements": [\n${lines.join(',\n')}\n  ]\n}\n`, {
  flag: 'wx',
})
console.log(`${file}: ${lines.length} requirements`)
