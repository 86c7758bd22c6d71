import type { Exchange } from '../engine/wire/exchange.ts'
import { Comparison } from './compare.ts'
import type { Difference, Pair } from './difference.ts'
import { clientMoves } from './client-moves.ts'
import { Dice } from './dice.ts'
import { concerned, deedOf, isAlike, keyOf, signatureOf } from './keys.ts'
import { withoutConsent } from './grant-moves.ts'
import { groupMoves } from './group-moves.ts'
import { lookAt, looks, viewOf } from './looks.ts'
import type { Kind, Move, Scene } from './moves.ts'
import { named } from './moves.ts'
import { ruleMoves } from './rule-moves.ts'
import type { Ending } from './shorten.ts'
import { onceMore } from './again-scenes.ts'
import { opening } from './alike-scenes.ts'
import { shorten } from './shorten.ts'
import { patienceWith } from './patience.ts'
import { varied } from './parameters.ts'
import { nextScene } from './scenes.ts'
import type { Side } from './side.ts'
import { isNoAnswer } from './side.ts'
import type { Call } from './story.ts'
import { handlesOf } from './story.ts'
import { wholeList } from './view-looks.ts'
import { userMoves } from './user-moves.ts'
import type { Means } from './world.ts'
import { isWhole, World } from './world.ts'

/** Two services in the same initial state: the model, and the target without records of this story. */
export interface Stage {
  readonly model: Side
  readonly target: Side
  /** The exchanges with the target. */
  readonly exchanges?: readonly Exchange[]
  /** Removes what the story created. */
  readonly end?: () => Promise<void>
}

/** The tools of an explorer. */
export interface ExploreTools {
  /** Makes a fresh model, and a view of the target without records; `isKept` also collects its exchanges. */
  readonly stage: (isKept: boolean) => Stage
  readonly means: Means
  /** Waits until searches of the target show earlier writes; resolves to whether they ever do. */
  readonly settled: (call: Call) => Promise<boolean>
  /** How long a write's effects elsewhere may take to show, in milliseconds. Default 0. */
  readonly lag?: number
  /** Waits until the effects of a write are complete on the target. */
  readonly afterWrite?: (call: Call, target: Side) => Promise<void>
  /** Whether a failure of the requirement counts for the target. Default: always. */
  readonly isGraded?: (clause: string) => boolean
  /** Whether the time is up. */
  readonly isOver: () => boolean
  /** The most calls to the target to shorten the story of one difference. Default 80. */
  readonly mostTrials?: number
}

/** A difference that a run on fresh records confirmed, with the shortest story that shows it. */
export interface Finding {
  readonly story: readonly Call[]
  readonly difference: Difference
}

/** Explores until the time is up: story after story, each on fresh records. */
export class Explorer {
  readonly #tools: ExploreTools
  readonly #seen = new Set<string>()
  readonly #tried = new Map<string, number>()
  /** Calls that the target answers differently where the model follows an interpretation: not tried again. */
  readonly #open = new Set<string>()
  readonly findings: Finding[] = []
  /** Twice the longest time that a look still showed the old state, in milliseconds. */
  #seenLag = 0
  stories = 0
  calls = 0

  constructor(tools: ExploreTools) {
    this.#tools = tools
  }

  /** One story of at most `length` calls, with the random choices of a seed. */
  async story(seed: number, length = 280): Promise<void> {
    this.stories++
    await this.#on(false, (stage) => this.#write(stage, seed, length))
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
    const world = new World(new Dice(seed), stage.model, this.#tools.means, this.#tried)
    const comparison = new Comparison(stage.model, stage.target, this.#tools.isGraded)
    const calls: Call[] = []
    const due: (() => Move | undefined)[] = [...opening(world)]
    /** Begins a scene, after as many turns as it needs to make its records. */
    const begin = (play: () => Scene, turns = 3): void => {
      const scene = play()
      if (!isWhole(scene) && turns > 0)
        due.unshift(() => {
          begin(play, turns - 1)
          return undefined
        })
      due.unshift(...scene)
    }
    while (calls.length < length && !this.#tools.isOver()) {
      // No scene begins that the end would cut off.
      if (due.length === 0 && calls.length > 0.75 * length) return
      if (
        due.length === 0 &&
        world.livingPeople.length > 0 &&
        world.people.length > 2 &&
        world.dice.chance(0.8)
      )
        begin(nextScene(world))
      const move = due.length > 0 ? due.shift()?.() : nextMove(world, calls.length)
      if (move === undefined) continue
      const call = move.isExact === true ? move.call : varied(world, named(world, move.call))
      if (call.method === 'GET') world.lastLook = call
      if (this.#open.has(keyOf(call))) continue
      calls.push(call)
      let isDone = false
      const outcome = await this.#step(stage, comparison, call, (_call, { model }) => {
        isDone = model.reply.status < 300
      })
      if (outcome === 'lost') return
      if (outcome?.isOpen === true) {
        // A list may contain more than the description states: that is open for this call only.
        if (outcome.since !== undefined || call.method !== 'GET') this.#open.add(keyOf(outcome.since ?? call))
        return
      }
      if (outcome !== undefined) {
        const isNew = !this.#seen.has(signatureOf(call, outcome))
        if (isNew) await this.#found(calls, outcome)
        // A wrong read changes nothing, but after a different write the two sides are no longer alike.
        if (call.method !== 'GET') return
      }
      if (call.between !== undefined) {
        world.noteMembers(call.between)
        await world.refresh()
      }
      if (call.method === 'GET') continue
      for (const handle of concerned(world, call)) world.noteDeed(handle, deedOf(call, isDone))
      if (isDone) {
        move.done?.()
        world.noteMembers(call)
      }
      await world.refresh()
      const proof = move.proof !== undefined && world.dice.chance(0.6) ? [move.proof] : []
      // Several statuses may be allowed, or a wrong secret may lock a user out. Then the story continues only if both
      // sides have the same status.
      const isOpenEnd = call.ends !== undefined || /\.wrong(-|$)/.test(call.states ?? '')
      const [ended] = isOpenEnd && call.shows === undefined ? handlesOf(call) : []
      if (ended !== undefined) due.unshift(() => lookAt(world, ended))
      if (due.length < 3) due.unshift(...looksAfter(world, call, isDone, calls), ...proof)
      if (isDone && move.isExact !== true && world.dice.chance(0.08)) due.unshift(onceMore(world, call))
    }
  }

  /** The calls that the target answers differently where the model follows an interpretation. */
  get open(): string[] {
    return [...this.#open]
  }

  /** Repeats a story of an earlier run, and keeps its difference if it still shows one. */
  async retell(calls: readonly Call[]): Promise<void> {
    this.stories++
    const ending = await this.#play(calls)
    if (ending.difference !== undefined)
      this.findings.push({ story: ending.calls, difference: ending.difference })
  }

  /** Repeats a story for a report. */
  async tell(
    calls: readonly Call[],
    onCall: (call: Call, pair: Pair) => void,
  ): Promise<{ exchanges: readonly Exchange[] }> {
    return this.#on(true, async (stage) => {
      await this.#playOn(stage, calls, onCall)
      return { exchanges: [...(stage.exchanges ?? [])] }
    })
  }

  /** Carries a call out on both sides. */
  async #step(
    stage: Stage,
    comparison: Comparison,
    call: Call,
    onCall?: (call: Call, pair: Pair) => void,
    isTrial = false,
  ): Promise<Difference | 'lost' | undefined> {
    try {
      const model = await (call.twin === undefined
        ? stage.model.perform(call)
        : stage.target.perform({ ...call, path: call.twin }))
      this.calls++
      let target = await stage.target.perform(call)
      let difference = comparison.of(call, { model, target })
      if (
        difference !== undefined &&
        call.method === 'GET' &&
        call.between === undefined &&
        difference.isOpen !== true
      ) {
        if (!(await this.#tools.settled(call))) return 'lost'
        const begun = performance.now()
        // A shortened story shows the same difference as before, after the same wait, or is not interesting.
        const isKnown = isTrial || this.#seen.has(signatureOf(call, difference))
        const patience = patienceWith(call, stage.target, this.#tools.lag ?? 0)
        // A target whose reads show each write at once may be wrong only once.
        const isLate = patience > 0 || call.pages === true || /^list(Users|Groups)$/.test(call.operation)
        const end = begun + (isKnown ? Math.min(patience, this.#seenLag) : patience)
        if (isLate)
          for (let pause = 0; difference !== undefined; pause = Math.min(500, 20 + pause * 1.6)) {
            const isLast = performance.now() >= end
            if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
            target = await stage.target.perform(call)
            difference = comparison.of(call, { model, target })
            if (isLast) break
          }
        if (difference === undefined) this.#seenLag = Math.max(this.#seenLag, 2 * (performance.now() - begun))
      }
      onCall?.(call, { model, target })
      const write = call.between ?? (call.method === 'GET' ? undefined : call)
      if (write !== undefined && target.reply.status < 300)
        await this.#tools.afterWrite?.(write, stage.target)
      return difference
    } catch (error) {
      if (isNoAnswer(error)) return 'lost'
      throw error
    }
  }

  /** Plays a story to its end, or to the first difference that is not an interpretation. */
  #play(calls: readonly Call[], isTrial = false): Promise<Ending> {
    return this.#on(false, (stage) => this.#playOn(stage, calls, undefined, isTrial))
  }

  async #playOn(
    stage: Stage,
    calls: readonly Call[],
    onCall?: (call: Call, pair: Pair) => void,
    isTrial = false,
  ): Promise<Ending> {
    const comparison = new Comparison(stage.model, stage.target, this.#tools.isGraded)
    const played: Call[] = []
    for (const call of calls) {
      const outcome = await this.#step(stage, comparison, call, onCall, isTrial)
      if (outcome === 'lost' || (outcome?.isOpen === true && call.method !== 'GET')) return { calls: played }
      played.push(call)
      if (outcome !== undefined && outcome.isOpen !== true) return { calls: played, difference: outcome }
    }
    return { calls: played }
  }

  /** Confirms a difference on fresh records, and shortens its story. */
  async #found(calls: readonly Call[], difference: Difference): Promise<void> {
    this.#seen.add(signatureOf(calls.at(-1) as Call, difference))
    let trials = this.#tools.mostTrials ?? 120
    const shows = async (story: readonly Call[], isTrial = true): Promise<Ending | undefined> => {
      if (trials-- <= 0) return undefined
      const ending = await this.#play(story, isTrial)
      return ending.difference !== undefined && isAlike(ending.difference, difference) ? ending : undefined
    }
    const again = await shows(calls, false)
    if (again === undefined) return
    const { story, shown } = await shorten(again.calls, again.difference as Difference, shows)
    const signature = signatureOf(story.at(-1) as Call, shown)
    const isKnown = this.findings.some(
      (finding) => signatureOf(finding.story.at(-1) as Call, finding.difference) === signature,
    )
    this.#seen.add(signature)
    if (!isKnown) this.findings.push({ story, difference: shown })
  }
}

const writes: readonly Kind[] = [
  ...userMoves,
  ...groupMoves,
  ...ruleMoves,
  ...clientMoves,
  { weight: 4, propose: withoutConsent },
]

/**
 * Looks that show the effects of a write. First at the records of the call, then at them in lists and searches, and
 * then earlier looks again. A frequent or refused operation gets fewer looks.
 */
function looksAfter(
  world: World,
  call: Call,
  isDone: boolean,
  calls: readonly Call[],
): (() => Move | undefined)[] {
  const { dice } = world
  const about = [...new Set([...(call.record === undefined ? [] : [call.record]), ...handlesOf(call)])].slice(
    0,
    3,
  )
  const count = world.count(`after ${call.operation}`)
  const most = !isDone ? 1 : count < 8 ? 3 : count < 40 ? 2 : 1
  const earlier = calls.filter(({ method, record }) => method === 'GET' && record === undefined)
  return [
    ...about
      .filter(() => dice.chance(count < 5 ? 0.6 : call.shows === undefined ? 0.5 : 0.25))
      .map((handle) => () => lookAt(world, handle)),
    ...about
      .filter(() => !world.means.isLarge && dice.chance(0.3))
      .slice(0, 1)
      .map((handle) => () => wholeList(world, handle)),
    ...(about.length === 0
      ? []
      : Array.from({ length: dice.below(most + 1) }, () => () => viewOf(world, dice.pick(about)))),
    ...(earlier.length > 0 && dice.chance(0.2) ? [() => ({ call: dice.pick(earlier) })] : []),
    ...(dice.chance(0.12) ? [() => nextLook(world)] : []),
  ]
}

function nextLook(world: World): Move | undefined {
  return world.dice.weighted(looks).propose(world)
}

/** The next move: users and a group first, then writes, each with some looks after it. */
function nextMove(world: World, count: number): Move | undefined {
  const { dice } = world
  if (count < 12 && world.people.length < 3) return userMoves[0]?.propose(world)
  if (count < 12 && world.groups.length === 0) return groupMoves[0]?.propose(world)
  return dice.chance(0.85) ? dice.weighted(writes).propose(world) : nextLook(world)
}
