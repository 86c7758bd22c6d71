import { explain } from '../../conformance/cli/explain.ts'
import { requirements } from '../../conformance/registry/requirements.ts'
import { interpretations } from '../contract/interpretations/index.ts'
import { statedRefusals } from '../contract/errors/explain.ts'
import type { OperationName } from '../contract/operation-names.ts'
import { operations } from '../contract/operations/index.ts'
import { didYouMean } from '../query/suggestion.ts'
import { docsPage, docsSections } from './docs.ts'
import { ToolError } from './target.ts'
import type { Tool } from './tool.ts'

/** How many results a search lists, unless the call says otherwise. */
const resultsMax = 10

export const lookUpTool: Tool = {
  description:
    'Look up what the API demands, and how Identikit works. `about` is the id of a requirement (users.suspend.not-active), the id of an interpretation where the API description is silent (success-statuses), an operation (suspendUser), an error (E0000001 or suspend-not-active), a page (faults.md), or words to search all of these and the guides for.',
  fields: {
    about: { type: 'string', description: 'An id, a name, or words' },
    limit: {
      type: 'integer',
      minimum: 1,
      description: `At most this number of results. Default ${resultsMax}`,
    },
  },
  required: ['about'],
  reads: true,
  async run(_session, { about, limit = resultsMax }) {
    const text = String(about).trim()
    return (await known(text)) ?? found(text, Number(limit))
  },
}

/** The text about a name that is known; undefined for other words. */
async function known(name: string): Promise<string | undefined> {
  if (requirements.some(({ id }) => id === name) || name.includes('*')) return explain(name)
  const interpretation = interpretations.find(({ id }) => id === name)
  if (interpretation) {
    const { id, question, choice, evidence } = interpretation
    return `${id}\n  Open      ${question}\n  Choice    ${choice}\n  Evidence  ${evidence}`
  }
  const operation = operations.find((each) => each.name === name)
  if (operation) {
    const { method, path, summary, source } = operation
    const about = requirementsOfSet(operation.name).map((id) => `  ${id}`)
    return `${name}: ${method} ${path}\n  ${summary} (${source})\nRequirements:\n${about.join('\n')}`
  }
  const errors = Object.entries(statedRefusals).filter(([error, { code }]) => error === name || code === name)
  if (errors.length > 0) return errors.map(([error, row]) => errorLine(error, row)).join('\n')
  return docsPage(name.replace(/^docs\//, ''))
}

/** The ids of the requirements about an operation. */
export function requirementsOfSet(operation: OperationName): readonly string[] {
  return requirements.filter((each) => each.operations?.includes(operation)).map(({ id }) => id)
}

/**
 * The name of an operation.
 *
 * @throws ToolError that names a similar one.
 */
export function operationNamed(name: unknown): OperationName {
  const names = operations.map((each) => each.name)
  const operation = names.find((each) => each === name)
  if (operation) return operation
  throw new ToolError(
    `operation: ${didYouMean(String(name), names) ?? `expected one of ${names.join(', ')}`}`,
  )
}

function errorLine(
  name: string,
  { status, code, summary, source }: (typeof statedRefusals)[keyof typeof statedRefusals],
): string {
  return `error ${name}: ${status} ${code} ${summary} (${source})`
}

/** One line for each result, the best first: those that have every word, the shortest first. */
function found(text: string, limit: number): string {
  const words = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter(Boolean)
  const lines = [...searched()]
    .filter(([, content]) => words.every((word) => content.includes(word)))
    .toSorted(([, one], [, other]) => one.length - other.length)
    .map(([line]) => line)
  if (lines.length === 0)
    return `Nothing has all of these words: ${words.join(', ')}. Search for fewer, or for an id, an operation or an error.`
  const more = lines.length > limit ? [`… ${lines.length - limit} more: add a word, or raise "limit"`] : []
  return [...lines.slice(0, limit), ...more].join('\n')
}

/** Each line that a search can find, and the text in lower case in which it finds it. */
function* searched(): Generator<readonly [line: string, text: string]> {
  const of = (line: string, text = line): readonly [string, string] => [line, text.toLowerCase()]
  for (const { id, statement, level } of requirements) yield of(`requirement ${id} [${level}]: ${statement}`)
  for (const { id, question, choice } of interpretations)
    yield of(`interpretation ${id}: ${choice}`, `${id} ${question} ${choice}`)
  for (const { name, method, path, summary } of operations)
    yield of(`operation ${name}: ${method} ${path} ${summary}`)
  for (const [name, row] of Object.entries(statedRefusals)) yield of(errorLine(name, row))
  for (const { page, heading, text } of docsSections()) yield of(`page ${page}: ${heading}`, text)
}
