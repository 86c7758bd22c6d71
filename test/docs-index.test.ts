import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

test('docs/architecture.md names files that exist', () => {
  const named = [...read('docs/architecture.md').matchAll(/\b(?:src|conformance)\/[\w./-]*\w\/?/g)].map(
    ([path]) => path,
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

test('the index of docs/ lists every page', () => {
  const linked = [...read('docs/README.md').matchAll(/\]\(([\w.-]+)\)/g)].map(([, page]) => page)
  const pages = readdirSync(resolve(root, 'docs')).filter((file) => /\.(md|schema\.json)$/.test(file))
  expect(pages.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([])
  expect(linked.filter((page) => !pages.includes(page!))).toEqual([])
})
