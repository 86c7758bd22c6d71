import type { Exchange } from '../engine/wire/reply.ts'
import { Comparison } from './compare/compare.ts'
import type { Difference, Pair } from './compare/difference.ts'
import { clientCommands } from './commands/client-commands.ts'
import { Rng } from './sequence/rng.ts'
import { OneTimeValues } from './compare/one-time-values.ts'
import { concerned, writeOf, isAlike, keyOf, signatureOf } from './compare/keys.ts'
import { withoutConsent } from './commands/grant-commands.ts'
import { groupCommands } from './commands/group-commands.ts'
import { readAt, reads, viewOf } from './reads/reads.ts'
import type { Kind, Command, Scenario } from './commands/commands.ts'
import { named } from './commands/commands.ts'
import { withoutToken } from './commands/refused-commands.ts'
import { ruleCommands } from './commands/rule-commands.ts'
import type { Ending } from './report/shrink.ts'
import { onceMore } from './scenarios/again-scenarios.ts'
import { opening } from './scenarios/alike-scenarios.ts'
import { breadth } from './scenarios/breadth.ts'
import { shrink } from './report/shrink.ts'
import type { Playing, Stage, StepTools } from './steps.ts'
import { Steps } from './steps.ts'
import { varied } from './commands/parameters.ts'
import { nextScenario } from './scenarios/scenarios.ts'
import type { Call } from './sequence/sequence.ts'
import { handlesOf } from './sequence/sequence.ts'
import { wholeList } from './reads/view-reads.ts'
import { userCommands } from './commands/user-commands.ts'
import type { Means } from './sequence/generator-state.ts'
import { isWhole, GeneratorState } from './sequence/generator-state.ts'

/** The tools of an explorer. */
export interface ExploreTools extends StepTools {
  /** Makes a fresh model, and a view of the target without records; `isKept` also collects its exchanges. */
  readonly stage: (isKept: boolean) => Stage
  readonly means: Means
  /** Whether a failure of the requirement counts for the target. Default: always. */
  readonly isGraded?: (requirement: string) => boolean
  /** Whether the time is up. */
  readonly isOver: () => boolean
  /** Whether so much more time is over that no sequence is shortened any further. */
  readonly isLate: () => boolean
}

/** A difference that a run on fresh records confirmed, with the shortest sequence that shows it. */
export interface Finding extends Pick<Playing, 'isQuiet'> {
  readonly sequence: readonly Call[]
  readonly difference: Difference
}

/** A finding as it was repeated for a report. */
export interface ReportedSequence {
  readonly steps: readonly (readonly [Call, Pair])[]
  readonly exchanges: readonly Exchange[]
  /** Whether it showed the difference. */
  readonly isShown: boolean
}

/** Explores until the time is up: sequence after sequence, each on fresh records. */
export class Explorer {
  readonly #tools: ExploreTools
  readonly #steps: Steps
  readonly #seen = new Set<string>()
  readonly #tried = new Map<string, number>()
  /** Calls that the target answers differently where the model follows an interpretation: not tried again. */
  readonly #open = new Set<string>()
  readonly #oneTime = new OneTimeValues()
  readonly findings: Finding[] = []
  /** How often a list was only late after all. */
  #doubts = 0
  sequences = 0

  constructor(tools: ExploreTools) {
    this.#tools = tools
    this.#steps = new Steps(tools, (call, difference) => this.#seen.has(signatureOf(call, difference)))
  }

  /** One sequence of at most `length` calls, with the random choices of a seed. */
  async sequence(seed: number, length = 300): Promise<void> {
    this.sequences++
    await this.#on(false, (stage) => this.#write(stage, seed, length))
  }

  #comparison({ model, target }: Stage): Comparison {
    return new Comparison(model, target, this.#oneTime, this.#tools.isGraded ?? (() => true))
  }

  /** Plays on a fresh stage. */
  async #on<T>(isKept: boolean, play: (stage: Stage) => Promise<T>): Promise<T> {
    const stage = this.#tools.stage(isKept)
    try {
      return await play(stage)
    } finally {
      await stage.end?.()
    }
  }

  async #write(stage: Stage, seed: number, length: number): Promise<void> {
    const state = new GeneratorState(new Rng(seed), stage.model, this.#tools.means, this.#tried)
    const comparison = this.#comparison(stage)
    const calls: Call[] = []
    // Every other sequence is broad: its calls are of all kinds. Each other one goes deep.
    const isBroad = this.sequences % 2 === 1
    const parts = isBroad ? [...breadth(state)] : [opening]
    const due: (() => Command | undefined)[] = []
    /** Begins a scenario, after as many turns as it needs to make its records. */
    const begin = (play: () => Scenario, turns = 3): void => {
      const scenario = play()
      if (!isWhole(scenario) && turns > 0)
        due.unshift(() => {
          begin(play, turns - 1)
          return undefined
        })
      due.unshift(...scenario)
    }
    while (calls.length < length && !this.#tools.isOver()) {
      const part = due.length === 0 ? parts.shift() : undefined
      if (part !== undefined) due.push(...part(state))
      // No scenario begins that the end would cut off.
      if (due.length === 0 && (isBroad || calls.length > 0.75 * length)) return
      if (
        due.length === 0 &&
        state.livingPeople.length > 0 &&
        state.people.length > 2 &&
        state.rng.chance(0.8)
      )
        begin(nextScenario(state))
      const proposed = due.length > 0 ? due.shift()?.() : nextCommand(state, calls.length)
      if (proposed === undefined) continue
      const whole = proposed.isExact === true ? proposed.call : varied(state, named(state, proposed.call))
      const bare = withoutToken(state, whole)
      // The call itself follows.
      if (bare !== undefined) due.unshift(() => ({ ...proposed, call: whole, isExact: true }))
      const command: Command = bare === undefined ? proposed : { call: bare, isExact: true }
      const call = bare ?? whole
      if (call.method === 'GET' && bare === undefined) state.lastRead = call
      if (this.#open.has(keyOf(call))) continue
      calls.push(call)
      let isDone = false
      const outcome = await this.#steps.take(stage, comparison, call, {}, (_call, { model }) => {
        isDone = model.reply.status < 300
        if (isDone && call.pages === true && call.shows !== undefined) state.noteList(call.shows, model.items)
      })
      if (outcome === 'lost') return
      await this.#suspected(calls)
      if (outcome?.isOpen === true) {
        // A list may contain more than the description states: that is open for this call only.
        if (outcome.since !== undefined || call.method !== 'GET') this.#open.add(keyOf(outcome.since ?? call))
        return
      }
      if (outcome !== undefined) {
        await this.#found(calls, outcome)
        // A wrong read changes nothing, but after a different write the two endpoints are no longer alike.
        if (call.method !== 'GET') return
      }
      if (call.between !== undefined) {
        command.done?.()
        state.noteMembers(call.between)
        await state.refresh()
      }
      if (call.method === 'GET') continue
      for (const handle of concerned(state, call)) state.noteWrite(handle, writeOf(call, isDone))
      if (isDone) {
        command.done?.()
        state.noteMembers(call)
      }
      await state.refresh()
      const proof = command.proof !== undefined && state.rng.chance(0.6) ? [command.proof] : []
      // Several statuses may be allowed, or a wrong secret may lock a user out. Then the sequence continues only if both
      // endpoints have the same status.
      const isOpenEnd = call.ends !== undefined || /\.wrong(-|$)/.test(call.states ?? '')
      const [ended] = isOpenEnd && call.shows === undefined ? handlesOf(call) : []
      if (ended !== undefined) due.unshift(() => readAt(state, ended))
      if (due.length < 3 && parts.length === 0)
        due.unshift(...readsAfter(state, call, isDone, calls), ...proof)
      if (isDone && command.isExact !== true && state.rng.chance(0.08)) due.unshift(onceMore(state, call))
    }
  }

  /** Plays again, without other writes, what was different until one. A target that is only late has few such tries. */
  async #suspected(calls: readonly Call[]): Promise<void> {
    const suspect = this.#steps.suspect
    this.#steps.suspect = undefined
    if (suspect === undefined || this.#doubts === maxDoubts) return
    const { length } = this.findings
    await this.#found(calls, suspect, true)
    if (this.findings.length === length) this.#doubts++
  }

  /** Calls made to both endpoints. */
  get calls(): number {
    return this.#steps.calls
  }

  /** The calls that the target answers differently where the model follows an interpretation. */
  get open(): string[] {
    return [...this.#open]
  }

  /** Repeats a sequence of an earlier run, and keeps its difference if it still shows one. */
  async replay(calls: readonly Call[]): Promise<void> {
    this.sequences++
    for (const isQuiet of [false, true]) {
      const ending = await this.#play(calls, { isQuiet })
      if (ending.difference === undefined) continue
      this.findings.push({ sequence: ending.calls, difference: ending.difference, isQuiet })
      return
    }
  }

  /** Repeats the sequence of a finding for a report, up to three times until it shows the difference again. */
  async report({ sequence, isQuiet }: Finding): Promise<ReportedSequence> {
    for (let turn = 1; ; turn++) {
      const told = await this.#on(true, async (stage): Promise<ReportedSequence> => {
        const steps: [Call, Pair][] = []
        const ending = await this.#playOn(stage, sequence, { isQuiet }, (...step) => steps.push(step))
        return { steps, exchanges: [...(stage.exchanges ?? [])], isShown: ending.difference !== undefined }
      })
      if (told.isShown || turn === 3) return told
    }
  }

  /** Plays a sequence to its end, or to the first difference that is not an interpretation. */
  #play(calls: readonly Call[], playing: Playing = {}): Promise<Ending> {
    return this.#on(false, (stage) => this.#playOn(stage, calls, playing))
  }

  async #playOn(
    stage: Stage,
    calls: readonly Call[],
    playing: Playing,
    onCall?: (call: Call, pair: Pair) => void,
  ): Promise<Ending> {
    const comparison = this.#comparison(stage)
    const played: Call[] = []
    for (const call of calls) {
      const outcome = await this.#steps.take(stage, comparison, call, playing, onCall)
      if (outcome === 'lost' || (outcome?.isOpen === true && call.method !== 'GET')) return { calls: played }
      played.push(call)
      if (outcome !== undefined && outcome.isOpen !== true) return { calls: played, difference: outcome }
    }
    return { calls: played }
  }

  /** Confirms a difference on fresh records, and shortens its sequence. */
  async #found(calls: readonly Call[], difference: Difference, isQuiet = false): Promise<void> {
    const asFirst = signatureOf(calls.at(-1) as Call, difference)
    if (this.#seen.has(asFirst)) return
    this.#seen.add(asFirst)
    let trials = maxTrials
    const shows = async (sequence: readonly Call[], isTrial = true): Promise<Ending | undefined> => {
      if (trials-- <= 0 || (isTrial && this.#tools.isLate())) return undefined
      const ending = await this.#play(sequence, { isTrial, isQuiet })
      return ending.difference !== undefined && isAlike(ending.difference, difference) ? ending : undefined
    }
    const again = await shows(calls, false)
    if (again === undefined) return
    const { sequence, shown } = await shrink(again.calls, again.difference as Difference, shows)
    const signature = signatureOf(sequence.at(-1) as Call, shown)
    const isKnown = this.findings.some(
      (finding) => signatureOf(finding.sequence.at(-1) as Call, finding.difference) === signature,
    )
    this.#seen.add(signature)
    if (!isKnown) this.findings.push({ sequence, difference: shown, isQuiet })
  }
}

/** The most sequences that are played to confirm and shorten that of one difference. */
const maxTrials = 120

/** How often a suspicion may be wrong. */
const maxDoubts = 3

const writes: readonly Kind[] = [
  ...userCommands,
  ...groupCommands,
  ...ruleCommands,
  ...clientCommands,
  { weight: 4, propose: withoutConsent },
]

/**
 * Reads that show the effects of a write. First at the records of the call, then at them in lists and searches, and
 * then earlier reads again. A frequent or refused operation gets fewer reads.
 */
function readsAfter(
  state: GeneratorState,
  call: Call,
  isDone: boolean,
  calls: readonly Call[],
): (() => Command | undefined)[] {
  const { rng } = state
  const about = [...new Set([...(call.record === undefined ? [] : [call.record]), ...handlesOf(call)])].slice(
    0,
    3,
  )
  const count = state.count(`after ${call.operation}`)
  const max = !isDone ? 1 : count < 8 ? 3 : count < 40 ? 2 : 1
  const earlier = calls.filter(({ method, record }) => method === 'GET' && record === undefined)
  return [
    ...about
      .filter(() => rng.chance(count < 5 ? 0.6 : call.shows === undefined ? 0.5 : 0.25))
      .map((handle) => () => readAt(state, handle)),
    ...about
      .filter(() => !state.means.isLarge && rng.chance(0.3))
      .slice(0, 1)
      .map((handle) => () => wholeList(state, handle)),
    ...(about.length === 0
      ? []
      : Array.from({ length: rng.below(max + 1) }, () => () => viewOf(state, rng.pick(about)))),
    ...(earlier.length > 0 && rng.chance(0.2) ? [() => ({ call: rng.pick(earlier) })] : []),
    ...(rng.chance(0.12) ? [() => nextRead(state)] : []),
  ]
}

function nextRead(state: GeneratorState): Command | undefined {
  return state.rng.weighted(reads).propose(state)
}

/** The next command: users and a group first, then writes, each with some reads after it. */
function nextCommand(state: GeneratorState, count: number): Command | undefined {
  const { rng } = state
  if (count < 12 && state.people.length < 3) return userCommands[0]?.propose(state)
  if (count < 12 && state.groups.length === 0) return groupCommands[0]?.propose(state)
  return rng.chance(0.85) ? rng.weighted(writes).propose(state) : nextRead(state)
}
