import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newestSet } from '../conformance/registry/requirement-names.ts'
import { digestOf } from '../conformance/report/verify-report.ts'
import { llmsFiles } from '../scripts/llms.ts'
import { pages as generated } from '../scripts/pages.ts'
import { pageOf } from '../scripts/results-page.ts'
import { emptyRun, resultOf } from './conformance/report/result-of.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

test('docs/contributing/architecture.md names files that exist', () => {
  const named = [
    ...read('docs/contributing/architecture.md').matchAll(/\b(?:src|conformance)\/[\w./-]*\w\/?/g),
  ].map(([path]) => path)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

const pagesIn = (folder: string): string[] =>
  readdirSync(resolve(root, folder)).filter((file) => /\.(md|schema\.json)$/.test(file))

test('the index of docs/ lists every page', () => {
  const linked = [...read('docs/README.md').matchAll(/\]\(([\w./-]+)\)/g)]
    .map(([, page]) => page!)
    .filter((page) => !page.startsWith('../') && !page.startsWith('https:'))
  const pages = [
    ...pagesIn('docs'),
    ...pagesIn('docs/reference').map((page) => `reference/${page}`),
    'results/README.md',
  ]
  expect(pages.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([])
  expect(linked.filter((page) => !pages.includes(page))).toEqual([])
})

test('docs/reference has generated pages, the pictures of the console, and the code that init adds', () => {
  const byOtherCommands = ['api.md', 'agent-skill.md', 'console.md']
  const byDocs = generated
    .filter(({ path }) => path.startsWith('docs/reference/'))
    .map(({ path }) => path.slice('docs/reference/'.length))
  expect(pagesIn('docs/reference').toSorted()).toEqual([...byDocs, ...byOtherCommands].toSorted())
})

test('docs/results has the verdict on each server by the newest frozen requirements, with version, date and digest', () => {
  const run = { ...emptyRun, requirementSet: newestSet }
  const result = resultOf(
    [
      ['users.a', 'pass'],
      ['users.b', 'fail', 'no'],
      ['users.c', 'blocked'],
    ],
    run,
  )
  const rendered = pageOf([{ name: 'A server', link: 'https://example.com', version: '1.2.3', result }])
  for (const line of [
    '| [A server](https://example.com) | 1.2.3 | 2026-01-02 | Does not conform | 1 | 1 | 1 |',
    '| users | 1 of 3 |',
    `| A server | identikit 0.0.0 | \`${digestOf(result)}\` |`,
  ])
    expect(rendered).toContain(`${line}\n`)
  const page = read('docs/results/README.md')
  expect(page).toContain(`judged by requirements ${newestSet}.`)
  expect(
    page.match(/^\| \[.+\]\(http.+\) \| [\d.]+ \| \d{4}-\d\d-\d\d \| [A-Z][\w ]+(?: \| \d+){3} \|$/gm),
  ).toHaveLength(3)
  expect(page.match(/`sha256:[0-9a-f]{64}`/g)).toHaveLength(3)
})

test('AGENTS.md is short, and names places and commands that exist', () => {
  const text = read('AGENTS.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(120)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
  const commands = [...text.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name]) => name!)
  expect(commands.filter((name) => name !== 'ci' && scripts[name] === undefined)).toEqual([])
  const places = [...text.matchAll(/\b(?:src|test|docs|conformance|scripts)\/[\w./-]*\w/g)].map(
    ([path]) => path,
  )
  expect(places.length).toBeGreaterThan(40)
  expect(places.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

test('llms.txt lists every page with its purpose, and llms-full.txt contains the guides', () => {
  const files = llmsFiles()
  const listed = [...files['llms.txt'].matchAll(/^- \[[^\]]+\]\(\S+?\/docs\/(\S+)\): \S/gm)].map(
    ([, page]) => page!,
  )
  const wanted = [
    ...pagesIn('docs'),
    ...pagesIn('docs/reference').map((page) => `reference/${page}`),
    'results/README.md',
  ]
  expect(
    wanted.filter((page) => page.endsWith('.md') && page !== 'README.md' && !listed.includes(page)),
  ).toEqual([])
  expect(listed.filter((page) => !wanted.includes(page))).toEqual([])
  for (const page of pagesIn('docs').filter((each) => each !== 'README.md'))
    expect(files['llms-full.txt'].includes(read(`docs/${page}`).trim()), page).toBe(true)
})
