import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { median } from './side-by-side.ts'

/** The cost of organisations and their worlds in their own process, in milliseconds of processor time. */
export interface WorldCosts {
  /** `createOrg()` in a process that created some before, such as one that runs tests. */
  readonly createOrg: number
  readonly demoFirst: number
  readonly demoLater: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = (name: string): string => pathToFileURL(join(root, 'dist', name)).href

/** Measures the last build of the package, each round in a fresh process. */
export function measureWorlds(rounds: number): WorldCosts {
  const results = Array.from({ length: rounds }, costsOfOneProcess)
  const of = (name: keyof WorldCosts): number => median(results.map((each) => each[name]))
  return { createOrg: of('createOrg'), demoFirst: of('demoFirst'), demoLater: of('demoLater') }
}

const script = `
  const taken = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  const { createOrg } = await import(${JSON.stringify(dist('index-node.js'))})
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
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`worlds: ${stderr}`)
  return JSON.parse(stdout) as WorldCosts
}

/** Milliseconds of a run of Vitest: for one file with an empty test, and for one with 100 such tests. */
export interface VitestRuns {
  readonly empty: number
  readonly hundred: number
}

const testFiles = {
  empty: `import { test } from 'vitest'\ntest('nothing', () => {})\n`,
  hundred: `import { expect, test } from 'vitest'
import { createOrg } from ${JSON.stringify(fileURLToPath(dist('index-node.js')))}
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

/** Runs Vitest on each file in each round. */
export async function measureVitest(rounds: number): Promise<VitestRuns> {
  const folder = join(root, 'node_modules/.cache/identikit-bench-vitest')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}')
    for (const [name, text] of Object.entries(testFiles))
      await writeFile(join(folder, `${name}.test.mjs`), text)
    const results = Array.from({ length: rounds }, () => ({
      empty: runOf(folder, 'empty'),
      hundred: runOf(folder, 'hundred'),
    }))
    return {
      empty: median(results.map(({ empty }) => empty)),
      hundred: median(results.map(({ hundred }) => hundred)),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function runOf(folder: string, name: string): number {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder, `${name}.test.mjs`],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`vitest: ${stdout}${stderr}`)
  return performance.now() - start
}
