/** The first run after `conform init`, on the demo data that somebody who tries the mock finds. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTargetProfile } from '../../../conformance/engine/plan/target-profile.ts'
import { conform } from '../../../conformance/index.ts'
import { loadDataset } from '../../../src/fixtures/index.ts'
import { serve } from '../../../src/server/http.ts'
import { runHere } from '../../cli/run-here.ts'
import { isThorough } from '../../support/runs.ts'

test(
  'after init the first run shows nine requirements of ten on the demo dataset',
  { timeout: 600_000 },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-first-run-'))
    const server = await serve({ port: 0 })
    await loadDataset(server.org, 'demo')
    try {
      const answers: Readonly<Record<string, string>> = {
        'Address of the deployment (https://…): ': server.url,
        'Environment variable with the API token of an administrator: ': 'TOKEN',
      }
      // Nobody names a target: the command offers to describe one.
      const { code } = await runHere(['conform'], {
        cwd: folder,
        environment: { TOKEN: server.org.apiToken },
        // Everything found may be used, nobody changed a policy, and no further tokens are given.
        ask: async (question: string) =>
          question.startsWith('Found: ')
            ? 'y'
            : question.startsWith('Did an administrator change')
              ? 'n'
              : (answers[question] ?? ''),
      })
      expect(code).toBe(0)
      const profile = parseTargetProfile(parse(fs.readFileSync(path.join(folder, 'target.yaml'), 'utf8')))
      const { requirements, counts } = await conform({
        baseUrl: server.url,
        token: server.org.apiToken,
        profile,
        allow: ['mail', 'me', 'end-sessions'],
        ledger: false,
        explore: false,
        // All of them at night.
        ...(isThorough ? {} : { only: ['groups.*', 'membership.*', 'clients.*', 'users.search.*'] }),
      })
      const graded = requirements.filter(
        (requirement) => requirement.graded && requirement.verdict !== 'not-run',
      )
      const passed = graded.filter(({ verdict }) => verdict === 'pass')
      expect(counts.fail + counts.error).toBe(0)
      expect(graded.length).toBeGreaterThan(100)
      expect(passed.length / graded.length).toBeGreaterThanOrEqual(0.9)
    } finally {
      await server.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
)
