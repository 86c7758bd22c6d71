import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root, run, timed } from './processes.ts'
import { atMost, rounded, type Row } from './report.ts'
import { median, mediansInTurn } from './rounds.ts'

const dist = (name: string): string => pathToFileURL(join(root, 'dist', name)).href

/** Measures organisations and their worlds in the last build, each round in a fresh process. */
export function worldRows(rounds: number): readonly Row[] {
  const results = Array.from({ length: rounds }, costsOfOneProcess)
  const of = (name: keyof WorldCosts): number => median(results.map((each) => each[name]))
  return [
    atMost('createOrg(), processor time', of('createOrg'), 'ms', 0.2),
    atMost('the demo data, first time in a process, processor time', of('demoFirst'), 'ms', 15),
    atMost('the demo data, later in the process, processor time', of('demoLater'), 'ms', 1),
  ]
}

/** Milliseconds of processor time. `createOrg()` is that of a process that created some before, as tests do. */
type WorldCosts = Readonly<Record<'createOrg' | 'demoFirst' | 'demoLater', number>>

const script = `
  const taken = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  const { createOrg } = await import(${JSON.stringify(dist('index.js'))})
  const { loadWorld } = await import(${JSON.stringify(dist('fixtures.js'))})
  const first = createOrg()
  let before = taken()
  await loadWorld(first, 'demo')
  const demoFirst = taken() - before
  for (let time = 0; time < 200; time++) createOrg()
  before = taken()
  for (let time = 0; time < 200; time++) createOrg()
  const createOrgCost = (taken() - before) / 200
  const demo = []
  for (let time = 0; time < 100; time++) {
    const org = createOrg()
    before = taken()
    await loadWorld(org, 'demo')
    demo.push(taken() - before)
  }
  const middle = demo.sort((a, b) => a - b)[demo.length / 2]
  console.log(JSON.stringify({ createOrg: createOrgCost, demoFirst, demoLater: middle }))
`

function costsOfOneProcess(): WorldCosts {
  return JSON.parse(run(process.execPath, ['--input-type=module', '--eval', script]).stdout) as WorldCosts
}

const testFiles = {
  empty: `import { test } from 'vitest'\ntest('nothing', () => {})\n`,
  hundred: `import { expect, test } from 'vitest'
import { createOrg } from ${JSON.stringify(fileURLToPath(dist('index.js')))}
import { loadWorld } from ${JSON.stringify(fileURLToPath(dist('fixtures.js')))}
for (let number = 0; number < 100; number++) {
  test('has an organisation of its own ' + number, async () => {
    const org = createOrg()
    await loadWorld(org, 'demo')
    const headers = { authorization: 'SSWS ' + org.apiToken }
    const reply = await org.fetch(new Request(org.baseUrl + '/api/v1/users?limit=1', { headers }))
    expect(reply.status).toBe(200)
  })
}
`,
}

/** Measures runs of Vitest: for one file with an empty test, and for one with 100 such tests. */
export async function vitestRow(rounds: number): Promise<Row> {
  const folder = join(root, 'node_modules/.cache/identikit-bench-vitest')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const runOf = (name: string): number => timed(vitest, 'run', '--root', folder, `${name}.test.mjs`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}')
    for (const [name, text] of Object.entries(testFiles))
      await writeFile(join(folder, `${name}.test.mjs`), text)
    const { empty, hundred } = await mediansInTurn(rounds, {
      empty: () => runOf('empty'),
      hundred: () => runOf('hundred'),
    })
    const name = 'Vitest: 100 tests, each with its own demo data, over an empty file'
    return atMost(name, hundred - empty, 'ms', 500, `empty file: ${rounded(empty)} ms`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
