import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runHere } from './run-here.ts'

const home = mkdtempSync(join(tmpdir(), 'identikit-init-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A project of these files, in git. */
function project(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(home, name)
  const all = { 'package.json': `${JSON.stringify({ name, ...manifest }, undefined, 4)}\n`, ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  git(folder, 'init', '-q')
  git(folder, 'add', '.')
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-qm', 'start')
  return folder
}

const git = (cwd: string, ...words: string[]): string => execFileSync('git', words, { cwd, encoding: 'utf8' })

const added = (folder: string): string[] =>
  git(folder, 'status', '--porcelain', '-uall')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\s*\S+\s+"?(.*?)"?$/, '$1'))

const npmInit = { scripts: { test: 'echo "Error: no test specified" && exit 1' } }

test.for([
  ['plain', npmInit, {}, ['package.json', 'test/identikit.test.mjs'], 'node --test'],
  [
    'vitest',
    { devDependencies: { vitest: '5' } },
    { 'tsconfig.json': '{}' },
    ['package.json', 'test/identikit.test.ts'],
    'vitest run',
  ],
  [
    'jest',
    { type: 'module', devDependencies: { jest: '30' } },
    { '__tests__/a.js': '' },
    ['package.json', '__tests__/identikit.test.cjs'],
    'jest',
  ],
  [
    'playwright',
    { devDependencies: { '@playwright/test': '1' } },
    { 'e2e/a.spec.ts': '', 'tsconfig.json': '{}' },
    ['package.json', 'e2e/identikit.spec.ts'],
    'playwright test',
  ],
  [
    'vite',
    { devDependencies: { vite: '8' } },
    {},
    ['package.json', 'src/identikit.js', 'test/identikit.test.mjs'],
    'node --test',
  ],
  [
    'next',
    { dependencies: { next: '16' } },
    { 'src/app/page.js': '' },
    ['package.json', 'src/app/identikit/[...path]/route.js', 'test/identikit.test.mjs'],
    'node --test',
  ],
] as const)(
  'init adds to a project of %s what it shows, and git undoes it',
  async ([name, manifest, files, paths, script]) => {
    const folder = project(name, manifest, files)
    const before = readFileSync(join(folder, 'package.json'), 'utf8')
    const shown = await runHere(['init', folder])
    expect(shown).toMatchObject({ code: 0, error: '' })
    expect(shown.out).toContain('Nothing was written. To write these files, add --yes.')
    for (const path of paths) expect(shown.out).toContain(path)
    expect(git(folder, 'status', '--porcelain')).toBe('')

    const { code, out } = await runHere(['init', folder], { ask: () => Promise.resolve('y') })
    expect(code).toBe(0)
    expect(added(folder)).toEqual([...paths])
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    expect(text).toContain(`\n    "devDependencies": {`)
    const written = JSON.parse(text) as Record<string, Record<string, string>>
    expect(written['devDependencies']).toHaveProperty('identikit')
    expect(written['devDependencies']!['msw'] !== undefined).toBe(name === 'vite')
    expect(written['scripts']).toEqual({ test: script })

    const again = await runHere(['init', folder, '--yes'])
    expect(again.out).toContain('Nothing is missing.')
    const [, undo = ''] = /^Undo: +(.*)$/m.exec(out)!
    execFileSync('sh', ['-c', undo], { cwd: folder, stdio: 'ignore' })
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(before)
  },
)

test('init --agent adds the skill where agents look for it, and the MCP server', async () => {
  const folder = project(
    'agent',
    { scripts: { test: 'make test' }, packageManager: 'pnpm' },
    { 'pnpm-lock.yaml': '', '.claude/settings.json': '{}' },
  )
  const { out } = await runHere(['init', folder, '--yes', '--agent'])
  expect(added(folder)).toEqual(expect.arrayContaining(['.claude/skills/identikit/SKILL.md', '.mcp.json']))
  expect(readFileSync(join(folder, '.claude/skills/identikit/SKILL.md'), 'utf8')).toMatch(
    /^---\nname: identikit\ndescription: .{50,}\n---\n\n# /,
  )
  expect(JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'))).toHaveProperty(
    'mcpServers.identikit.args',
    ['identikit', 'mcp'],
  )
  // Its own script stays.
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('make test')
  expect(out).toMatch(/Next: +pnpm install && node --test/)
})

test('init overwrites nothing, and says what is in the way', async () => {
  const folder = project('kept', npmInit, { 'test/identikit.test.mjs': '// mine\n' })
  const { out } = await runHere(['init', folder, '--yes'])
  expect(out).toContain('stays   test/identikit.test.mjs')
  expect(readFileSync(join(folder, 'test/identikit.test.mjs'), 'utf8')).toBe('// mine\n')
  expect(await runHere(['init', join(home, 'nowhere')])).toMatchObject({
    code: 2,
    error: expect.stringContaining('npm init -y'),
  })
  const dirty = project('dirty', npmInit)
  writeFileSync(join(dirty, 'package.json'), '{ "name": "changed" }')
  expect(await runHere(['init', dirty, '--yes'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('uncommitted changes'),
  })
  writeFileSync(join(dirty, 'package.json'), '[]')
  expect(await runHere(['init', dirty])).toMatchObject({
    code: 2,
    error: expect.stringContaining('expected a JSON object'),
  })
  const refused = project('refused', npmInit)
  expect(await runHere(['init', refused], { ask: () => Promise.resolve('n') })).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing was written.'),
  })
  expect(existsSync(join(refused, 'test'))).toBe(false)
})
