import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { parseTargetProfile } from '../conformance/engine/plan/target-profile.ts'
import { faultInput } from '../src/control/faults/input.ts'
import { docsBlocks } from './support/docs-blocks.ts'

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
          steps: {
            type: 'array',
            items: {
              type: 'object',
              oneOf: [{ required: ['uses'] }, { required: ['run'] }],
              properties: {
                uses: { type: 'string', pattern: String.raw`^[\w-]+/[\w-]+@v\d+$` },
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

const ofServe = readFileSync(resolve(root, 'docs/reference/commands.md'), 'utf8')

/** Options that no command has, in whatever of a manifest says how a container is started. */
function wrongOptions(content: unknown): readonly string[] | undefined {
  const words = JSON.stringify(content).match(/(?<=")--[\w-]+(?=")/g) ?? []
  const unknown = words.filter((word) => !ofServe.includes(`${word} `))
  return unknown.length === 0 ? undefined : unknown
}

/** The errors in the YAML of a page, by the schema that it is for; undefined if it is valid. */
function wrongWith(page: string, content: unknown): unknown {
  if (typeof content === 'object' && content !== null && 'jobs' in content)
    return workflow(content) ? undefined : workflow.errors
  if (page === 'docs/containers.md') return wrongOptions(content)
  if (page === 'docs/conformance.md') {
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
    wrongWith('docs/recipes.md', { jobs: { test: { 'runs-on': 'x', steps: [{ rn: 'x' }] } } }),
  ).toBeDefined()
  expect(wrongWith('docs/containers.md', { args: ['serve', '--hst'] })).toEqual(['--hst'])
  expect(() => wrongWith('docs/conformance.md', { thngs: {} })).toThrow('thngs')
  expect(() => wrongWith('docs/server.md', [{ operation: 'listUsrs' }])).toThrow('listUsers')
})

test('the JSON of the pages is JSON', () => {
  for (const { text, language } of docsBlocks) if (language === 'json') JSON.parse(text)
})

test('every block that no test runs says why', () => {
  const notRun = docsBlocks.flatMap(({ page, notRun: why }) => (why === undefined ? [] : [`${page}: ${why}`]))
  expect(notRun).toEqual([
    'docs/compare.md: it takes a recording of yours',
    'docs/compare.md: it takes a recording of yours',
    'docs/compare.md: it takes a recording of yours',
    'docs/compare.md: it takes a recording of yours',
    'docs/containers.md: CI has no daemon; npm run test:executable builds it with buildah',
    'docs/containers.md: CI has no daemon',
    'docs/containers.md: CI has no daemon',
    'docs/containers.md: it needs a cluster',
    'docs/containers.md: needs a daemon',
    'docs/containers.md: needs a daemon',
    'docs/containers.md: needs a daemon',
    'docs/containers.md: needs a daemon',
    'docs/containers.md: needs GitLab',
    'docs/containers.md: it begins with a download; npm run test:executable runs the same commands',
    'docs/how-to.md: by reading; Cypress downloads its own browser',
    'docs/openapi.md: npm run test:in released first-hour runs the same',
    'docs/recipes.md: examples/vite-react has the same, and npm run test:examples runs it',
    'docs/recipes.md: examples/hono has the same, and npm run test:examples runs it',
    'docs/recipes.md: examples/next has the same, and npm run test:examples runs it',
    'docs/runners.md: your tests',
    'docs/scale.md: it is a test of its own, with processes that are killed',
    'docs/vary.md: your tests',
    'docs/vary.md: a file of tests',
    'docs/vary.md: a file of tests',
    'docs/contributing/executables.md: CI runs the same',
  ])
})

test('code is in a language that something runs', () => {
  // TypeScript: docs-snippets.test.ts says where; commands: packaging/docs-commands.test.ts; YAML and JSON: above.
  // JavaScript of docs/agent-skill.md: cli/init.test.ts.
  // JavaScript of docs/recipes.md: browser/docs-pages.test.ts. Python of docs/server.md, Go and Java of docs/how-to.md: cli/exec.test.ts.
  const languages = new Set(['ts', 'sh', 'yaml', 'json'])
  const texts = new Set(['', 'text', 'http', 'mermaid'])
  const left = docsBlocks.filter(
    ({ page, language, notRun }) =>
      notRun === undefined &&
      !languages.has(language) &&
      !texts.has(language) &&
      !(language === 'js' && ['docs/recipes.md', 'docs/agent-skill.md'].includes(page)) &&
      !(['go', 'java'].includes(language) && page === 'docs/how-to.md') &&
      !(language === 'python' && page === 'docs/server.md'),
  )
  expect(left.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([])
})
