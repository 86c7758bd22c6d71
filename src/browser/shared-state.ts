import { createControl } from '../control/index.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import type { Organisation } from '../organisation.ts'
import { answerPage } from '../pages/index.ts'
import { type Question, sentReply, wireRequest } from './messages.ts'
import { RowDatabase } from './row-database.ts'
import type { Leading } from './tabs.ts'

/** How the organisation of a browser is made. */
export interface Making {
  /** Goes on from rows, or makes one anew and fills it. */
  readonly goOn: (rows: Iterable<StateRow>) => Organisation
  readonly make: () => Promise<Organisation>
  /** What it is made of: when that changes, it is made anew. */
  readonly madeOf: string
  /** Told of the organisation once it is there. */
  readonly onOrg: (org: Organisation) => void
}

/** Has the organisation of a name, as it was kept or anew, and keeps it from now on. */
export async function leadFrom(name: string, making: Making): Promise<Leading> {
  const database = await RowDatabase.open(name)
  const { madeOf, make, onOrg } = making
  const kept = await keptOrg(database, making)
  const org = kept ?? (await make())
  // What changes after these rows were taken down is told next: nothing may come in between.
  const written = kept ? undefined : database.replace({ madeOf, rows: [...org.rows.all()] })
  const persistence = org.rows.persist(database)
  await written
  onOrg(org)
  return {
    baseUrl: org.baseUrl,
    apiToken: org.apiToken,
    async answer(question) {
      const value = await answerQuestion(org, question)
      await persistence.settled()
      return value
    },
    async end() {
      await persistence.stop()
      database.close()
    },
  }
}

async function keptOrg(database: RowDatabase, { goOn, madeOf }: Making): Promise<Organisation | undefined> {
  const kept = await database.load()
  if (kept?.madeOf !== madeOf) return undefined
  try {
    return goOn(kept.rows)
  } catch (error) {
    // Of another version, or damaged: state for development, which is better made anew than in the way.
    reportError(
      new Error('identikit: what the browser kept cannot be read, and is made anew', { cause: error }),
    )
    return undefined
  }
}

/** Answers for an organisation, what another tab can be sent. */
export async function answerQuestion(org: Organisation, question: Question): Promise<unknown> {
  if (question.kind === 'control') {
    const control = createControl(org.model) as unknown as Readonly<
      Record<string, (input: unknown) => unknown>
    >
    return control[question.action]!(question.input)
  }
  const request = wireRequest(question.request)
  const page: WireReply | undefined =
    question.kind === 'page' ? await answerPage(org.model, request) : undefined
  return sentReply(page ?? (await org.dispatcher.dispatch(request)))
}
