import { fetchSender, httpSender, type Sender } from '../../engine/wire/http-sender.ts'
import { prefixSender } from '../../engine/wire/prefix-sender.ts'
import type { RecordKind } from '../../engine/clean-up/ledger.ts'
import { removeRecords, type Found } from '../../engine/clean-up/remove-records.ts'
import type { CheckDefinition } from '../../engine/run/check.ts'
import type { CheckResult } from '../../engine/judge/check-result.ts'
import { permissions } from '../../engine/plan/rights.ts'
import { runChecks, type RunOutcome, type RunWatch } from '../../engine/run/run-checks.ts'
import type { RunOptions } from '../../engine/plan/conform-options.ts'
import { worst, type Verdict } from '../../engine/judge/verdict.ts'
import { requirements } from '../../registry/requirements.ts'
import type { TargetOptions } from '../variants/variant.ts'
import type { ControlAdapter } from '../../engine/supply/control-adapter.ts'
import type { Alteration } from '../alter/wire.ts'
import { alteredSender } from '../alter/sender.ts'

/** A server for one run. */
export interface SelftestTarget {
  readonly baseUrl: string
  /** API token with the rights to manage users, groups and clients. */
  readonly token: string
  /** Answers requests in this process; without it they go over the network to `baseUrl`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Causes events directly, without the API, that the API cannot cause. */
  readonly control?: ControlAdapter
  /**
   * Whether it outlives the run. If so, the run removes all records. It allows nothing and expects no feature unless
   * `run` says so. Default false.
   */
  readonly shared?: boolean
  /** Further options for a run against it. */
  readonly run?: Partial<Pick<RunOptions, 'profile' | 'allow' | 'features' | 'lag' | 'rps' | 'headers'>>
  close(): void | Promise<void>
}

/** Makes an empty and cheap server that fulfils every requirement; each run gets a new one. */
export type CreateTarget = (options?: TargetOptions) => Promise<SelftestTarget>

const kinds: Readonly<Record<string, RecordKind>> = {
  '/api/v1/users': 'user',
  '/api/v1/groups': 'group',
  '/api/v1/groups/rules': 'rule',
  '/oauth2/v1/clients': 'client',
}

/** A sender that notes the ids that the server itself created. An alteration may show the run other ids or none. */
function trackedSender(
  sender: Sender,
  baseUrl: string,
): { readonly sender: Sender; readonly created: readonly Found[] } {
  const created: Found[] = []
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  return {
    created,
    sender: {
      async send(request, signal) {
        const reply = await sender.send(request, signal)
        const kind = request.method === 'POST' ? kinds[request.url.pathname.slice(base.length)] : undefined
        if (kind !== undefined && reply.status < 300) {
          const id = idIn(reply.text)
          if (id !== undefined) created.push({ kind, name: '', id })
        }
        return reply
      },
      close: () => sender.close(),
    },
  }
}

function idIn(text: string): string | undefined {
  try {
    const { id, client_id: clientId } = JSON.parse(text) as { id?: unknown; client_id?: unknown }
    const own = clientId ?? id
    return typeof own === 'string' ? own : undefined
  } catch {
    return undefined
  }
}

/** The server behind an alteration, and how long a run waits for effects that may lag. */
export interface AlteredRun {
  /** Makes the server behind the mutants. */
  readonly createTarget: CreateTarget
  /** Milliseconds that a run waits for effects that may lag; with mutants it often waits in vain. Default 1500. */
  readonly lag?: number
}

/**
 * Milliseconds for a check and for an answer. Only a busy machine takes seconds. A timeout catches no mutant, so a
 * generous value costs nothing.
 */
export const enough = 60_000

export const defaultLag = 1500

/** Runs checks against a fresh server with an alteration before it. */
export async function runAltered(
  { createTarget, lag = defaultLag }: AlteredRun,
  checks: readonly CheckDefinition[],
  {
    alter,
    target: options,
  }: { readonly alter?: Alteration; readonly target?: TargetOptions | undefined } = {},
  { explore, ...more }: Partial<RunOptions> & Pick<RunWatch, 'explore'> = {},
): Promise<RunOutcome> {
  const target = await createTarget(options)
  const direct = target.fetch ? fetchSender(target.fetch) : httpSender()
  const plain = prefixSender(direct, options?.prefix)
  const tracked = target.shared === true ? trackedSender(plain, target.baseUrl) : undefined
  const server = tracked?.sender ?? plain
  const sender: Sender = alter === undefined ? server : alteredSender(server, target.baseUrl, alter)
  try {
    const outcome = await runChecks(
      checks,
      {
        baseUrl: target.baseUrl,
        token: target.token,
        sender,
        requirements,
        adapter: target.control,
        ...(target.shared === true ? {} : { allow: permissions, features: featuresWithout(options?.lacks) }),
        lag,
        checkTimeout: enough,
        requestTimeout: enough,
        rateLimitBudget: enough,
        // The token is known to be valid: the mutant causes each refusal.
        trustToken: true,
        cleanUp: false,
        ...more,
        ...target.run,
      },
      { ...(explore && { explore }) },
    )
    if (tracked === undefined) return outcome
    // Not through the alteration, which may ignore a DELETE.
    const orphans = await removeRecords(tracked.created.toReversed(), target, plain)
    return { ...outcome, facts: { ...outcome.facts, orphans } }
  } finally {
    plain.close()
    await target.close()
  }
}

function featuresWithout(lacks: TargetOptions['lacks'] = []): typeof everything {
  return { ...everything, ...Object.fromEntries(lacks.map((name) => [name, 'no'])) }
}

const everything = {
  'early-access': 'yes',
  'newer-engine': 'yes',
  federation: 'yes',
  'password-hook': 'yes',
  defaults: 'yes',
} as const

/** The worst verdict of each requirement that the checks judged. */
export function verdictsOf(results: readonly CheckResult[]): Record<string, Verdict> {
  const said = new Map<string, Verdict[]>()
  for (const { outcomes } of results) {
    for (const { requirement, verdict } of outcomes)
      said.set(requirement, [...(said.get(requirement) ?? []), verdict])
  }
  return Object.fromEntries([...said].map(([requirement, verdicts]) => [requirement, worst(verdicts)]))
}
