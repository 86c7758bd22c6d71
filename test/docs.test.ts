/** Pages and tables name what is there. `npm run docs -- --check` compares the generated ones. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { refusals } from '../src/contract/errors/catalogue.ts'
import { refusalsOf } from '../src/contract/operation-refusals.ts'
import { statedRefusals } from '../src/contract/errors/explain.ts'
import { interpretations } from '../src/contract/interpretations/index.ts'
import { beyondOperations } from '../src/contract/operations/beyond.ts'
import { operations } from '../src/contract/operations/index.ts'
import { flattened, type Options } from '../src/model/kernel/option.ts'
import { fetchHandlerOptions } from '../src/server/fetch-handler.ts'
import { configOptions, organisationsOptions, serveOptions } from '../src/server/serve-options.ts'
import { workerOptions } from '../src/worker/settings.ts'
import { anchor } from '../scripts/markdown.ts'
import { generalRefusals } from './support/general-refusals.ts'

const root = resolve(import.meta.dirname, '..')

const linkToFile = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g

const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

/** The anchors of a page: of its headings, as GitHub writes them, and those in its HTML. */
function anchorsOf(path: string): ReadonlySet<string> {
  const prose = read(path).replaceAll(/^```[^]*?^```$/gm, '')
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, text]) => anchor(text!))
  return new Set([...headings, ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)])
}

test('points every link between pages at a file and a heading that exist', () => {
  const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  const links = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, id]) => ({
      file,
      target: path === '' ? file : join(dirname(file), path!),
      id,
    })),
  )
  const anchors = new Map(
    [...new Set(links.map(({ target }) => target))]
      .filter((target) => target.endsWith('.md') && existsSync(resolve(root, target)))
      .map((target) => [target, anchorsOf(target)]),
  )
  const broken = links.filter(
    ({ target, id }) =>
      !existsSync(resolve(root, target)) || (id !== undefined && anchors.get(target)?.has(id) === false),
  )
  expect(links.length).toBeGreaterThan(500)
  expect(broken).toEqual([])
})

test('closes every code mark in its paragraph', () => {
  const open = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((file) =>
    read(file)
      .replaceAll(/^```[^]*?^```$/gm, '')
      .split(/\n(?:\n|(?=[|\-#]))/)
      .filter((paragraph) => paragraph.split('`').length % 2 === 0)
      .map((paragraph) => `${file}: ${paragraph}`),
  )
  expect(open).toEqual([])
})

test('points every link of a page that is packed at a file that is packed', () => {
  const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { files: string[] }
  // npm packs the README of every package.
  const files = ['README.md', ...manifest.files]
  const packed = (path: string): boolean =>
    files.some((entry) => path === entry || path.startsWith(`${entry}/`) || matchesGlob(path, entry)) &&
    !files.some((entry) => entry.startsWith('!') && path.startsWith(`${entry.slice(1)}/`))
  const pagesPacked = globSync('{*.md,docs/**/*.md}', { cwd: root }).filter(packed)
  expect(pagesPacked).toEqual(expect.arrayContaining(['README.md', 'docs/reference/control.md']))
  for (const page of pagesPacked) {
    for (const [, target] of readFileSync(resolve(root, page), 'utf8').matchAll(linkToFile)) {
      const path = join(dirname(page), target!)
      expect([page, path, packed(path) && existsSync(resolve(root, path))]).toEqual([page, path, true])
    }
  }
})

test('gives every interpretation its own id, and options name only interpretations that exist', () => {
  const ids = interpretations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const named = flattened(configOptions).flatMap(({ row }) => row.interpretations ?? [])
  expect(ids).toEqual(expect.arrayContaining(named))
})

test('says of every option what it is for', () => {
  const tables: Options[] = [
    configOptions,
    serveOptions,
    organisationsOptions,
    fetchHandlerOptions,
    workerOptions,
  ]
  const rows = tables.flatMap((table) => flattened(table))
  expect(rows.length).toBeGreaterThan(120)
  expect(rows.filter(({ row }) => !row.text).map(({ path }) => path.join('.'))).toEqual([])
})

test('points at interpretations that exist', () => {
  const ids = new Set(interpretations.map(({ id }) => id))
  const lifecycle = readFileSync(new URL('../src/contract/user-lifecycle.ts', import.meta.url), 'utf8')
  const named = [...lifecycle.matchAll(/nterpretations?: ([\w-]+(?:, [\w-]+)*)/g)]
  expect(named.length).toBeGreaterThan(10)
  for (const [, list] of named) for (const id of list!.split(', ')) expect(ids, id).toContain(id)
  for (const { source } of Object.values(statedRefusals)) {
    for (const [, id] of source.matchAll(/interpretation: ([\w-]+)/g)) expect(ids, id).toContain(id)
  }
})

test('gives every refusal an operation that can give it, or all', () => {
  const own = new Set([...operations, ...beyondOperations].flatMap(refusalsOf))
  for (const name of Object.keys(refusals)) {
    expect(own.has(name as keyof typeof refusals) || generalRefusals.has(name), name).toBe(true)
  }
})
