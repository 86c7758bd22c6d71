import { expect, test } from 'vitest'
import { barsPicture } from '../bench/bars.ts'
import type { Figures } from '../bench/figures.ts'
import { peoplePage } from '../bench/people-page.ts'
import type { Row } from '../bench/report.ts'
import { lintProse } from '../scripts/prose/lint.ts'

const row = (name: string, ours: string, other: string, result: string, bar = '', isMet?: boolean): Row => ({
  name,
  ours,
  other,
  result,
  bar,
  ...(isMet === undefined ? {} : { isMet }),
})

const figures: Figures = {
  on: '2026-01-31',
  isQuick: false,
  node: 'v24.0.0',
  machine: { processors: 2, model: 'Test & Co', gibibytes: 8 },
  load: { before: 0.1, during: 1.9 },
  rows: [
    row('GET one user, 100,000 users', '36,000/s, 27.4 µs', 'bare: 60,000/s, 17 µs', '0.60', '≥ 0.6', true),
    row('cold start of the built server', '99 ms', 'bare script: 76 ms', '1.30', '≤ 1.25', false),
    row(
      'Vitest: 100 tests, each with its own demo data, against an empty file',
      '802 ms',
      'empty file: 439 ms',
      '1.83',
      '≤ 2.5',
      true,
    ),
    row('model: heap of a user activated by the API', '626 bytes', '', '626', '≤ 650 bytes', true),
    row(
      'Prism 5.16.0 on our OpenAPI document: GET one user',
      '30,000/s',
      'Prism: 1,500/s, first answer after 2,400 ms',
      '× 20',
    ),
    row('WireMock 3.13.2 on Java: GET one user', '', '', 'left out: spawn java ENOENT'),
  ],
}

test.each([
  '| Your 100 tests take 0.802 s, each with its own copy of the demo data. An empty test file takes 0.439 s. | at most 2.5 times, got 1.83 |',
  '| The server answers 99 ms after its start. A script of ten lines takes 76 ms. | at most 1.25 times, got 1.30 (**missed**) |',
  '| 100,000 users activated by the API take 62.6 MB of memory. | at most 650 bytes |',
  '| Prism 5.16.0 | 1,500 | 30,000 | 20.0 times as many | 2,400 ms |',
  '- WireMock 3.13.2: spawn java ENOENT',
  'No other process used the machine.',
])('the page says %s', (line) => {
  expect(peoplePage(figures)).toContain(`${line}\n`)
})

test('the page says that others used the machine', () => {
  expect(peoplePage({ ...figures, load: { before: 0.1, during: 12 } })).toContain(
    'Other processes used the machine',
  )
})

test('the page is plain prose', () => {
  expect(lintProse(peoplePage(figures))).toEqual([])
})

test.each(['light', 'dark'] as const)('bars are as long as what was measured, %s', (scheme) => {
  const picture = barsPicture(figures, scheme)
  const bars = [
    ...picture.matchAll(/>([^<]+)<\/text>\n<rect [^>]*width="(\d+)"[^>]*\/>\n<text [^>]*>([^<]+)</g),
  ]
  expect(bars.map(([, name, length, value]) => [name, Number(length), value])).toEqual([
    ['Identikit', 258, '36,000/s'],
    ['Prism 5.16.0', 11, '1,500/s'],
    ['bare node:http', 430, '60,000/s'],
    ['Identikit', 18, '99 ms'],
    ['Prism 5.16.0', 430, '2,400 ms'],
    ['bare node:http', 14, '76 ms'],
  ])
  expect(picture).toContain('Test &amp; Co')
})
