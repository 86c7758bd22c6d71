import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkTypes } from '../../model/kernel/check-options.ts'
import { type Duration, parseDuration } from '../../model/kernel/duration.ts'
import type { OrgOptions } from '../../model/kernel/org-options.ts'
import { loadPacts } from '../../exchange/read/load-pacts.ts'
import type { Interaction, Json, PactFile } from '../../exchange/pact/pact-file.ts'
import { writtenIn } from '../../exchange/pact/read-pact.ts'
import { type Answer, judge, problemsOf } from '../judge.ts'
import { marker, PactProvider, type Run, statePath } from './provider.ts'
import { type StartedVerifier, startVerifier, VerifierError, type VerifierResult } from './run-verifier.ts'
import type { PactProblem, PactVerification } from './verdict.ts'

/** Which pacts to verify, and how. */
export interface VerifyPactsOptions {
  /** Pact files, folders of them, and URLs. */
  readonly pacts: readonly string[]
  /** How the organisation of each interaction is made. */
  readonly org?: OrgOptions
  /** How long the verifier may take for all of them, such as `30s` or `10m`. Default `5m`. */
  readonly timeout?: Duration
}

/** Thrown where results were to be published: only the provider can say that it keeps a contract. */
export class PublishRefused extends Error {
  override readonly name = 'PublishRefused'

  constructor() {
    super(
      'results are not published: Identikit is not the provider, and a broker would take its verdict for one of ' +
        'the service itself. Unset PACT_BROKER_PUBLISH_VERIFICATION_RESULTS, and publish from a verification ' +
        'against the deployment',
    )
  }
}

/**
 * Verifies pacts with the verifier of the Pact project: statically first, then each interaction against its own
 * organisation. No server needs to run.
 *
 * @throws PublishRefused if the environment requests to publish results.
 * @throws PactFileError for a file that is not a pact.
 * @throws VerifierError if `@pact-foundation/pact` is not installed, or gave no results in time.
 */
export async function verifyPacts(options: VerifyPactsOptions): Promise<PactVerification> {
  checkTypes(options, { 'pacts!': 'array', org: 'object', timeout: ['string', 'number'] })
  if (asksToPublish(process.env.PACT_BROKER_PUBLISH_VERIFICATION_RESULTS)) throw new PublishRefused()
  return verifyWith(startVerifier(), options)
}

/** Whether the variable requests to publish results. */
function asksToPublish(value: string | undefined): boolean {
  return value !== undefined && !['', 'false', '0'].includes(value.toLowerCase())
}

/** Verifies pacts with a verifier that has been started, and ends it. */
async function verifyWith(
  verifier: StartedVerifier,
  { pacts, org = {}, timeout = '5m' }: VerifyPactsOptions,
): Promise<PactVerification> {
  try {
    const milliseconds = parseDuration(timeout)
    const files = await loadPacts(pacts)
    return await judge(files, org, () => runAll(files, org, verifier, milliseconds))
  } finally {
    verifier.stop()
  }
}

/** Runs the verifier on copies of the pacts. Numbers in the copies identify the interactions. */
async function runAll(
  files: readonly PactFile[],
  options: OrgOptions,
  verifier: StartedVerifier,
  timeout: number,
): Promise<ReadonlyMap<Interaction, Answer>> {
  const answers = new Map<Interaction, Answer>()
  if (files.every(({ interactions }) => interactions.length === 0)) return answers
  const provider = new PactProvider(options)
  const folder = await mkdtemp(join(tmpdir(), 'identikit-pact-'))
  try {
    const url = await provider.listen()
    let number = 0
    const numbered = files.map((file) => {
      const numbers = file.interactions.map(() => (number += 1))
      return { file, numbers }
    })
    const paths = await Promise.all(
      numbered.map(async ({ file, numbers }, index) => {
        const path = join(folder, `${index}.json`)
        await writeFile(path, JSON.stringify(marked(file, numbers)))
        return path
      }),
    )
    const results = await verifier.verify({
      url,
      stateUrl: `${url}${statePath}`,
      provider: files[0]!.provider,
      files: paths,
      timeout,
    })
    const byNumber = new Map(results.map((result) => [Number(marker.exec(result.description)?.[1]), result]))
    for (const { file, numbers } of numbered) {
      for (const [index, interaction] of file.interactions.entries()) {
        const one = numbers[index]!
        const result = byNumber.get(one)
        if (!result)
          throw new VerifierError(`the verifier reported ${byNumber.size} of ${number} interactions`)
        const run = provider.runs.get(one)
        answers.set(interaction, { exchange: run?.exchange, problems: runProblems(run, result) })
      }
    }
    return answers
  } finally {
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A copy of a pact whose interactions carry their numbers in description and states. */
function marked(file: PactFile, numbers: readonly number[]): Json {
  const interactions = writtenIn(file).map((written, index): Json => {
    const { description, states: given } = file.interactions[index]!
    const mark = `#${numbers[index]}`
    const { providerState: _, provider_state: _old, providerStates: _all, ...rest } = written
    const states = given.map(({ name, params }) => ({ name, params }))
    return {
      ...rest,
      pending: false,
      description: `${mark} ${description}`,
      ...(file.version === 2
        ? { providerState: `${mark} ${states[0]?.name ?? ''}`.trim() }
        : { providerStates: [{ name: mark, params: {} }, ...states] }),
    }
  })
  const { messages: _, ...others } = file.raw
  return { ...others, interactions }
}

/** If a state could not be set up, later findings of the verifier follow from it. */
function runProblems(run: Run | undefined, { result, mismatches }: VerifierResult): readonly PactProblem[] {
  if (run && run.stateErrors.length > 0) {
    return run.stateErrors.map((message) => ({ foundBy: 'provider-state', place: '', message }))
  }
  if (result === 'OK') return []
  if (mismatches.length === 0) {
    return [{ foundBy: 'verifier', place: '', message: `the verifier says ${result}` }]
  }
  return problemsOf('verifier', mismatches)
}
