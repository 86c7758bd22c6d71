import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pages as generated } from '../scripts/pages.ts'

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
  const pages = [...pagesIn('docs'), ...pagesIn('docs/reference').map((page) => `reference/${page}`)]
  expect(pages.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([])
  expect(linked.filter((page) => !pages.includes(page))).toEqual([])
})

test('docs/reference holds the generated pages and no other', () => {
  const byOtherCommands = ['api.md']
  const byDocs = generated
    .filter(({ path }) => path.startsWith('docs/reference/'))
    .map(({ path }) => path.slice('docs/reference/'.length))
  expect(pagesIn('docs/reference').toSorted()).toEqual([...byDocs, ...byOtherCommands].toSorted())
})
