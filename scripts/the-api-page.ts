import { globSync, readFileSync } from 'node:fs'
import { documentNames, sections as registered } from '../conformance/registry/sections.ts'
import { sectionAnchor } from '../src/contract/docs-links.ts'
import type { Area } from '../src/contract/operation-names.ts'
import { operations } from '../src/contract/operations/index.ts'
import { userDiagram } from './lifecycle-page.ts'
import { anchor, between, table } from './markdown.ts'

/** The tables of docs/reference/the-api.md, by their markers, and the areas of the operations in each. */
const sections: Readonly<Record<string, readonly Area[]>> = {
  clients: ['clients'],
  groups: ['groups', 'membership', 'groupApps'],
  rules: ['rules'],
  users: ['users'],
  lifecycle: ['lifecycle'],
  credentials: ['credentials'],
  sessions: ['sessions'],
  grants: ['grants', 'tokens'],
}

/** The headings of docs/reference/the-api.md, by the sections of the API description that each covers. The first match counts. */
const headings: readonly (readonly [RegExp, string])[] = [
  [/^(?:no document|docs)/, 'Interpretations'],
  [/^Clients, Auth|^OpenID/, 'Authentication'],
  [/, (?:Errors|Limits)/, 'Errors'],
  [/^Clients, (?:Conv|Vers|Groups)|, What|, Endpoints/, 'Conventions'],
  [/^Groups, (?:Group )?(?:rule|States)/, 'Group rules'],
  [/^Groups/, 'Groups'],
  [/^Clients/, 'Clients'],
  [/session/, 'Sessions'],
  [/grant|token/i, 'Consent grants and refresh tokens'],
  [/, (?:Credential|Pass|Provider|Hashed)/, 'Credentials'],
  [/, (?:States|Lifecycle)|lifecycle/, 'Life cycle of a user'],
  [/^Users/, 'Users'],
]

/**
 * docs/reference/the-api.md: people write its text. Its tables of operations and the life cycle come from the contract. So do the
 * anchors of its headings: one for each section that errors and reports cite.
 */
export function renderTheApi(before: string): string {
  const page = Object.entries(sections).reduce(
    (text, [name, areas]) => between(text, name, operationsOf(areas)),
    between(before, 'diagram', userDiagram()),
  )
  const cited = citedSections()
  const bare = page.replaceAll(/^(?:<a id="[\w-]+"><\/a>)+\n\n(?=## )/gm, '')
  return bare.replaceAll(/^## (.*)/gm, (heading, name: string) => {
    const anchors = cited
      .filter((section) => headings.find(([form]) => form.test(section))?.[1] === name)
      .map((section) => `<a id="${sectionAnchor(section)}"></a>`)
    return anchors.length === 0 ? heading : `${[...new Set(anchors)].toSorted().join('')}\n\n${heading}`
  })
}

/** Every section that the contract, its errors or the conformance suite cites. */
export function citedSections(): readonly string[] {
  const sources = globSync('src/contract/**/*.ts', {
    exclude: ['src/contract/interpretations/**'],
  }).toSorted()
  const cited = sources.flatMap((source) =>
    [
      ...readFileSync(source, 'utf8').matchAll(/'((?:Clients|Groups|Users|OpenID|no document|docs)[^'$]*)'/g),
    ].map(([, section = '']) => section),
  )
  const ofSuite = Object.entries(registered).flatMap(([number, names]) =>
    names.map((name) => `${documentNames[Number(number) as 1]}, ${name}`),
  )
  return [...cited.filter((section) => /^(?:no|docs)|, /.test(section)), ...ofSuite]
}

function operationsOf(areas: readonly Area[]): string {
  const rows = operations
    .filter(({ area }) => areas.includes(area!))
    .map(({ name, method, path, summary }) => [
      `[${name}](operations.md#${anchor(headingOf(method, path))})`,
      `\`${method} ${path}\``,
      summary,
    ])
  return table(['Operation', 'Request', 'Effect'], rows)
}

/** The heading of an operation on its page: operations with the same method and path share it. */
function headingOf(method: string, path: string): string {
  const here = operations.filter((operation) => operation.method === method && operation.path === path)
  return here.map(({ summary }) => summary).join('; or: ')
}
