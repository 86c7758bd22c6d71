import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { costOf } from './imports.ts'
import { entryOf, root, run, timed } from './processes.ts'
import { parsingTime } from './reference.ts'
import { againstParsing, ratioRow, rounded, type Row } from './report.ts'
import { median, mediansInTurn } from './rounds.ts'

/** Measures organisations and their worlds in the last build, each round in a fresh process. */
export function worldRows(rounds: number): readonly Row[] {
  const results = Array.from({ length: rounds }, () => ({
    ...costsOfOneProcess(root),
    parsing: parsingTime(),
    zod: costOf('zod'),
  }))
  const of = (name: keyof (typeof results)[number]): number => median(results.map((each) => each[name]))
  const first = of('demoFirst')
  const figures = [`${rounded(first)} ms`, `import 'zod': ${rounded(of('zod'))} ms`] as const
  const later = 'the demo data, later in the process, processor time'
  return [
    againstParsing('createOrg(), processor time', of('createOrg'), of('parsing'), 0.04),
    ratioRow('the demo data, first time in a process, processor time', figures, first / of('zod'), '≤', 0.35),
    againstParsing(later, of('demoLater'), of('parsing'), 0.2),
  ]
}

/** Milliseconds of processor time. `createOrg()` is that of a process that created some before, as tests do. */
type WorldCosts = Readonly<Record<'createOrg' | 'demoFirst' | 'demoLater', number>>

const script = (folder: string): string => `
  const taken = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  const { createOrg } = await import(${JSON.stringify(entryOf(folder, '.'))})
  const { loadDataset } = await import(${JSON.stringify(entryOf(folder, './fixtures'))})
  const first = createOrg()
  let before = taken()
  await loadDataset(first, 'demo')
  const demoFirst = taken() - before
  for (let time = 0; time < 200; time++) createOrg()
  before = taken()
  for (let time = 0; time < 200; time++) createOrg()
  const createOrgCost = (taken() - before) / 200
  const demo = []
  for (let time = 0; time < 100; time++) {
    const org = createOrg()
    before = taken()
    await loadDataset(org, 'demo')
    demo.push(taken() - before)
  }
  const middle = demo.sort((a, b) => a - b)[demo.length / 2]
  console.log(JSON.stringify({ createOrg: createOrgCost, demoFirst, demoLater: middle }))
`

/** The costs of the build of a checkout. */
export function costsOfOneProcess(folder: string): WorldCosts {
  const args = ['--input-type=module', '--eval', script(folder)]
  return JSON.parse(run(process.execPath, args).stdout) as WorldCosts
}

const testFiles = () => ({
  empty: `import { test } from 'vitest'\ntest('nothing', () => {})\n`,
  hundred: `import { expect, test } from 'vitest'
import { createOrg } from ${JSON.stringify(fileURLToPath(entryOf(root, '.')))}
import { loadDataset } from ${JSON.stringify(fileURLToPath(entryOf(root, './fixtures')))}
for (let number = 0; number < 100; number++) {
  test('has an organisation of its own ' + number, async () => {
    const org = createOrg()
    await loadDataset(org, 'demo')
    const headers = { authorization: 'SSWS ' + org.apiToken }
    const reply = await org.fetch(new Request(org.baseUrl + '/api/v1/users?limit=1', { headers }))
    expect(reply.status).toBe(200)
  })
}
`,
})

/** Measures runs of Vitest: for one file with an empty test, and for one with 100 such tests. */
export async function vitestRow(rounds: number): Promise<Row> {
  const folder = join(root, 'node_modules/.cache/identikit-bench-vitest')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const runOf = (name: string): number => timed(vitest, 'run', '--root', folder, `${name}.test.mjs`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}')
    for (const [name, text] of Object.entries(testFiles()))
      await writeFile(join(folder, `${name}.test.mjs`), text)
    const { empty, hundred } = await mediansInTurn(rounds, {
      empty: () => runOf('empty'),
      hundred: () => runOf('hundred'),
    })
    const name = 'Vitest: 100 tests, each with its own demo data, against an empty file'
    const figures = [`${rounded(hundred)} ms`, `empty file: ${rounded(empty)} ms`] as const
    return ratioRow(name, figures, hundred / empty, '≤', 2.5)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
