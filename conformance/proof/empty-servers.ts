import type { CheckDefinition } from '../engine/run/check.ts'
import { loadChecks } from '../engine/plan/check-files.ts'
import { gradable } from '../registry/requirement.ts'
import { requirementById } from '../registry/requirements.ts'
import { answer, reply } from './alter/answer.ts'
import { platformBody } from './alter/refusal.ts'
import type { SelftestOptions } from './selftest/selftest.ts'
import { runAltered, verdictsOf } from './selftest/run-altered.ts'
import { answerOf } from './alter/wire.ts'
import { variantsOf, type Variant } from './variants/variant.ts'

/** Servers that answer every request alike, and must pass nothing. */
const emptyServers: readonly Variant[] = variantsOf({
  'empty-object': ['answers 200 {} to everything', reply(200, {})],
  'empty-list': ['answers 200 [] to everything', reply(200, [])],
  'no-content': ['answers 204 to everything', reply(204)],
  'empty-success': ['answers 200 without a body', reply(200)],
  'not-found': ['answers 404 with a platform-style body to everything', reply(404, platformBody('E0000007'))],
  'not-a-client': [
    'answers 401 with an OAuth-style body to everything',
    reply(401, { error: 'invalid_client', error_description: 'Refused' }),
  ],
  'bad-request': [
    'answers 400 with a platform-style body to everything',
    reply(400, platformBody('E0000001')),
  ],
  forbidden: ['answers 403 with E0000038', reply(403, platformBody('E0000038'))],
  broken: ['answers 500 to everything', reply(500, platformBody('E0000009'))],
  echo: ['answers with the body that was sent', reply(200, ({ json }) => json ?? {})],
  page: [
    'answers with an HTML page, as a gateway does',
    answer(() => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      json: undefined,
      text: '<!doctype html><title>Sign in</title>',
    })),
  ],
  'reads-only': [
    'lists nothing, finds nothing, and accepts every write',
    () =>
      async ({ method, path }) => {
        if (method !== 'GET') return answerOf(method === 'DELETE' ? 204 : 200, {})
        return /\/(users|groups|rules|clients|apps|grants|tokens|appLinks)$/.test(path)
          ? answerOf(200, [])
          : answerOf(404, platformBody('E0000007'))
      },
  ],
})

/** The requirements that a empty server passed by mistake. */
export interface EmptyServerResult {
  readonly id: string
  readonly summary: string
  /** Gradable requirements that it passed. */
  readonly passed: readonly string[]
}

/** Runs the whole suite against each empty server. */
export async function tryEmptyServers(
  options: Pick<SelftestOptions, 'createTarget' | 'checks'>,
): Promise<EmptyServerResult[]> {
  const checks: readonly CheckDefinition[] = options.checks ?? (await loadChecks())
  const results: EmptyServerResult[] = []
  for (const { id, summary, ...server } of emptyServers) {
    // Nothing is worth a wait.
    const outcome = await runAltered({ ...options, lag: 20 }, checks, server, { concurrency: 16 })
    const verdicts = verdictsOf(outcome.checks)
    results.push({
      id,
      summary,
      passed: Object.keys(verdicts).filter(
        (requirement) => verdicts[requirement] === 'pass' && isGradable(requirement),
      ),
    })
  }
  return results
}

function isGradable(id: string): boolean {
  const requirement = requirementById(id)
  return requirement !== undefined && gradable(requirement)
}
