import { docs, docsOf } from '../src/contract/docs-links.ts'
import { reasonOf } from '../src/contract/errors/explain.ts'
import { withOperators } from '../src/contract/formats/counted.ts'
import { userQueries } from '../src/contract/resources/user.ts'
import { type OAuthErrorCode, oauthReasons } from '../src/contract/errors/texts.ts'
import { table } from './markdown.ts'
import { filled } from './template.ts'
import { type ErrorRow, type RefusalName, refusals, rowOf } from '../src/contract/errors/catalogue.ts'

/** docs/reference/refusals.md: the meaning of each error, by the code that a caller sees. */
export function renderRefusals(): string {
  const filters = withOperators(
    userQueries().flatMap(([path, { filter }]) => (filter ? [[path, filter] as const] : [])),
  )
  const rows = (Object.entries(refusals) as [RefusalName, ErrorRow][])
    .toSorted(([, one], [, other]) => one.code.localeCompare(other.code, 'en') || one.status - other.status)
    .map(([name, { status, code, oauth }]) => {
      const { rule, section, accepted, interpretation } = reasonOf(name)
      const codes = [`\`${code}\``, ...(oauth ? [`\`${oauth.error}\``] : [])].join(', ')
      const choice =
        interpretation === undefined
          ? ''
          : `; interpretation [\`${interpretation}\`](interpretations.md#${interpretation})`
      const stated = `${linked(section)}${choice}`
      return [codes, `${status}`, `\`${name}\``, rule, accepted.replace('{filters}', filters), stated]
    })
  const ofServers = Object.keys(oauthReasons).map((code) => {
    const { rule, section, accepted } = reasonOf(code as OAuthErrorCode)
    const { status } = rowOf(code as OAuthErrorCode)
    return [`\`${code}\``, `${status}`, rule, accepted, linked(section)]
  })
  return filled('reference/refusals.md', {
    refusals: table(['Code', 'Status', 'Condition', 'Rule', 'Accepted', 'Stated in'], rows),
    oauth: table(['`error`', 'Status', 'Rule', 'Accepted', 'Stated in'], ofServers),
  })
}

/** The section of a rule, with a link to its text on these pages. */
function linked(section: string): string {
  return section.startsWith('{')
    ? section
    : `[${section}](${docsOf(section).replace(`${docs}/reference/`, '')})`
}
