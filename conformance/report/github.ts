import type { RequirementResult, ConformanceResult } from '../engine/judge/result.ts'
import { failedIn, inColumns, told, waysOf } from './failures.ts'
import { countsInWords, headlineOf, quickInWords } from './words.ts'

/** A step of GitHub Actions shows this many errors and no more. */
export const maxErrors = 10

/**
 * Workflow commands of GitHub Actions: an error for each way in which requirements fail, and a notice with the sentence.
 * Texts of the target are escaped, so that they cannot act as commands.
 */
export function githubAnnotations(result: ConformanceResult): string[] {
  const { sentence, run } = result
  const ways = waysOf(failedIn(result, ({ verdict }) => verdict === 'fail').fresh, result)
  const shown = ways.slice(0, ways.length > maxErrors ? maxErrors - 1 : maxErrors)
  const left = ways.slice(shown.length)
  return [
    ...shown.map(({ headline, requirements: own }) => {
      const demand = told(own[0], result).lines.filter(([label]) => label === 'expected' || label === 'got')
      return command('error', titleOf(own), [headline, own[0].statement, ...inColumns(demand)].join('\n'))
    }),
    ...(left.length === 0
      ? []
      : [
          command(
            'error',
            `${left.length} more differences`,
            left.map(({ headline, requirements: [first] }) => `${first.id}: ${headline}`).join('\n'),
          ),
        ]),
    command(
      sentence === 'No verdict' ? 'error' : 'notice',
      `${headlineOf(result)}: ${run.target ?? run.baseUrl}`,
      [`${countsInWords(result)}.`, run.stopped, run.advice, quickInWords(result)].filter(Boolean).join('\n'),
    ),
  ]
}

function titleOf([first, ...others]: readonly RequirementResult[]): string {
  return `${first?.id ?? ''}${others.length === 0 ? '' : ` and ${others.length} more`}`
}

/** A workflow command, at a place of a file if one is known. */
export function command(
  name: 'error' | 'notice',
  title: string,
  message: string,
  place: Readonly<Record<string, string>> = {},
): string {
  const properties = Object.entries({ ...place, title })
    .map(([key, value]) => `${key}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
    .join(',')
  return `::${name} ${properties}::${escaped(message)}`
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
