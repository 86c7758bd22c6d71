import type { Api } from '../engine/run/api.ts'
import type { CheckResult } from '../engine/judge/check-result.ts'
import type { Exchange } from '../engine/wire/exchange.ts'
import type { Forms } from '../engine/plan/forms.ts'
import { usualForms } from '../engine/plan/forms.ts'
import type { Feature } from '../engine/plan/need.ts'
import type { Poll, Unique } from '../engine/supply/given-types.ts'
import type { Json } from '../engine/wire/reply.ts'
import type { Stage } from './explore.ts'
import { Explorer } from './explore.ts'
import type { ExploredDifference } from './tell.ts'
import { tellAll } from './tell.ts'
import type { ModelOptions } from './model.ts'
import { createModel } from './model.ts'
import { goesOn } from './stamps.ts'
import { clockKept } from './target-clock.ts'
import { sendBy, Side } from './side.ts'
import type { Call } from './story.ts'
import type { Means } from './world.ts'

/** The options of an exploration. */
export interface ExploreOptions {
  /** How long it runs, in milliseconds. */
  readonly milliseconds: number
  /** The seed of its random choices. The same seed proposes the same calls, as long as the target answers the same. */
  readonly seed: number
  /** The most calls to the target, without those that shorten a story. Default: no limit. */
  readonly mostCalls?: number
  /** The number of differences after which it ends. Default: no limit. */
  readonly mostFound?: number
  /** Stories of an earlier report, repeated instead of new ones. */
  readonly replay?: readonly (readonly Call[])[]
  /** The most calls of one story. Default 150. */
  readonly callsPerStory?: number
  /** Stories at the same time. Default 1. */
  readonly concurrency?: number
}

/** The parts of a run that an exploration uses. */
export interface ExploreGround {
  /**
   * Calls with their own scope, and their exchanges if `isKept`. The end of a scope removes the records created in it.
   */
  readonly scope: (isKept?: boolean) => {
    readonly api: Api
    readonly poll: Poll
    readonly exchanges: readonly Exchange[]
    readonly end: () => Promise<void>
  }
  readonly unique: Unique
  readonly marker: string
  readonly forms: Forms
  /** How long a write's effects elsewhere may take to show, in milliseconds. */
  readonly lag: number
  readonly mayMail: boolean
  /** An expression of a rule that is true for a login; rejects if no such expression is known. */
  readonly expression: (api: Api) => Promise<(login: string) => string>
  /** Runs an action of the mock's control plane on the target, if the target has one. */
  readonly control?: (action: string, input: Json) => Promise<Json>
  /** Whether the target is known to have a feature. */
  readonly hasFeature: (name: Feature) => boolean
  /** Whether a failure of the clause counts for the target in this run. */
  readonly isGraded: (clause: string) => boolean
  readonly signal: AbortSignal
  readonly onProgress?: (progress: { calls: number; found: number }) => void
}

/** The result of an exploration. */
export interface ExplorationResult {
  readonly seed: number
  readonly stories: number
  /** Calls made to both sides. */
  readonly calls: number
  readonly milliseconds: number
  readonly differences: readonly ExploredDifference[]
  /** Calls that the target answers differently where the API description is silent: not compared further. */
  readonly open: readonly string[]
}

/**
 * Explores: proposes random calls, makes them on the target and on the mock, and compares the answers. Repeats each
 * difference on fresh records, shortens its story, and names it.
 */
export async function explore(
  ground: ExploreGround,
  options: ExploreOptions,
): Promise<{ result: ExplorationResult; checks: CheckResult[] }> {
  const begun = performance.now()
  const { control, putBack } = await clockKept(ground.control)
  const { signal } = ground
  const { mostCalls = Number.POSITIVE_INFINITY, mostFound = Number.POSITIVE_INFINITY } = options
  const isOver = (): boolean =>
    signal.aborted ||
    performance.now() - begun > options.milliseconds ||
    explorer.calls >= mostCalls ||
    explorer.findings.length >= mostFound
  const survey = await lookAround(ground)
  let staged = 0
  const stage = (isKept: boolean): Stage => {
    const scope = ground.scope(isKept)
    const texts = textsOf(ground, ++staged)
    return {
      model: createModel(texts, survey.model),
      target: new Side(texts, sendBy(scope.api), control),
      exchanges: scope.exchanges,
      end: scope.end,
    }
  }
  const explorer = new Explorer({
    stage,
    means: survey.means,
    isOver,
    settled: (call) => survey.settled(call),
    lag: ground.lag,
    afterWrite: survey.afterWrite,
    isGraded: ground.isGraded,
  })
  const tell = (): void => ground.onProgress?.({ calls: explorer.calls, found: explorer.findings.length })
  if (options.replay === undefined) {
    let next = options.seed
    const work = async (): Promise<void> => {
      while (!isOver()) {
        await explorer.story(next++ >>> 0, options.callsPerStory)
        tell()
      }
    }
    await Promise.all(Array.from({ length: options.concurrency ?? 1 }, work))
  } else for (const story of options.replay) await explorer.retell(story)
  const told = await tellAll(explorer, ground.isGraded).finally(putBack)
  return {
    result: {
      seed: options.seed,
      stories: explorer.stories,
      calls: explorer.calls,
      milliseconds: Math.round(performance.now() - begun),
      differences: told.map(({ difference }) => difference),
      open: explorer.open,
    },
    checks: told.flatMap(({ check }) => (check === undefined ? [] : [check])),
  }
}

/** Texts that both sides share in one story, different in each story. */
function textsOf({ unique, marker, forms }: ExploreGround, story: number): Map<string, string> {
  const texts = new Map([
    ['tag', `${marker}-x${String(story).padStart(5, '0')}`],
    ['none1', unique.unknownId()],
  ])
  for (const at of [1, 2, 3]) {
    texts.set(`pw${at}`, unique.password())
    texts.set(`answer${at}`, unique('Answer'))
  }
  if (forms.login !== usualForms.login)
    for (let at = 1; at <= 12; at++) texts.set(`login${at}`, unique.login())
  return texts
}

interface Survey {
  readonly means: Means
  readonly model: ModelOptions
  readonly settled: (call: Call) => Promise<boolean>
  readonly afterWrite: (call: Call, target: Side) => Promise<void>
}

/** Finds the settings with which the model resembles the target. */
async function lookAround(ground: ExploreGround): Promise<Survey> {
  const { unique, forms } = ground
  const { api, poll, end } = ground.scope()
  try {
    const isPaged = async (path: string): Promise<boolean> =>
      (await api.get(path, { query: { limit: 200 } })).links['next'] !== undefined
    const isLarge = (await isPaged('/api/v1/users')) || (await isPaged('/api/v1/groups'))
    const expression = await ground.expression(api).catch(() => undefined)
    const ruleFor =
      expression !== undefined && (await isUnderstood(expression('a@example.com'))) ? expression : undefined
    const fence = async (isGroup: boolean): Promise<boolean> => {
      const name = isGroup ? unique('fence') : unique.login()
      const made = isGroup
        ? await api.post('/api/v1/groups', { profile: { name } })
        : await api.post(
            '/api/v1/users',
            { profile: { ...unique.names(), login: name, email: unique.email() } },
            { query: { activate: false } },
          )
      if (made.status >= 300) return false
      const search = `profile.${isGroup ? 'name' : 'login'} eq "${name}"`
      const found = await poll.until(
        () => api.get(isGroup ? '/api/v1/groups' : '/api/v1/users', { query: { search } }),
        ({ items }) => items.length > 0,
      )
      return found.items.length > 0
    }
    return {
      means: {
        mail: ground.mayMail,
        earlyAccess: ground.hasFeature('early-access'),
        ruleFor,
        freeLogins: forms.login === usualForms.login,
        isLarge,
        control: ground.control !== undefined,
      },
      model: { anyLogin: forms.login !== usualForms.login },
      settled: async ({ operation }) =>
        operation === 'listUsers' || operation === 'listGroups' ? fence(operation === 'listGroups') : true,
      afterWrite: async (call, target) => {
        const handle = call.record ?? /«(u\d+)\./.exec(call.path)?.[1]
        const id: unknown = handle === undefined ? undefined : target.records.get(handle)?.id
        if (!goesOn.has(call.operation) || typeof id !== 'string') return
        await poll.until(
          () => api.get(`/api/v1/users/${encodeURIComponent(id)}`),
          ({ json }) => (json.transitioningToStatus ?? null) === null,
        )
      },
    }
  } finally {
    await end()
  }
}

/** Whether the model accepts an expression of the target. */
async function isUnderstood(value: string): Promise<boolean> {
  const model = createModel(new Map(), {})
  const group = await model.perform({
    operation: 'createGroup',
    method: 'POST',
    path: '/api/v1/groups',
    body: { profile: { name: 'any' } },
    dimension: 'values',
  })
  const { reply } = await model.perform({
    operation: 'createGroupRule',
    method: 'POST',
    path: '/api/v1/groups/rules',
    body: {
      type: 'group_rule',
      name: 'any',
      conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
      actions: { assignUserToGroups: { groupIds: [group.reply.json.id] } },
    },
    dimension: 'values',
  })
  return reply.status < 300
}
