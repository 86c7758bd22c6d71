import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url))

function propose(...words: string[]): string[] {
  const out = execFileSync(process.execPath, [cli, 'complete', '--', ...words], {
    encoding: 'utf8',
  })
  return out.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t')[0]!] : []))
}

test('proposes the next commands, options and values to a shell', () => {
  expect(propose('')).toEqual([
    'init',
    'serve',
    'exec',
    'vary',
    'mcp',
    'health',
    'gaps',
    'conform',
    'compare',
    'seed',
    'openapi',
    'pact',
    'state',
    'push',
    'completion',
  ])
  expect(propose('conform', 's')).toEqual(['selftest'])
  expect(propose('serve', '--se')).toEqual(['--seed', '--search-lag'])
  expect(propose('conform', 'run', '--report', 'h')).toEqual(['html'])
  expect(propose('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell'])
})

function script(shell: string): string {
  return execFileSync(process.execPath, [cli, 'completion', shell], { encoding: 'utf8' })
}

test.each(['zsh', 'fish', 'powershell'])('a script for %s asks this command', (shell) => {
  expect(script(shell)).toMatch(/identikit.* complete '?--/)
})

test('bash completes with the script for it', () => {
  const call = `identikit() { ${process.execPath} ${cli} "$@"; }`
  const press =
    'COMP_WORDS=(identikit conform se); COMP_CWORD=2; COMP_LINE="identikit conform se"; COMP_POINT=20'
  const complete = '$(complete -p identikit | sed "s/.*-F \\([^ ]*\\).*/\\1/")'
  const lines = [call, script('bash'), press, complete, 'echo "${COMPREPLY[@]}"'].join('\n')
  expect(execFileSync('bash', ['-c', lines], { encoding: 'utf8' }).trim()).toBe('selftest')
})
