/**
 * Measures for each deviant the clause that the report of the whole suite blames first. Writes it to
 * `generated/blame-table.json`, the source of a column of the kill table. A run of a part replaces only the results of
 * its deviants, for example after a change of some clauses.
 *
 *   npm run blame-table [-- --part 3/24] ['users.suspend.*' ...]
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { blameTable } from '../conformance/proof/blame/blame-table.ts'
import { catalogue } from '../conformance/proof/deviants/catalogue.ts'
import { chosen, partOf } from '../conformance/proof/selftest/chosen.ts'
import { tryBlame } from '../conformance/proof/blame/try-blame.ts'
import { createConformTarget } from '../src/server/conform-target.ts'
import { jsonText } from './json-text.ts'

const file = join(resolve(import.meta.dirname, '..'), 'generated', 'blame-table.json')
const { values, positionals } = parseArgs({
  options: { part: { type: 'string' } },
  allowPositionals: true,
})
const [index = 1, of = 1] = (values.part ?? '1/1').split('/').map(Number)
const results = await tryBlame({
  createTarget: createConformTarget,
  deviants: partOf(chosen(positionals), { index, of }),
  onDeviant: (_, done, total) => {
    if (done % 50 === 0) console.log(`${done} of ${total} deviants`)
  },
})

const ids = new Set(catalogue.map(({ id }) => id))
const now = new Set(results.map(({ id }) => id))
const kept = <Value>(old: Readonly<Record<string, Value>>): [string, Value][] =>
  Object.entries(old).filter(([id]) => ids.has(id) && !now.has(id))
const misses = [
  ...kept(blameTable.misses),
  ...results.filter(({ right }) => !right).map(({ id, first = 'nothing' }) => [id, first] as const),
]
const beside = [
  ...kept(blameTable.beside),
  ...results.filter((each) => each.beside > 0).map((each) => [each.id, each.beside] as const),
]
const unmeasured = blameTable.unmeasured.filter((id) => ids.has(id) && !now.has(id))

writeFileSync(file, jsonText({ misses: sorted(misses), beside: sorted(beside), unmeasured }))
/** In the order of the catalogue, so that a part changes nothing else. */
function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const found = new Map(entries)
  return Object.fromEntries(
    catalogue.flatMap(({ id }) => {
      const value = found.get(id)
      return value === undefined ? [] : [[id, value] as const]
    }),
  )
}
