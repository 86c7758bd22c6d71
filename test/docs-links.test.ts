/** Links from errors, reports and pages to the documentation of this version. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { citedSections } from '../scripts/the-api-page.ts'
import { interpretations } from '../src/contract/interpretations/index.ts'
import { docs, docsOf } from '../src/contract/docs-links.ts'
import { type ErrorName, refusals } from '../src/contract/errors/catalogue.ts'
import { reasonOf } from '../src/contract/errors/explain.ts'
import { oauthReasons } from '../src/contract/errors/texts.ts'
import { testOrg } from './support/call.ts'

const read = (path: string): string => readFileSync(path, 'utf8')

test('the links are of the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(docs).toBe(`https://github.com/identikit/identikit/blob/v${version}/docs`)
})

test('every section that is cited leads to an anchor of the page about the API', () => {
  const page = read('docs/reference/the-api.md')
  const cited = [
    ...citedSections(),
    ...Object.keys({ ...refusals, ...oauthReasons }).map((name) => reasonOf(name as ErrorName).section),
  ]
  const links = [...new Set(cited.filter((section) => !section.startsWith('{')).map(docsOf))]
  const own = links.filter((link) => link.startsWith(docs))
  expect(own.length).toBeGreaterThan(60)
  for (const link of own) expect(page).toContain(`<a id="${link.slice(link.indexOf('#') + 1)}">`)
  expect(links).toContain('https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16')
})

test('an interpretation leads to its row', () => {
  const rows = read('docs/reference/interpretations.md')
  for (const { id } of interpretations) {
    expect(docsOf(`interpretation ${id}`)).toBe(`${docs}/reference/interpretations.md#${id}`)
    expect(rows).toContain(`<a id="${id}"></a>`)
  }
})

test('an error explains itself with a link', async () => {
  const { call, control } = testOrg()
  await call('POST', '/api/v1/users/admin/lifecycle/unsuspend')
  expect(control.readExchange({}).explanation?.docs).toBe(`${docs}/reference/the-api.md#users-errors`)
})

test('pictures are small, have a text, come in light and dark, and are not in the package', () => {
  const shown = ['README.md', 'docs/vary.md', 'docs/reference/commands.md'].map(read).join('\n')
  const pictures = readdirSync('docs/pictures')
  expect(pictures.length).toBeGreaterThan(3)
  for (const picture of pictures) {
    const other = picture.replace(/light|dark/, (scheme) => (scheme === 'light' ? 'dark' : 'light'))
    expect(pictures).toContain(other)
    expect(statSync(`docs/pictures/${picture}`).size, picture).toBeLessThan(200_000)
    expect(shown).toContain(`pictures/${picture}`)
  }
  expect(shown.match(/<img alt="[^"]{30,}" src="(docs\/|\.\.\/)?pictures\//g)).toHaveLength(
    pictures.length / 2,
  )
  expect((JSON.parse(read('package.json')) as { files: string[] }).files).toContain('!docs/pictures')
})
