import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDataset, parseSeed } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { readSeedFile } from '../../src/server/seed-dataset.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'identikit-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('seed prints a dataset as YAML or JSON, with as many users as are asked for', async () => {
  const { code, out } = await runHere(['seed', '--data', 'large', '--users', '30'])
  expect(code ?? 0).toBe(0)
  const org = createOrg()
  await loadDataset(org, parseSeed(out, 'seed.yaml'))
  expect(org.control.describe().users.total).toBe(31)
  const json = await runHere(['seed', '--data', 'large', '--users', '30', '--format', 'json'])
  expect(parseSeed(json.out, 'seed.json')).toEqual(parseSeed(out, 'seed.yaml'))
  const other = await runHere(['seed', '--data', 'large', '--users', '30', '--seed', 'x'])
  expect(other.out).not.toBe(out)
})

test('seed takes the sizes of the sample data set in its name, and no file', async () => {
  const { out } = await runHere(['seed', '--data', 'large:30'])
  expect(out).toBe((await runHere(['seed', '--data', 'large', '--users', '30'])).out)
  expect(await runHere(['seed', '--data', 'people.yaml'])).toMatchObject({
    code: 2,
    error: `identikit seed: --data: expected empty, demo, examples, large or large:N, got 'people.yaml'`,
  })
})

test('seed takes fewer people of a dataset than there are, and more', async () => {
  const file = join(folder, 'demo.json')
  for (const users of [10, 170]) {
    await runHere(['seed', '--users', String(users), '--out', file])
    const org = createOrg()
    await loadDataset(org, parseSeed(readFileSync(file, 'utf8'), file))
    expect(org.control.describe().users.total).toBe(users + 1)
  }
})

test('a dataset can be a module, typed by defineDataset', async () => {
  const file = join(folder, 'dataset.mts')
  const users = `[{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', status: 'ACTVE' as const }]`
  writeFileSync(file, `export default () => ({ users: ${users} })`)
  await expect(readSeedFile(file)).rejects.toThrow(
    /dataset\.mts: 1 mistake\n {2}users\.0\.status: .*did you mean ACTIVE\?/,
  )
  writeFileSync(join(folder, 'none.mjs'), 'export const dataset = {}')
  await expect(readSeedFile(join(folder, 'none.mjs'))).rejects.toThrow('expected a default export')
  await expect(readSeedFile(join(folder, 'gone.ts'))).rejects.toThrow(/^there is no file /)
  const sound = join(folder, 'sound.mts')
  writeFileSync(sound, `export default { groups: [{ name: 'Analysts' satisfies string }] }`)
  expect(await readSeedFile(sound)).toEqual({ groups: [{ name: 'Analysts' }] })
})
