import { escapeXml } from '../../../conformance/report/html-page.ts'
import type { PactVerification, VerifiedInteraction } from '../verify/verdict.ts'
import type { Done } from './text.ts'

/** JUnit XML: one case for each interaction. Unspecified interactions are errors, so that no gap looks green. */
export function junitOf({ interactions, summary }: PactVerification, done: Done): string {
  const byPact = new Map<string, VerifiedInteraction[]>()
  for (const one of interactions) byPact.set(one.pact, [...(byPact.get(one.pact) ?? []), one])
  const suites = [...byPact].map(([pact, cases]) => {
    const live = cases.filter(({ pending }) => !pending)
    const failures = live.filter(({ verdict }) => verdict === 'mismatch').length
    const errors = live.filter(({ verdict }) => verdict === 'unspecified').length
    const skipped = cases.length - live.length
    return (
      `  <testsuite name="${escapeXml(pact)}" tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}">\n` +
      `${cases.map(caseOf).join('\n')}\n  </testsuite>`
    )
  })
  const { mismatch, unspecified, pending } = summary
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<testsuites name="identikit pact: ${done}" tests="${interactions.length}" failures="${mismatch}" errors="${unspecified}" skipped="${pending}">\n` +
    `${suites.join('\n')}\n</testsuites>\n`
  )
}

function caseOf(interaction: VerifiedInteraction): string {
  const { consumer, description, states } = interaction
  const given = states.length === 0 ? '' : ` given ${states.join(', and ')}`
  const open = `    <testcase classname="${escapeXml(consumer)}" name="${escapeXml(description + given)}"`
  const inner = innerOf(interaction)
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`
}

function innerOf({ verdict, pending, problems, restsOn }: VerifiedInteraction): string {
  const told =
    verdict === 'mismatch'
      ? problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
      : restsOn.map(({ what, interpretation }) => `depends on ${what} (interpretation ${interpretation})`)
  const [first = ''] = told
  if (pending) return `<skipped message="${escapeXml(`pending: ${first === '' ? verdict : first}`)}"/>`
  if (verdict === 'match') return ''
  const tag = verdict === 'mismatch' ? 'failure' : 'error'
  return `<${tag} message="${escapeXml(first)}" type="${verdict}">${escapeXml(told.join('\n'))}</${tag}>`
}
