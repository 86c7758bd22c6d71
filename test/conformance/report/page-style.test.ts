/** The looks and the script of the page: the golden pages leave both out. */
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { verdictOrder } from '../../../conformance/engine/judge/verdict.ts'
import { htmlScript, htmlStyle } from '../../../conformance/report/html-page.ts'
import { htmlOf } from '../../../conformance/report/html.ts'
import { goldenResults } from './golden-results.ts'

const pages = Object.values(goldenResults).map((make) => htmlOf(make()))
const bodies = pages.map((page) => page.slice(page.indexOf('<body>'), page.indexOf('<script>')))
const all = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found]) => found as string)),
]

test('every page carries the looks and the script', () => {
  for (const page of pages) {
    expect(page).toContain(`<style>${htmlStyle}</style>`)
    expect(page).toContain(`<script>${htmlScript}</script>`)
  }
})

test('every class of the pages has its looks, and every looks its class', () => {
  const used = all(bodies.join(''), / class="([^"]+)"/g).flatMap((names) => names.split(' '))
  const styled = all(htmlStyle.replaceAll(/url\([^)]*\)/g, ''), /\.([a-z][a-z-]*)(?=[\s.,:>{[])/g)
  expect([...new Set(used.filter((name) => !styled.includes(name)))]).toEqual(['alike'])
  // It stands where a part of the page could not be made.
  expect(styled.filter((name) => !used.includes(name))).toEqual(['problem'])
})

test('each verdict has its own colour, by day and by night', () => {
  const colours = all(htmlStyle, /(\.[a-z-]+\{background:var\(--[a-z]+\)\})/g)
  const variables = verdictOrder.map((verdict) => {
    const rule = colours.find((each) => each.startsWith(`.${verdict}{`))
    return /--[a-z]+/.exec(rule ?? '')?.[0]
  })
  expect(new Set(variables).size).toBe(verdictOrder.length)
  expect(variables).not.toContain(undefined)
  const [day = '', night = ''] = htmlStyle.split('prefers-color-scheme:dark')
  const definitions = (text: string) => all(text, /(--[a-z]+):#[0-9a-f]{3,6}[;}]/g).toSorted()
  expect(definitions(day).length).toBeGreaterThan(10)
  expect(definitions(night)).toEqual(definitions(day))
  expect(all(htmlStyle, /var\((--[a-z]+)\)/g).filter((name) => !definitions(day).includes(name))).toEqual([])
})

test('the rules of the looks are whole', () => {
  let depth = 0
  for (const letter of htmlStyle) {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    expect(depth).toBeGreaterThanOrEqual(0)
  }
  expect(depth).toBe(0)
  expect(all(htmlStyle, /([^{}]*\{\s*\})/g)).toEqual([])
})

test('the script is valid, and finds its elements in the page', () => {
  expect(() => new Script(htmlScript)).not.toThrow()
  const [page = ''] = bodies
  const ids = all(htmlScript, /getElementById\('([^']+)'\)/g)
  expect(ids.length).toBeGreaterThan(1)
  for (const id of ids) expect(page).toContain(` id="${id}"`)
  const attributes = all(htmlScript, /\[(data-[a-z]+)\]/g)
  expect(attributes.length).toBeGreaterThan(1)
  for (const attribute of attributes) expect(page).toContain(` ${attribute}`)
})
