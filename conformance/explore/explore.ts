import type { Exchange } from '../engine/wire/exchange.ts'
import { Comparison } from './compare/compare.ts'
import type { Difference, Pair } from './compare/difference.ts'
import { clientMoves } from './moves/client-moves.ts'
import { Dice } from './story/dice.ts'
import { concerned, deedOf, isAlike, keyOf, signatureOf } from './compare/keys.ts'
import { withoutConsent } from './moves/grant-moves.ts'
import { groupMoves } from './moves/group-moves.ts'
import { lookAt, looks, viewOf } from './looks/looks.ts'
import type { Kind, Move, Scene } from './moves/moves.ts'
import { named } from './moves/moves.ts'
import { ruleMoves } from './moves/rule-moves.ts'
import type { Ending } from './tell/shorten.ts'
import { onceMore } from './scenes/again-scenes.ts'
import { opening } from './scenes/alike-scenes.ts'
import { breadth } from './scenes/breadth.ts'
import { shorten } from './tell/shorten.ts'
import type { Playing, Stage, StepTools } from './steps.ts'
import { Steps } from './steps.ts'
import { varied } from './moves/parameters.ts'
import { nextScene } from './scenes/scenes.ts'
import type { Call } from './story/story.ts'
import { handlesOf } from './story/story.ts'
import { wholeList } from './looks/view-looks.ts'
import { userMoves } from './moves/user-moves.ts'
import type { Means } from './story/world.ts'
import { isWhole, World } from './story/world.ts'

/** The tools of an explorer. */
export interface ExploreTools extends StepTools {
  /** Makes a fresh model, and a view of the target without records; `isKept` also collects its exchanges. */
  readonly stage: (isKept: boolean) => Stage
  readonly means: Means
  /** Whether a failure of the requirement counts for the target. Default: always. */
  readonly isGraded?: (requirement: string) => boolean
  /** Whether the time is up. */
  readonly isOver: () => boolean
  /** The most calls to the target to shorten the story of one difference. Default 80. */
  readonly mostTrials?: number
}

/** A difference that a run on fresh records confirmed, with the shortest story that shows it. */
export interface Finding extends Pick<Playing, 'isQuiet'> {
  readonly story: readonly Call[]
  readonly difference: Difference
}

/** A finding as it was repeated for a report. */
export interface ToldStory {
  readonly steps: readonly (readonly [Call, Pair])[]
  readonly exchanges: readonly Exchange[]
  /** Whether it showed the difference. */
  readonly isShown: boolean
}

/** Explores until the time is up: story after story, each on fresh records. */
export class Explorer {
  readonly #tools: ExploreTools
  readonly #steps: Steps
  readonly #seen = new Set<string>()
  readonly #tried = new Map<string, number>()
  /** Calls that the target answers differently where the model follows an interpretation: not tried again. */
  readonly #open = new Set<string>()
  readonly findings: Finding[] = []
  /** How often a list was only late after all. */
  #doubts = 0
  stories = 0

  constructor(tools: ExploreTools) {
    this.#tools = tools
    this.#steps = new Steps(tools, (call, difference) => this.#seen.has(signatureOf(call, difference)))
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
    // Every other story is broad: its calls are of all kinds. Each other one goes deep.
    const isBroad = this.stories % 2 === 1
    const due: (() => Move | undefined)[] = [...(isBroad ? breadth(world) : opening(world))]
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
      if (due.length === 0 && (isBroad || calls.length > 0.75 * length)) return
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
      const outcome = await this.#steps.take(stage, comparison, call, {}, (_call, { model }) => {
        isDone = model.reply.status < 300
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
        // A wrong read changes nothing, but after a different write the two sides are no longer alike.
        if (call.method !== 'GET') return
      }
      if (call.between !== undefined) {
        move.done?.()
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

  /** Plays again, without other writes, what was different until one. A target that is only late has few such tries. */
  async #suspected(calls: readonly Call[]): Promise<void> {
    const suspect = this.#steps.suspect
    this.#steps.suspect = undefined
    if (suspect === undefined || this.#doubts === mostDoubts) return
    const { length } = this.findings
    await this.#found(calls, suspect, true)
    if (this.findings.length === length) this.#doubts++
  }

  /** Calls made to both sides. */
  get calls(): number {
    return this.#steps.calls
  }

  /** The calls that the target answers differently where the model follows an interpretation. */
  get open(): string[] {
    return [...this.#open]
  }

  /** Repeats a story of an earlier run, and keeps its difference if it still shows one. */
  async retell(calls: readonly Call[]): Promise<void> {
    this.stories++
    for (const isQuiet of [false, true]) {
      const ending = await this.#play(calls, { isQuiet })
      if (ending.difference === undefined) continue
      this.findings.push({ story: ending.calls, difference: ending.difference, isQuiet })
      return
    }
  }

  /** Repeats the story of a finding for a report, up to three times until it shows the difference again. */
  async tell({ story, isQuiet }: Finding): Promise<ToldStory> {
    for (let turn = 1; ; turn++) {
      const told = await this.#on(true, async (stage): Promise<ToldStory> => {
        const steps: [Call, Pair][] = []
        const ending = await this.#playOn(stage, story, { isQuiet }, (...step) => steps.push(step))
        return { steps, exchanges: [...(stage.exchanges ?? [])], isShown: ending.difference !== undefined }
      })
      if (told.isShown || turn === 3) return told
    }
  }

  /** Plays a story to its end, or to the first difference that is not an interpretation. */
  #play(calls: readonly Call[], playing: Playing = {}): Promise<Ending> {
    return this.#on(false, (stage) => this.#playOn(stage, calls, playing))
  }

  async #playOn(
    stage: Stage,
    calls: readonly Call[],
    playing: Playing,
    onCall?: (call: Call, pair: Pair) => void,
  ): Promise<Ending> {
    const comparison = new Comparison(stage.model, stage.target, this.#tools.isGraded)
    const played: Call[] = []
    for (const call of calls) {
      const outcome = await this.#steps.take(stage, comparison, call, playing, onCall)
      if (outcome === 'lost' || (outcome?.isOpen === true && call.method !== 'GET')) return { calls: played }
      played.push(call)
      if (outcome !== undefined && outcome.isOpen !== true) return { calls: played, difference: outcome }
    }
    return { calls: played }
  }

  /** Confirms a difference on fresh records, and shortens its story. */
  async #found(calls: readonly Call[], difference: Difference, isQuiet = false): Promise<void> {
    const asFirst = signatureOf(calls.at(-1) as Call, difference)
    if (this.#seen.has(asFirst)) return
    this.#seen.add(asFirst)
    let trials = this.#tools.mostTrials ?? 120
    const shows = async (story: readonly Call[], isTrial = true): Promise<Ending | undefined> => {
      if (trials-- <= 0) return undefined
      const ending = await this.#play(story, { isTrial, isQuiet })
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
    if (!isKnown) this.findings.push({ story, difference: shown, isQuiet })
  }
}

/** How often a suspicion may be wrong. */
const mostDoubts = 3

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
