import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serve } from '../src/server.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/**
 * The pages whose pieces go on from the first, which is whole, with what else their text takes for granted. A page that
 * is not here has pieces that are whole, each of them: the imports and all.
 */
const before: Readonly<Record<string, string>> = {
  'docs/control.md': '',
  'docs/data.md': '',
  'docs/faults.md': '',
  'docs/openapi-pact.md': '',
  'docs/sign-in.md': 'const legacy = { verify: () => true }\n',
}

/** Pieces that another test runs, or that need what is not here, by what is in them. */
const elsewhere: readonly (readonly [page: string, marks: RegExp, where: string])[] = [
  ['README.md', /./, 'test/readme.test.ts'],
  ['docs/node-tests.md', /identikit\/(?:vitest|jest|testing)/, 'test/packaging/runners.test.ts'],
  ['docs/playwright.md', /identikit\/playwright/, 'test/packaging/runners.test.ts'],
  ['docs/playwright.md', /signInBrowser/, 'test/authorization/real/docs-and-example.test.ts'],
  ['docs/server.md', /orgFixtures/, 'test/readme.test.ts'],
  [
    'docs/sign-in.md',
    /new UserManager|'my-server'|orgFixtures/,
    'test/authorization/real/docs-and-example.test.ts',
  ],
  ['docs/sign-in.md', /passwordHook: 'http/, 'test/handlers/password-hook.test.ts'],
  ['docs/compare.md', /toReplay/, 'test/testing/replay.test.ts, with recordings that are there'],
  ['docs/vary.md', /orgFixtures|createTestKit/, 'test/packaging/runners.test.ts'],
  ['docs/conformance.md', /./, 'test/packaging/runners.test.ts'],
  ['docs/browser.md', /./, 'test/browser/docs-pages.test.ts'],
  ['docs/control.md', /createServer/, 'test/server/webhooks.test.ts: it listens until it is stopped'],
  ['docs/openapi-pact.md', /identikit\/pact|providerState/, 'test/packaging/docs-commands.test.ts'],
]

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((file) => (file.endsWith('.md') ? `docs/${file}` : [])),
]

/** The TypeScript of a page that is run here. */
function pieces(page: string): string[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, text]) => text!,
  )
  return blocks.filter((text) => !elsewhere.some(([of, mark]) => of === page && mark.test(text)))
}

/** The pieces as modules: one each where a piece is complete, else one for the whole page, in order. */
function modulesOf(page: string): string[] {
  const start = before[page]
  return start === undefined ? pieces(page).map(asModule) : [asModule([start, ...pieces(page)].join('\n'))]
}

/** A text as a module: imports first, entry points from the sources. */
function asModule(text: string): string {
  const imports = text.match(/^import .*?from '[^']+'$/gms) ?? []
  const rest = imports.reduce((left, each) => left.replace(each, ''), text)
  return `${[...new Set(imports)].join('\n')}\n${rest}`.replaceAll(
    /from 'identikit(?:\/(\w+))?'/g,
    (_, entry: string = 'index') =>
      `from '${join(root, 'src', entry === 'fixtures' ? 'fixtures/index' : entry)}.ts'`,
  )
}

/** The output that a page promises in its comments, on the line of the call or below it. */
function promised(page: string): string[] {
  const text = pieces(page).join('\n')
  return [...text.matchAll(/^ *console\.log\(.*\) \/\/ (.*)|^ *console\.log\(.*\)\n\/\/ (.*)/gm)].map(
    ([, beside, below]) => (beside ?? below)!,
  )
}

test('the pieces of the pages run, and print the output in their comments', async () => {
  const { url, org, close } = await serve({ port: 0 })
  const folder = mkdtempSync(join(root, 'test', '.readme-'))
  try {
    const shown = pages.filter((page) => pieces(page).length > 0)
    expect(shown).toEqual(
      expect.arrayContaining(['docs/openapi-pact.md', 'docs/control.md', 'docs/data.md', 'docs/sign-in.md']),
    )
    const steps = shown.flatMap((page) => [
      `console.log('== ${page}')`,
      ...modulesOf(page).map((text, index) => {
        const name = `${page.replaceAll(/\W/g, '-')}-${index}.mts`
        writeFileSync(join(folder, name), text)
        return `await import('./${name}')`
      }),
    ])
    writeFileSync(join(folder, 'all.mts'), steps.join('\n'))
    const env = { ...process.env, SERVICE_URL: url, SERVICE_TOKEN: org.apiToken }
    const { stdout } = await run(join(root, 'node_modules/.bin/tsx'), [join(folder, 'all.mts')], {
      cwd: root,
      env,
    }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(stdout + stderr)
    })
    const wanted = shown.flatMap((page) => [`== ${page}`, ...promised(page)])
    expect(stdout.trim().split('\n')).toEqual(wanted)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await close()
  }
})

test('every exception names an existing piece of an existing page', () => {
  const unknown = elsewhere.filter(([page, mark]) => {
    if (!pages.includes(page)) return true
    return ![...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)].some(([, text]) =>
      mark.test(text!),
    )
  })
  expect(unknown).toEqual([])
})
