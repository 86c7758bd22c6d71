import { createMockAdapter } from '../../conformance/engine/supply/mock-adapter.ts'
import { conform } from '../../conformance/engine/run/conform.ts'
import type { ConformanceResult } from '../../conformance/engine/judge/result.ts'
import { failedIn, inColumns, told } from '../../conformance/report/failures.ts'
import { countsInWords } from '../../conformance/report/words.ts'
import { operationNamed, requirementsOfSet } from './look-up.ts'
import { call, ToolError } from './target.ts'
import type { Session, Tool } from './tool.ts'

/** How many failed requirements a result describes. */
const failuresMax = 10

export const checkTool: Tool = {
  description:
    'Check the requirements of an operation (operation: suspendUser), or of ids, areas and globs (only: ["users.suspend.*"]), and report pass, fail or not tested for each. It sends real calls, writes to records of its own only, and removes them. Without a URL it checks the organisation of the tools.',
  fields: {
    operation: { type: 'string', description: 'Name of an operation, such as suspendUser' },
    only: { type: 'array', items: { type: 'string' }, description: 'Ids, areas or globs of requirements' },
  },
  localFields: {
    url: { type: 'string', description: 'Base URL of a deployment to check instead' },
    token: { type: 'string', description: 'API token of that deployment, for an administrator' },
  },
  async run(session, { operation, only, url, token }) {
    const wanted = operation === undefined ? only : requirementsOfSet(operationNamed(operation))
    if (!Array.isArray(wanted) || wanted.length === 0)
      throw new ToolError('expected an operation, or only: ids, areas or globs such as ["users.suspend.*"]')
    const options =
      url === undefined
        ? await ownTarget(session)
        : { baseUrl: textOf('url', url), token: textOf('token', token) }
    const result = await conform({
      ...options,
      requirementSet: 'all',
      only: wanted.map(String),
      explore: false,
      ledger: false,
    })
    return resultText(result)
  },
}

function textOf(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new ToolError(
    `${field}: expected a text, the ${field === 'url' ? 'base URL' : 'API token'} of the deployment`,
  )
}

async function ownTarget({ target }: Session) {
  const { url, controlToken } = target
  const [{ token }, adapter] = await Promise.all([
    call(target, 'readApiToken'),
    createMockAdapter({ baseUrl: url, controlToken }),
  ])
  // It answers at once: a reply that is wrong stays wrong.
  return { baseUrl: url, token, adapter, lag: 1000 }
}

function resultText(result: ConformanceResult): string {
  const { fresh } = failedIn(result)
  const failures = fresh.slice(0, failuresMax).flatMap((requirement) => {
    const { headline, lines } = told(requirement, result)
    const evidence = inColumns(lines.filter(([label]) => label !== 'again'))
    return [`fail ${requirement.id}: ${headline}`, `  ${[requirement.statement, ...evidence].join('\n  ')}`]
  })
  const selected = result.requirements.filter(({ verdict }) => verdict !== 'not-run')
  const others = selected
    .filter((requirement) => !fresh.includes(requirement))
    .map(
      ({ id, verdict, why }) =>
        `${verdict === 'pass' ? 'pass' : `${verdict} (${why ?? 'not graded'})`} ${id}`,
    )
  return [`${result.sentence}: ${countsInWords(result)}`, ...result.warnings, ...failures, ...others].join(
    '\n',
  )
}
