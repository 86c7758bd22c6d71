import { createActions } from '../control/index.ts'
import type { SeedExportOptions } from '../fixtures/seed/export.ts'
import { pathBelow } from '../handlers/router.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import { didYouMean } from '../query/suggestion.ts'
import type { Organisation } from '../organisation.ts'
import { answerPage } from '../pages/index.ts'
import { KeptState } from './kept-state.ts'
import { type Question, sentReply, wireRequest } from './messages.ts'
import type { Leading } from './tabs.ts'

/** How the organisation of a browser is made. */
export interface Making {
  /** Continues from rows. */
  readonly goOn: (rows: Iterable<StateRow>) => Organisation
  readonly make: () => Promise<Organisation>
  /** The options and data set, as JSON. If they change, a new organisation is made. */
  readonly madeOf: string
  /** Receives the organisation when it is ready. */
  readonly onOrg: (org: Organisation) => void
}

/** Restores or makes the organisation of a name, and stores its changes if the browser allows it. */
export async function leadFrom(name: string, { goOn, madeOf, make, onOrg }: Making): Promise<Leading> {
  const state = await KeptState.open(name)
  const kept = await state?.goOn(madeOf, goOn)
  const org = kept ?? (await make())
  // Changes after these rows are read go to `persist`: nothing may happen in between.
  const written = kept ? undefined : state?.replace({ madeOf, rows: [...org.rows.all()] })
  const persistence = state && org.rows.persist(state)
  await written
  onOrg(org)
  return {
    baseUrl: org.baseUrl,
    apiToken: org.apiToken,
    listen: (onEvent) => org.events.on('*', onEvent),
    async answer(question) {
      const value = await answerQuestion(org, question)
      await persistence?.settled()
      return value
    },
    async end() {
      await persistence?.stop().catch(() => {})
      state?.close()
    },
  }
}

/** Answers a question with a value that can be sent to another tab. */
export async function answerQuestion(org: Organisation, question: Question): Promise<unknown> {
  if (question.kind === 'control') {
    const control = createActions(org.model) as unknown as Readonly<
      Record<string, (input: unknown) => unknown>
    >
    const { action, input } = question
    const run = Object.hasOwn(control, action) ? control[action] : undefined
    if (run) return run(input)
    const hint = didYouMean(action, Object.keys(control)) ?? 'docs/reference/control.md lists them'
    throw new TypeError(`control: there is no action ${action}; ${hint}`)
  }
  if (question.kind === 'seed') return org.exportSeed(question.input as SeedExportOptions)
  const request = wireRequest(question.request)
  const match = org.dispatcher.routes.find(request.method, pathBelow(request.path, org.baseUrl))
  const isPage = question.kind === 'page' && match !== undefined
  const page = isPage ? await answerPage(org.model, request, match) : undefined
  return sentReply(page ?? (await org.dispatcher.dispatch(request)))
}
