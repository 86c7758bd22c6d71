/** Links from errors, reports and pages to the documentation of this version. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentNames, sections } from '../conformance/registry/sections.ts'
import { docs, docsOf } from '../src/contract/docs-links.ts'
import { operationSpecs } from '../src/contract/operations/index.ts'
import type { OperationSpec } from '../src/contract/operation.ts'
import { reasons } from '../src/contract/explanation-texts.ts'
import { anchor as anchorOf } from '../scripts/markdown.ts'
import { testOrg } from './support/call.ts'

const read = (path: string): string => readFileSync(path, 'utf8')

test('the links are of the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(docs).toBe(`https://github.com/identikit/identikit/blob/v${version}/docs`)
})

test('every section that is cited leads to a heading or a page that exists', () => {
  const cited = [
    ...Object.values(reasons).flatMap(({ section, of }) => [
      section,
      ...Object.values(of ?? {}).map((other) => other.section ?? section),
    ]),
    ...Object.values(operationSpecs).map(({ source }: OperationSpec) => source ?? ''),
    ...Object.entries(sections).flatMap(([number, names]) =>
      names.map((name) => `${documentNames[Number(number) as 1]}, ${name}`),
    ),
  ]
  const links = new Set(cited.filter((section) => !section.startsWith('{')).map(docsOf))
  const own = [...links].filter((link) => link.startsWith(docs))
  expect(own.length).toBeGreaterThan(9)
  for (const link of own) {
    const [page = '', place = ''] = link.slice(docs.length + 1).split('#')
    const text = read(`docs/${page}`)
    const headings = [...text.matchAll(/^#+ (.*)/gm)].map(([, heading = '']) => anchorOf(heading))
    if (place !== '' && !text.includes(`<a id="${place}">`)) expect(headings, link).toContain(place)
  }
  expect(links).toContain('https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16')
})

test('an error explains itself with a link', async () => {
  const { call, control } = testOrg()
  await call('POST', '/api/v1/users/admin/lifecycle/unsuspend')
  expect(control.readExchange({}).explanation?.docs).toBe(`${docs}/the-api.md#errors`)
})
