/** Pages and tables name what is there. `npm run docs -- --check` compares the generated ones. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { refusals } from '../src/contract/errors/catalogue.ts'
import { refusalsOf } from '../src/contract/operation-refusals.ts'
import { statedRefusals } from '../src/contract/errors/explain.ts'
import { decisions } from '../src/contract/decisions/index.ts'
import { beyondOperations } from '../src/contract/operations/beyond.ts'
import { operations } from '../src/contract/operations/index.ts'
import { flattened, type Options } from '../src/model/kernel/option.ts'
import { fetchHandlerOptions } from '../src/server/fetch-handler.ts'
import { configOptions, organisationsOptions, serveOptions } from '../src/server/serve-options.ts'
import { workerOptions } from '../src/worker/settings.ts'
import { pages } from '../scripts/pages.ts'
import { generalRefusals } from './support/general-refusals.ts'

const root = resolve(import.meta.dirname, '..')

const linkToFile = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g

test('points every link between pages at a file that exists', () => {
  const files = ['README.md', 'CONTRIBUTING.md', ...pages.map(({ path }) => path)]
  for (const file of new Set(files.filter((path) => path.endsWith('.md')))) {
    const text = readFileSync(resolve(root, file), 'utf8')
    for (const [, target] of text.matchAll(linkToFile)) {
      expect(existsSync(resolve(root, file, '..', target!)), `${file} links to ${target}`).toBe(true)
    }
  }
})

test('points every link of a page that is packed at a file that is packed', () => {
  const { files } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { files: string[] }
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

test('gives every decision its own id, and options name only decisions that exist', () => {
  const ids = decisions.map(({ id }) => id)
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

test('points at decisions that exist', () => {
  const ids = new Set(decisions.map(({ id }) => id))
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
