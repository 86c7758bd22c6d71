import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { durationIn } from '../../model/kernel/duration.ts'
import type { Mismatch } from '../match/match-body.ts'
import type { ChildAnswer } from './verifier-child.ts'

/** The verifier's result of one interaction. */
export interface VerifierResult {
  readonly description: string
  readonly result: string
  /** In the words of the verifier. */
  readonly mismatches: readonly Mismatch[]
}

/** Thrown where the verifier is not installed, or gave no results. */
export class VerifierError extends Error {
  override readonly name = 'VerifierError'
}

/** The message if it is not installed. */
const missing =
  'verifying pacts needs the package @pact-foundation/pact: npm install --save-dev @pact-foundation/pact'

/** The message of an executable. */
const notInside =
  'the verifier of the Pact project is a native package, which an executable cannot load; use the npm package: npx identikit pact verify, or check the pact here: identikit pact check'

/** Variables by which the verifier would leave interactions out, or publish its results. */
const steering =
  /^PACT_(DESCRIPTION|PROVIDER_STATE|PROVIDER_NO_STATE|BROKER_BASE_URL|BROKER_PUBLISH_VERIFICATION_RESULTS)$/

/** A verifier that is loading, and waits for its task. */
export interface StartedVerifier {
  /**
   * Verifies pact files against a provider.
   *
   * @throws VerifierError when there are no results.
   */
  readonly verify: (task: {
    readonly url: string
    readonly stateUrl: string
    readonly provider: string
    readonly files: readonly string[]
    /** Milliseconds that it may take. */
    readonly timeout: number
  }) => Promise<readonly VerifierResult[]>
  /** Ends it, and abandons its task. */
  readonly stop: () => void
}

/** The file of that process: next to this one, or in the library for the bundled command line. */
function childFile(): string {
  const ending = import.meta.url.slice(-3)
  const places = [`./verifier-child${ending}`, `../src/pact/verify/verifier-child${ending}`]
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return files.find((file) => existsSync(file)) ?? files[0]!
}

/**
 * Starts the verifier in a separate process. It loads while the caller prepares the task.
 *
 * @throws VerifierError in an executable.
 */
export function startVerifier(): StartedVerifier {
  const sea = process.getBuiltinModule('node:sea') as typeof import('node:sea') | undefined
  if (sea?.isSea()) throw new VerifierError(notInside)
  const env = environmentOf(process.env)
  return verifierIn(fork(childFile(), [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] }))
}

/** The environment variables for the verifier. */
function environmentOf(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !steering.test(name)))
}

/** Speaks with the process in which the verifier runs. */
function verifierIn(child: ChildProcess): StartedVerifier {
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-4000)))
  }
  const answered = new Promise<ChildAnswer>((resolve) => {
    child.once('message', (answer) => resolve(answer as ChildAnswer))
    // A task that is sent to a process that has ended is another error.
    child.on('error', ({ message }) => resolve({ kind: 'failed', message }))
    child.once('exit', (code, signal) =>
      resolve({ kind: 'failed', message: `the verifier ended with ${signal ?? code}\n${printed}` }),
    )
  })
  return {
    async verify({ url, stateUrl, provider, files, timeout }) {
      child.send({ providerBaseUrl: url, providerStatesSetupUrl: stateUrl, provider, pactUrls: files })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<ChildAnswer>((resolve) => {
        const message = `expected results of the verifier within ${durationIn(timeout)}, got none; give it longer with --timeout`
        timer = setTimeout(resolve, Math.min(timeout, longestTimer), { kind: 'failed', message })
      })
      const answer = await Promise.race([answered, late])
      clearTimeout(timer)
      if (answer.kind === 'missing') throw new VerifierError(missing)
      if (answer.kind !== 'verified') throw new VerifierError(answer.message.trim())
      return resultsOf(answer.results)
    },
    stop: () => void child.kill(),
  }
}

/** A timer of Node ends at once if it is longer. */
const longestTimer = 2 ** 31 - 1

interface RawMismatch {
  readonly type?: string
  readonly path?: string
  readonly key?: string
  readonly mismatch?: string
  readonly expected?: unknown
  readonly actual?: unknown
}

interface RawResult {
  readonly description?: string
  readonly result?: string
  readonly mismatch?: {
    readonly type?: string
    readonly message?: string
    readonly mismatches?: readonly RawMismatch[]
  }
}

function resultsOf(text: string): readonly VerifierResult[] {
  const { interactionResults = [] } = JSON.parse(text) as {
    readonly interactionResults?: readonly RawResult[]
  }
  return interactionResults.map(({ description = '', result = '', mismatch }) => ({
    description,
    result,
    mismatches: mismatch
      ? (mismatch.mismatches?.map(placed) ?? [
          { place: '', message: mismatch.message ?? String(mismatch.type) },
        ])
      : [],
  }))
}

function placed({ type = '', path, key, mismatch, expected, actual }: RawMismatch): Mismatch {
  const place =
    type === 'StatusMismatch' ? 'status' : type === 'HeaderMismatch' ? `header ${key ?? ''}` : (path ?? type)
  const message = mismatch ?? `expected ${String(expected)}, got ${String(actual)}`
  return { place, message: message.replaceAll(/\s+/g, ' ') }
}
