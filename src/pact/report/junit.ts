import { type JunitOutcome, junitXml } from '../../../conformance/report/junit-xml.ts'
import type { PactVerification, VerifiedInteraction } from '../verify/verdict.ts'
import type { Done } from './text.ts'

/** JUnit XML: one case for each interaction. Unspecified interactions are errors, so that no gap looks green. */
export function junitOf({ interactions }: PactVerification, done: Done): string {
  const suites = [...Map.groupBy(interactions, ({ pact }) => pact)].map(([name, all]) => ({
    name,
    cases: all.map((interaction) => {
      const { consumer, description, states } = interaction
      const given = states.length === 0 ? '' : ` given ${states.join(', and ')}`
      return { classname: consumer, name: description + given, outcome: outcomeOf(interaction) }
    }),
  }))
  return junitXml(`identikit pact: ${done}`, suites)
}

function outcomeOf({ verdict, pending, problems, restsOn }: VerifiedInteraction): JunitOutcome | undefined {
  const told =
    verdict === 'mismatch'
      ? problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
      : restsOn.map(({ what, interpretation }) => `depends on ${what} (interpretation ${interpretation})`)
  const [message = ''] = told
  if (pending) return { kind: 'skipped', message: `pending: ${message === '' ? verdict : message}` }
  if (verdict === 'match') return undefined
  const kind = verdict === 'mismatch' ? 'failure' : 'error'
  return { kind, message, type: verdict, text: told.join('\n') }
}
