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

test('every block that no test runs says why', () => {
  const notRun = docsBlocks.flatMap(({ page, notRun: why }) => (why === undefined ? [] : [`${page}: ${why}`]))
  expect(notRun).toEqual([
    'docs/conformance.md: a digest of yours',
    'docs/conformance.md: GitHub made no attestation here',
    'docs/node-tests.md: your tests',
    'docs/openapi-pact.md: npm run test:in released start runs the same',
    'docs/playwright.md: by reading; Cypress downloads its own browser',
    'docs/server.md: examples/vite-react has the same, and npm run test:examples runs it',
    'docs/server.md: examples/hono has the same, and npm run test:examples runs it',
    'docs/server.md: CI has no daemon; npm run test:executable builds it with buildah',
    'docs/server.md: CI has no daemon',
    'docs/server.md: needs a daemon',
    'docs/server.md: it begins with a download; npm run test:executable runs the same commands',
    'docs/vary.md: a file of tests',
    'docs/vary.md: a file of tests',
    'docs/contributing/executables.md: CI runs the same',
  ])
})

test('code is in a language that something runs', () => {
  // TypeScript: docs-snippets.test.ts says where; commands: packaging/docs-commands.test.ts; YAML and JSON: above.
  // JavaScript of docs/reference/agent-skill.md: packaging/runners.test.ts. Of docs/browser.md: browser/docs-pages.test.ts.
  // Python, Go and Java of docs/server.md: cli/exec.test.ts.
  const languages = new Set(['ts', 'sh', 'yaml', 'json'])
  const texts = new Set(['', 'text', 'http', 'mermaid'])
  const left = docsBlocks.filter(
    ({ page, language, notRun }) =>
      notRun === undefined &&
      !languages.has(language) &&
      !texts.has(language) &&
      !(language === 'js' && ['docs/browser.md', 'docs/reference/agent-skill.md'].includes(page)) &&
      !(['go', 'java', 'python'].includes(language) && page === 'docs/server.md'),
  )
  expect(left.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([])
})
