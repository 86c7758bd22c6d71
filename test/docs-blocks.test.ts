import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parseTargetProfile } from '../conformance/engine/plan/target-profile.ts'
import { faultInput } from '../src/control/faults/input.ts'
import { docsBlocks, docsPages } from './support/docs-blocks.ts'

const root = resolve(import.meta.dirname, '..')
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
const configuration = ajv.compile(
  JSON.parse(readFileSync(resolve(root, 'docs/reference/config.schema.json'), 'utf8')) as object,
)

/** A step of a workflow uses an action or runs commands. */
const workflow = ajv.compile({
  type: 'object',
  required: ['jobs'],
  properties: {
    name: { type: 'string' },
    on: { type: 'array', items: { enum: ['push', 'pull_request'] } },
    jobs: {
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        type: 'object',
        required: ['runs-on', 'steps'],
        properties: {
          'runs-on': { type: 'string' },
          permissions: { type: 'object', additionalProperties: { enum: ['read', 'write'] } },
          steps: {
            type: 'array',
            items: {
              type: 'object',
              oneOf: [{ required: ['uses'] }, { required: ['run'] }],
              properties: {
                id: { type: 'string' },
                uses: { type: 'string', pattern: String.raw`^[\w-]+/[\w-]+(?:/conform)?@v\d+$` },
                run: { type: 'string' },
                if: { type: 'string' },
                with: { type: 'object' },
                env: { type: 'object' },
                name: { type: 'string' },
              },
              additionalProperties: false,
            },
          },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
})

/** The errors in the YAML of a page, by the schema that it is for; undefined if it is valid. */
function wrongWith(page: string, content: unknown): unknown {
  if (typeof content === 'object' && content !== null && 'jobs' in content)
    return workflow(content) ? undefined : workflow.errors
  if (page === 'docs/conformance.md' || page === 'docs/reference/target-profile.md') {
    parseTargetProfile(content)
    return undefined
  }
  if (Array.isArray(content)) {
    for (const fault of content) faultInput().parse(fault)
    return undefined
  }
  return configuration(content) ? undefined : configuration.errors
}

const yaml = docsBlocks.filter(({ language }) => language === 'yaml')

test.for(yaml)('the YAML at line $line of $page is what it is for', ({ page, text }) => {
  for (const document of parseAllDocuments(text)) {
    expect(document.errors).toEqual([])
    expect(wrongWith(page, document.toJS())).toBeUndefined()
  }
})

test('YAML that is wrong is found', () => {
  expect(yaml.length).toBeGreaterThan(30)
  expect(wrongWith('docs/server.md', { prt: 4010 })).toBeDefined()
  expect(
    wrongWith('docs/server.md', { jobs: { test: { 'runs-on': 'x', steps: [{ rn: 'x' }] } } }),
  ).toBeDefined()
  expect(() => wrongWith('docs/conformance.md', { thngs: {} })).toThrow('thngs')
  expect(() => wrongWith('docs/server.md', [{ operation: 'listUsrs' }])).toThrow('listUsers')
})

test('the JSON of the pages is JSON', () => {
  for (const { text, language } of docsBlocks) if (language === 'json') JSON.parse(text)
})

const notRun = docsBlocks.filter(({ notRun: why }) => why !== undefined)

test('every block that no test runs says why', () => {
  expect(notRun.map(({ page, notRun: why }) => `${page}: ${why}`)).toEqual([
    'docs/conformance.md: GitHub made no attestation here',
    'docs/playwright.md: Cypress downloads its own browser',
    'docs/server.md: CI has no daemon; npm run test:executable builds the image with buildah',
    'docs/server.md: needs a daemon',
    'docs/contributing/executables.md: CI runs the same',
  ])
})

test.for(notRun)(
  'the $language at line $line of $page, which no test runs, can be read',
  ({ language, text }) => {
    if (language === 'js') parseAst(text, { lang: 'js' })
    if (language === 'sh')
      expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('')
  },
)

/** Options of other programs that guides name. */
const foreignFlags = new Set(['--experimental-vm-modules', '--insecure', '--sign'])

/** The flags of each command, from the page of all helps. */
const flagsOf = new Map(
  readFileSync(resolve(root, 'docs/reference/commands.md'), 'utf8')
    .split(/^## /m)
    .slice(2)
    .map((help) => [help.split('\n', 1)[0]!, new Set(help.match(/(?<=^ {2}(?:-\w, )?)--[\w-]+/gm))]),
)

test('pages name commands and options that exist', () => {
  const inText = docsPages.flatMap((page) => {
    const text = readFileSync(resolve(root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '')
    return [...text.matchAll(/`([^`\n]+)`/g)].map(([, line]) => ({ page, line: line! }))
  })
  const inBlocks = docsBlocks.flatMap(({ page, language, text }) => {
    if (language === 'sh')
      return text
        .replaceAll('\\\n', '')
        .split('\n')
        .map((line) => ({ page, line }))
    const [, words] = /\.withCommand\((.+)\)/.exec(text) ?? []
    return words === undefined ? [] : [{ page, line: `identikit ${words.replaceAll(/[",]/g, '')}` }]
  })
  const mistakes = [...inText, ...inBlocks].flatMap(({ page, line }) =>
    unknownIn(line).map((word) => `${page}: ${word} in ${line}`),
  )
  expect(mistakes).toEqual([])
  expect(unknownIn('npx identikit conform diff --shrd 2 a b -- npm test --x')).toEqual(['--shrd'])
  expect(unknownIn('identikit sreve')).toEqual(['sreve'])

  const flags = new Set([...foreignFlags, ...[...flagsOf.values()].flatMap((each) => [...each])])
  const alone = inText.filter(
    ({ page, line }) => !page.startsWith('docs/contributing/') && line.startsWith('--'),
  )
  expect(alone.length).toBeGreaterThan(100)
  expect(alone.filter(({ line }) => !flags.has(/^--[\w-]+/.exec(line)![0]))).toEqual([])
})

test('pages name control functions that exist', () => {
  const page = readFileSync(resolve(root, 'docs/reference/control.md'), 'utf8')
  const known = new Set(page.match(/(?<=^\| `)\w+(?=` \|)/gm))
  const called = docsPages.flatMap((path) => {
    const text = readFileSync(resolve(root, path), 'utf8')
    const [, listed = ''] = /`org\.control`: ((?:`\w+`[,.] ?)+)/.exec(text) ?? []
    const names = [...text.matchAll(/\bcontrol\.(\w+)\(/g), ...listed.matchAll(/(\w+)/g)].map(
      ([, name]) => name!,
    )
    const paths = [...text.matchAll(/:4010\/_control\/([a-z]+-[a-z-]+)/g)].map(([, name]) =>
      name!.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
    return [...names, ...paths].map((name) => ({ path, name }))
  })
  expect(called.length).toBeGreaterThan(60)
  expect(called.filter(({ name }) => !known.has(name))).toEqual([])
})

/** The words of a command line that are no command, or no option of its command. */
function unknownIn(line: string): string[] {
  const [, words] =
    /(?<!install .*)\bidentikit(?:-linux-x64)? (?!needs)([a-z].*?)(?: -- | [|#&>]|$)/.exec(line) ?? []
  const [, first, second] = /^(\S+)(?: (\S+))?/.exec(words ?? '') ?? []
  if (words === undefined || first === 'help') return []
  const known = flagsOf.get(`${first} ${second}`) ?? flagsOf.get(first!)
  if (known === undefined) return [first!]
  return words.match(/(?<= )--[\w-]+/g)?.filter((flag) => !known.has(flag)) ?? []
}

test('code is in a language that something runs', () => {
  // TypeScript: docs-snippets.test.ts says where; commands: packaging/docs-commands.test.ts; YAML and JSON: above.
  // JavaScript of docs/reference/agent-skill.md: packaging/runners.test.ts. Of docs/browser.md: browser/docs-pages.test.ts.
  // Python of docs/server.md: cli/exec.test.ts.
  const languages = new Set(['ts', 'sh', 'yaml', 'json'])
  const texts = new Set(['', 'text', 'http', 'mermaid'])
  const left = docsBlocks.filter(
    ({ page, language, notRun }) =>
      notRun === undefined &&
      !languages.has(language) &&
      !texts.has(language) &&
      !(language === 'js' && ['docs/browser.md', 'docs/reference/agent-skill.md'].includes(page)) &&
      !(language === 'python' && page === 'docs/server.md'),
  )
  expect(left.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([])
})
