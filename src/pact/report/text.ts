import { counted } from '../../../conformance/engine/words/text.ts'
import type { PactVerification, VerifiedInteraction } from '../verify/verdict.ts'

/** The first character of each verdict's line. */
const signs = { match: '✓', mismatch: '✗', unspecified: '~' } as const

/** The verb for the last sentence of a report. */
export type Done = 'checked' | 'verified'

/** A report for a terminal: first every mismatch in full, then a sentence with the totals. */
export function textOf(verification: PactVerification, done: Done, { quiet = false } = {}): string {
  const { interactions, leftOut } = verification
  const wrong = interactions.filter(({ verdict }) => verdict === 'mismatch')
  const open = interactions.filter(({ verdict }) => verdict === 'unspecified')
  const right = interactions.filter(({ verdict }) => verdict === 'match')
  return [
    ...(quiet ? [] : right.map(lineOf)),
    ...open.map(blockOf),
    ...wrong.map(blockOf),
    ...leftOut.map(
      (description) => `- left out     ${description}: not HTTP, and the service sends no messages`,
    ),
    '',
    ...sentences(verification, done),
  ]
    .join('\n')
    .trimStart()
}

function lineOf({ verdict, pending, description, request, consumer }: VerifiedInteraction): string {
  const name = `${verdict}${pending ? ', pending' : ''}`
  return `${signs[verdict]} ${name.padEnd(12)} ${consumer}: ${description} (${request})`
}

function blockOf(interaction: VerifiedInteraction): string {
  const { states, problems, restsOn } = interaction
  return [
    lineOf(interaction),
    ...(states.length > 0 ? [`    given ${states.join(', and ')}`] : []),
    ...problems.map(
      ({ place, message, foundBy }) => `    ${place === '' ? '' : `${place}: `}${message}  [${foundBy}]`,
    ),
    ...restsOn.flatMap(({ interpretation, what, question, choice }) => [
      `    depends on ${what}  [interpretation ${interpretation}]`,
      `      open: ${question}`,
      `      here: ${choice}`,
    ]),
  ].join('\n')
}

function sentences({ interactions, summary }: PactVerification, done: Done): readonly string[] {
  const { match, mismatch, unspecified, pending } = summary
  const pacts = new Set(interactions.map(({ pact }) => pact)).size
  const counts = [
    `${match} match`,
    `${mismatch} ${mismatch === 1 ? 'does' : 'do'} not`,
    ...(unspecified > 0 ? [`${unspecified} unspecified`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ]
  return [
    `${done === 'checked' ? 'Checked' : 'Verified'} ${counted(interactions.length, 'interaction')} of ${counted(pacts, 'pact')}: ${counts.join(', ')}.`,
    ...(unspecified > 0
      ? [
          'The mock matches unspecified interactions; the service may not, since the API description does not say. See docs/reference/interpretations.md.',
        ]
      : []),
  ]
}
