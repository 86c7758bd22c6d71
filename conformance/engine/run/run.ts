import { type Requirement, requirementIndex } from '../../registry/requirement.ts'
import {
  checkSkipReason,
  requirementSkipReason,
  type SkipReason,
  type Supplies,
} from '../plan/availability.ts'
import type { CheckContext, CheckDefinition } from './check.ts'
import type { CheckResult } from '../judge/check-result.ts'
import type { AdapterTools } from '../supply/control-adapter.ts'
import { Deadline, untilAborted } from '../wire/deadline.ts'
import type { ExploreContext } from '../../explore/exploration.ts'
import { prepareTarget } from '../plan/preparation.ts'
import type { FindingTools } from '../supply/find-things.ts'
import { usualForms, type Forms } from '../plan/forms.ts'
import { createGiven, withoutPool } from '../supply/given.ts'
import { Blocked, Inconclusive, PreconditionFailed, RunStopped } from './interruption.ts'
import { Ledger } from '../clean-up/ledger.ts'
import { RateLimiter } from '../wire/rate-limiter.ts'
import { Patience, createPoll } from './api.ts'
import { Redactor } from '../wire/redaction.ts'
import { RecordPool, untouched } from '../supply/record-pool.ts'
import { processSecrets } from '../wire/secret-source.ts'
import { contextOf } from './explore-context.ts'
import { RunCleanUp } from '../clean-up/clean-up.ts'
import { Supplier } from '../supply/supplier.ts'
import { emptyProfile } from '../plan/target-profile.ts'
import { emptyScope, type CallScope } from './call-scope.ts'
import { Transport } from './transport.ts'
import type { Denial } from '../plan/rights.ts'
import type { RunFacts, RunOptions } from '../plan/conform-options.ts'
import { CheckRun } from './check-run.ts'
import { defined } from '../words/text.ts'
import { createUnique, markerOf, newRunId, startOfLogins } from '../supply/unique.ts'

/** Milliseconds to wait for what may lag, where nobody says. */
const usualLag = 10_000

/** Runs checks one by one (or several at a time) against one target, with one ledger and one pace. */
export class Run {
  readonly runId: string
  readonly redactor = new Redactor()
  readonly ledger: Ledger
  readonly #options: RunOptions
  readonly #transport: Transport
  readonly #rateLimiter: RateLimiter
  readonly #supplier: Supplier
  readonly #requirements: ReadonlyMap<string, Requirement>
  readonly #owners: ReadonlyMap<string, string>
  readonly #marker: string
  readonly #unique
  readonly #forms: Forms
  readonly #found: string[] = []
  readonly #stop = new AbortController()
  readonly #cleanUp: RunCleanUp
  readonly #pool = new RecordPool()
  readonly #patience: Patience
  #supplies: Supplies
  /** Why no further check is worth a start; those under way find out by themselves. */
  #limited: RunStopped | undefined

  constructor(options: RunOptions) {
    this.#options = options
    this.#patience = new Patience(options.lag ?? usualLag)
    this.runId = options.runId ?? newRunId()
    this.#marker = markerOf(this.runId)
    const baseUrl = new URL(options.baseUrl)
    const { profile = emptyProfile, adapter, allow = [], secrets = processSecrets, version = '' } = options
    this.ledger = new Ledger(
      { run: this.runId, baseUrl: options.baseUrl, startedAt: new Date().toISOString(), version },
      options.ledgerFile,
    )
    this.#rateLimiter = new RateLimiter(options)
    for (const name of options.secretHeaders ?? []) this.redactor.add('header', options.headers?.[name] ?? '')
    const { send } = options.sender
    this.#transport = new Transport({
      send,
      baseUrl,
      token: options.token,
      headers: options.headers ?? {},
      allowed: new Set(allow),
      ledger: this.ledger,
      redactor: this.redactor,
      rateLimiter: this.#rateLimiter,
      marker: this.#marker,
      loginDomain: () => this.#forms.login.split('@')[1],
      onLost: (why) => {
        this.#cleanUp.lost = why
        this.stop(why)
      },
      onLimited: (why) => {
        this.#limited = new RunStopped(why)
      },
      ...(options.requestTimeout === undefined ? {} : { requestTimeout: options.requestTimeout }),
    })
    this.#forms = { ...usualForms, ...profile.accounts }
    this.#cleanUp = new RunCleanUp(
      {
        ledger: this.ledger,
        scope: () => this.#scope(60_000),
        api: (scope) => this.#transport.api(scope),
        startOfLogins: () => startOfLogins(this.#forms.login, this.#marker),
      },
      options.cleanUp !== false,
    )
    this.#unique = createUnique(this.#marker, this.ledger, this.redactor, this.#forms)
    this.#supplier = new Supplier({
      profile,
      adapter,
      ledger: this.ledger,
      redactor: this.redactor,
      transport: this.#transport,
      caller: { send, baseUrl },
      secrets,
      explore: (work) => this.#explore(work),
      onFound: (sentence) => {
        if (!this.#found.includes(sentence)) this.#found.push(sentence)
      },
    })
    this.#supplies = { allowed: new Set(allow), features: {}, profile, adapter }
    const { byId, owners } = requirementIndex(options.requirements)
    this.#requirements = byId
    this.#owners = owners
  }

  /**
   * Finds the form of users and the features of the target, before the first check.
   *
   * @param checks checks that will run; only their needs matter. Default: any check may run.
   */
  async prepare(checks?: readonly CheckDefinition[]): Promise<void> {
    const { token, trustToken, features } = this.#options
    const known = {
      supplies: this.#supplies,
      flags: features ?? {},
      forms: this.#forms,
      found: this.#found,
      rights: this.#transport.rights,
      mayTry: token !== undefined,
      mayPropose: token !== undefined && trustToken !== true,
      explore: <T>(work: (tools: FindingTools) => Promise<T>) => this.#explore(work),
    }
    const found = await prepareTarget(known, this.#requirements, checks)
    this.#supplies = { ...this.#supplies, features: found }
  }

  /** Finds something out; ends when the run is stopped. */
  #explore<T>(work: (tools: FindingTools, scope: CallScope) => Promise<T>): Promise<T> {
    return this.#inScope(async (tools, scope) => {
      const letGo = scope.deadline.endWith(this.#stop.signal)
      try {
        return await work(tools, scope)
      } finally {
        letGo()
      }
    })
  }

  async #inScope<T>(work: (tools: FindingTools, scope: CallScope) => Promise<T>): Promise<T> {
    const scope = this.#scope(30_000)
    try {
      return await work(this.#tools(scope), scope)
    } finally {
      scope.deadline.stop()
    }
  }

  #scope(milliseconds: number, isUnkept = false): CallScope {
    const deadline = new Deadline(
      milliseconds,
      () => new Inconclusive(`its time of ${milliseconds / 1000} s was up (--timeout)`),
    )
    return emptyScope(deadline, isUnkept)
  }

  /** @param reuse whether records may come out of the pool; they go back to it only when a check ends */
  #tools(
    scope: CallScope,
    reuse = false,
  ): Pick<CheckContext, 'api' | 'given' | 'poll' | 'unique' | 'signal'> {
    const api = this.#transport.api(scope)
    const poll = createPoll(scope.deadline, this.#patience)
    const tools = { api, poll, unique: this.#unique, signal: scope.deadline.signal }
    const onEnd: AdapterTools['onEnd'] = (undo) => void scope.endings.push(undo)
    const given = createGiven({
      ...tools,
      marker: this.#marker,
      ...(reuse ? { reuse: (key, make) => this.#pool.arrange(scope, key, api, make) } : {}),
      ownerOf: (operation) => this.#owners.get(operation),
      expressionFor: async (login) => {
        const { expression } = await this.#supplier.supply('rule-expression', {
          ...tools,
          given,
          wish: {},
          onEnd,
        })
        return expression(login)
      },
    })
    return { ...tools, given }
  }

  /** Why a requirement cannot be shown in this run; undefined when it can. */
  skipReasonOf(requirement: string): SkipReason | undefined {
    const known = this.#requirements.get(requirement)
    return known && requirementSkipReason(known, this.#supplies)
  }

  /** Stops the run: checks under way are interrupted, clean up, and later ones do not start. */
  stop(reason: string): void {
    this.#stop.abort(new RunStopped(reason))
    // The removal gets a new budget, and does not wait for rate limits of the checks.
    this.#rateLimiter.renew()
  }

  get stopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** Runs one check, cleans up after it, and returns the outcome of each of its requirements. Never rejects. */
  async check(definition: CheckDefinition): Promise<CheckResult> {
    const begun = performance.now()
    const checkRun = new CheckRun(definition, this.#requirements, (requirement) =>
      this.skipReasonOf(requirement),
    )
    const skipReason = checkSkipReason(definition.plan.needs ?? [], this.#supplies)
    const scope = this.#scope(definition.plan.timeout ?? this.#options.checkTimeout ?? 30_000)
    if (this.stopped) checkRun.end(this.#stop.signal.reason)
    else if (this.#limited) checkRun.end(this.#limited)
    else if (skipReason) checkRun.hinder(skipReason)
    else if (checkRun.worthRunning) {
      const letGo = scope.deadline.endWith(this.#stop.signal)
      checkRun.end(await this.#attempt(definition, scope, checkRun))
      letGo()
    }
    scope.deadline.stop()
    const { rights } = this.#transport
    if (this.#options.trustToken !== true) checkRun.excuse(scope, (kind) => rights.denial(kind))
    const result = checkRun.result(scope, performance.now() - begun, this.#options.keepAllEvidence === true)
    // If a part of the body is still running, it can send nothing any more.
    if (!scope.deadline.signal.aborted) scope.deadline.abort(new Inconclusive('the check is over'))
    await this.#undo(scope)
    const { kept, rest } = checkRun.endedWell(result) ? untouched(scope) : { kept: [], rest: scope.created }
    if (await this.#cleanUp.remove(rest, false)) this.#pool.put(kept)
    return this.redactor.value(result) as CheckResult
  }

  /** Runs the body until it ends or its time is up; returns what interrupted it. */
  async #attempt(definition: CheckDefinition, scope: CallScope, checkRun: CheckRun): Promise<unknown> {
    const tools = this.#tools(scope, this.#options.cleanUp !== false)
    const context: CheckContext<string> = {
      ...tools,
      sights: this.#transport.watch.sights,
      judge: (requirement) => checkRun.judge(requirement, () => scope.exchanges.at(-1)?.number),
      observe: (requirement, value) => checkRun.observe(requirement, value),
      assume: (owner, condition, what, isStated = false) => {
        const why = `it relies on this, which is not so: ${what} (after exchange ${scope.exchanges.length})`
        const saw = {
          what,
          path: '',
          expected: what,
          got: 'not so',
          exchange: scope.exchanges.at(-1)?.number,
        }
        if (!condition) throw isStated ? new PreconditionFailed(why, owner, saw) : new Blocked(why, owner)
      },
      need: (name, wish = {}) => {
        // The check may change such a thing without the API: a sign-in, a status, a consent.
        scope.goesPastApi = true
        return this.#supplier.supply(name, {
          ...tools,
          given: withoutPool(tools.given),
          wish,
          onEnd: (undo) => void scope.endings.push(undo),
        })
      },
    }
    try {
      await untilAborted(definition.body(context), scope.deadline.signal)
      return undefined
    } catch (error) {
      return error ?? new Error('the check threw nothing')
    }
  }

  /** Undoes changes made without the API, last change first. The adapter must repair the rest. */
  async #undo({ endings }: CallScope): Promise<void> {
    if (endings.length === 0) return
    await this.#inScope(async ({ api }) => {
      for (const undo of endings.toReversed()) await undo(api).catch(() => {})
    })
  }

  /** Why the target takes no users of the proposed forms, and what would help. */
  get unformed(): Denial | undefined {
    return this.#transport.rights.unformed
  }

  /** The tools of an exploration of the target; its records are removed as each scope ends. */
  get ground(): ExploreContext {
    return contextOf({
      stop: this.#stop.signal,
      scope: (milliseconds, isUnkept) => this.#scope(milliseconds, isUnkept),
      tools: (scope) => this.#tools(scope),
      remove: (created) => this.#cleanUp.remove(created, false),
      supplier: this.#supplier,
      supplies: this.#supplies,
      unique: this.#unique,
      marker: this.#marker,
      forms: this.#forms,
      lag: this.#options.lag ?? usualLag,
      isGraded: (requirement) => this.skipReasonOf(requirement) === undefined,
    })
  }

  /** Tries once more what could not be removed, and closes the ledger. */
  async finish(): Promise<RunFacts> {
    this.#cleanUp.orphans = []
    // A stopped run has renewed it already: its clean-up does not wait twice.
    if (!this.stopped) this.#rateLimiter.renew()
    await this.#cleanUp.remove(this.ledger.remaining.toReversed(), true)
    await this.#cleanUp.lookAgain()
    await this.#supplies.adapter?.close?.()
    this.ledger.close()
    const { rights } = this.#transport
    const created: Record<string, number> = {}
    for (const { kind, state } of this.ledger.entries)
      if (state !== 'none') created[kind] = (created[kind] ?? 0) + 1
    const { orphans, lost } = this.#cleanUp
    return defined({
      runId: this.runId,
      features: this.#supplies.features,
      orphans,
      lost,
      requests: this.#transport.requests,
      rateLimited: { times: this.#rateLimiter.limited, milliseconds: Math.round(this.#rateLimiter.waited) },
      created,
      denied: this.#options.trustToken === true ? [] : rights.denials,
      found: this.#found,
      ledgerFile: orphans.length > 0 ? this.ledger.path : undefined,
    })
  }
}
