import type { Area } from '../src/contract/operation-names.ts'
import { areaOf, operations } from '../src/contract/operations/index.ts'
import { refusals } from '../src/contract/refusals.ts'
import { handlers } from '../src/handlers/index.ts'
import { sections, table } from './markdown.ts'
import { filled } from './template.ts'

const areaNames: Record<Area, string> = {
  clients: 'OAuth clients',
  groups: 'Groups',
  membership: 'Group members',
  rules: 'Group rules',
  groupApps: 'Applications of a group',
  users: 'Users',
  lifecycle: 'User lifecycle',
  sessions: 'Sessions',
  credentials: 'Credentials',
  grants: 'Consent grants',
  tokens: 'Refresh tokens',
}

const areas = Object.keys(areaNames) as Area[]

/** docs/reference/coverage.md: every operation, whether it is served, and every error that it returns. */
export function renderCoverage(): string {
  const served = operations.filter(({ name }) => handlers[name])
  return filled('reference/coverage.md', {
    served: `${served.length} of ${operations.length}`,
    summary: summary(),
    areas: sections(areas.map((area) => [areaNames[area], operationsOf(area)])),
    refusals: table(
      ['Condition', 'Status', 'Platform style', 'OAuth style', 'Stated in'],
      Object.entries(refusals).map(refusalRow),
    ),
  })
}

/** The operations by area, to find one. */
function summary(): string {
  const rows = areas.map((area) => {
    const all = operations.filter(({ name }) => areaOf(name) === area)
    const served = all.filter(({ name }) => handlers[name])
    return [areaNames[area], `${served.length} of ${all.length}`, all.map(({ name }) => name).join(', ')]
  })
  return table(['Area', 'Served', 'Operations'], rows)
}

function operationsOf(area: Area): string {
  const rows = operations.filter(({ name }) => areaOf(name) === area).map(operationRow)
  return table(['Operation', 'Method and path', 'Served', 'Answers', 'Refuses with'], rows)
}

function operationRow({
  name,
  method,
  path,
  summary,
  responses,
  refusals: own,
}: (typeof operations)[number]): string[] {
  const answers = Object.keys(responses).join(', ')
  const served = handlers[name] ? 'yes' : '**no: 501**'
  const refusedWith = own.map((each) => `\`${each}\``).join(', ')
  return [`\`${name}\`: ${lower(summary)}`, `\`${method} ${path}\``, served, answers, refusedWith]
}

function refusalRow([name, row]: [string, (typeof refusals)[keyof typeof refusals]]): string[] {
  const oauth = 'oauth' in row ? `\`${row.oauth.error}\`` : ''
  return [`\`${name}\``, `${row.status}`, `\`${row.code}\` ${row.summary}`, oauth, row.source]
}

function lower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
