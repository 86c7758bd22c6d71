import { expect, test, vi } from 'vitest'
import { banner } from '../../src/server/banner.ts'
import { runHere } from './run-here.ts'

test.each([
  ['npm/10.9.2 node/v22.13.0 linux x64 workspaces/false', 'npx identikit'],
  ['pnpm/9.15.0 npm/? node/v22.13.0 linux x64', 'pnpm exec identikit'],
  ['yarn/1.22.22 npm/? node/v22.13.0 linux x64', 'yarn identikit'],
  ['bun/1.2.0 npm/? node/v22.13.0 linux x64', 'bunx identikit'],
  ['', 'identikit'],
])('started by %j, it prints commands as people repeat them: %s', async (agent, command) => {
  vi.stubEnv('npm_config_user_agent', agent)
  const { out } = await runHere(['--help'])
  expect(out).toContain(`\n  ${command} conform --help`)
  const { error } = await runHere(['help', 'zzz'])
  expect(error).toContain(`see ${command} help`)
  const facts = { url: 'http://localhost:1', baseUrl: 'http://localhost:1', apiToken: 'x', dataset: 'empty' }
  const text = banner({ ...facts, users: 1, groups: 1, clients: 0, control: null })
  expect(text).toContain(`Help        ${command} help serve\n`)
  vi.unstubAllEnvs()
})
