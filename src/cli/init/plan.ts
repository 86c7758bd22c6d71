import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, Project, Runner } from './project.ts'
import { skill, snippet } from './skill.ts'

/** A file that `init` writes. */
export interface Change {
  /** From the folder of the project, with `/`. */
  readonly path: string
  /** Its purpose, for people. */
  readonly why: string
  readonly text: string
  /** Whether the file exists, and this is another text of it. */
  readonly isEdit: boolean
}

/** The changes to a project, and the next steps of a person. */
export interface Plan {
  readonly changes: readonly Change[]
  /** Files that exist, and stay as they are. */
  readonly kept: readonly string[]
  readonly next: readonly string[]
}

/** The script that runs the tests of a project that has none. */
const testScripts: Readonly<Record<Runner, string>> = {
  Vitest: 'vitest run',
  Jest: 'jest',
  Playwright: 'playwright test',
  'node:test': 'node --test',
}

/** @param version The version of this package. */
export function planOf(project: Project, version: string, forAgent: boolean): Plan {
  const { manifest, framework, runner, install } = project
  const script = testScript(manifest, runner)
  const wanted: Omit<Change, 'isEdit'>[] = [
    { path: testPath(project), why: `a test with ${runner} that passes`, text: snippet(runner) },
    ...setUpOf(project),
    ...(forAgent ? agentFiles(project) : []),
  ]
  const isThere = ({ path }: { path: string }): boolean => existsSync(join(project.folder, path))
  const edited = editedManifest(project, version, script)
  const isSame = edited === project.text
  const why = `the dependency identikit${framework === 'Vite' ? ', msw' : ''} and the script "test"`
  return {
    changes: [
      ...(isSame ? [] : [{ path: 'package.json', why, text: edited, isEdit: true }]),
      ...wanted.filter((change) => !isThere(change)).map((change) => ({ ...change, isEdit: false })),
    ],
    kept: wanted.filter(isThere).map(({ path }) => path),
    next: [
      install,
      ...(framework === 'Vite' ? ['npx msw init public --save'] : []),
      manifest.scripts?.['test'] === undefined || script !== undefined
        ? 'npm test'
        : `npx ${testScripts[runner]}`,
    ].map((command) => (command === 'npx node --test' ? 'node --test' : command)),
  }
}

/** The script to add; undefined where the project has one. `npm init` writes one that fails. */
function testScript({ scripts = {} }: Manifest, runner: Runner): string | undefined {
  const { test } = scripts
  return test === undefined || test.includes('no test specified') ? testScripts[runner] : undefined
}

/** Where the test goes: into the first folder of tests that exists. */
function testPath({ folder, runner, hasTypeScript, manifest }: Project): string {
  const folders = runner === 'Playwright' ? ['tests', 'e2e', 'test'] : ['test', 'tests', '__tests__']
  const place = folders.find((name) => existsSync(join(folder, name))) ?? folders[0]!
  const endings: Readonly<Record<Runner, string>> = {
    Vitest: hasTypeScript ? 'ts' : 'js',
    Playwright: hasTypeScript ? 'ts' : manifest.type === 'module' ? 'js' : 'mjs',
    // The snippet is CommonJS, which Jest runs without a transformation.
    Jest: manifest.type === 'module' ? 'cjs' : 'js',
    'node:test': 'mjs',
  }
  return `${place}/identikit.${runner === 'Playwright' ? 'spec' : 'test'}.${endings[runner]}`
}

/** The set-up of the application, and the worker file, if msw is installed already. */
function setUpOf({ folder, framework, hasTypeScript }: Project): Omit<Change, 'isEdit'>[] {
  if (framework === 'Next.js') {
    const below = ['src/app', 'src/pages'].some((path) => existsSync(join(folder, path))) ? 'src/' : ''
    const path = `${below}app/identikit/[...path]/route.js`
    return [{ path, why: 'the mock as a route, in development only', text: snippet(framework) }]
  }
  if (framework !== 'Vite') return []
  const page = {
    path: `src/identikit.${hasTypeScript ? 'ts' : 'js'}`,
    why: "the mock in the page; import it first, if (import.meta.env.DEV) await import('./identikit')",
    text: snippet(framework),
  }
  const worker = join(folder, 'node_modules/msw/lib/mockServiceWorker.js')
  if (!existsSync(worker)) return [page]
  const path = 'public/mockServiceWorker.js'
  return [page, { path, why: 'the worker file of msw', text: readFileSync(worker, 'utf8') }]
}

/** The skill, where agents look for it, and the MCP server. */
function agentFiles({ folder }: Project): Omit<Change, 'isEdit'>[] {
  const home = existsSync(join(folder, '.claude')) ? '.claude' : '.agents'
  const server = { mcpServers: { identikit: { command: 'npx', args: ['identikit', 'mcp'] } } }
  return [
    { path: `${home}/skills/identikit/SKILL.md`, why: 'a skill for coding agents', text: skill() },
    {
      path: '.mcp.json',
      why: 'the MCP server for coding agents',
      text: `${JSON.stringify(server, undefined, 2)}\n`,
    },
  ]
}

/** The text of `package.json` with what is missing, indented as before. */
function editedManifest(
  { manifest, text, framework }: Project,
  version: string,
  script: string | undefined,
): string {
  const { dependencies = {}, devDependencies = {}, scripts } = manifest
  const wanted = { identikit: `^${version}`, ...(framework === 'Vite' ? { msw: '^3.0.0' } : {}) }
  const missing = Object.entries(wanted).filter(
    ([name]) => dependencies[name] === undefined && devDependencies[name] === undefined,
  )
  if (missing.length === 0 && script === undefined) return text
  const all = Object.entries({ ...devDependencies, ...Object.fromEntries(missing) })
  const edited = {
    ...manifest,
    ...(script === undefined ? {} : { scripts: { ...scripts, test: script } }),
    devDependencies: Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  const written = JSON.stringify(edited, undefined, indent) + (text.endsWith('\n') ? '\n' : '')
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
}
