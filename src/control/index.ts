import type { z } from 'zod'
import { Refusal } from '../contract/errors.ts'
import { reasonsOf } from '../contract/refusal-reasons.ts'
import type { Org } from '../model/org.ts'
import type { ControlAction } from './action.ts'
import { appActions } from './apps.ts'
import { clockActions } from './clock.ts'
import { describeActions } from './describe.ts'
import { eventActions } from './events/actions.ts'
import { faultActions } from './faults/actions.ts'
import { groupActions } from './groups.ts'
import { journalActions } from './journal/actions.ts'
import { mailActions } from './mail.ts'
import { oauthActions } from './oauth.ts'
import { organisationActions } from './organisation.ts'
import { principalActions } from './principals.ts'
import { schemaActions } from './schema.ts'
import { settingsActions } from './settings.ts'
import { signInActions } from './sign-in.ts'
import { snapshotActions } from './snapshots.ts'
import { userTypeActions } from './user-types.ts'
import { userActions } from './users.ts'

/** Every action of the control plane, under the name of its function. */
export const controlActions = {
  ...organisationActions,
  ...describeActions,
  ...snapshotActions,
  ...principalActions,
  ...clockActions,
  ...journalActions,
  ...eventActions,
  ...faultActions,
  ...signInActions,
  ...mailActions,
  ...userActions,
  ...groupActions,
  ...appActions,
  ...schemaActions,
  ...userTypeActions,
  ...oauthActions,
  ...settingsActions,
}

type Actions = typeof controlActions

/** The actions as functions: the input may be left out where nothing in it is required. */
export type Control = {
  readonly [Name in keyof Actions]: Actions[Name] extends ControlAction<infer Input, infer Answer>
    ? (...input: Given<z.input<Input>>) => Answer
    : never
}

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- asks whether giving nothing is enough
type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** Where the control plane is served, beside the service's own paths. */
export const controlPath = '/_control'

/** The path of an action below `/_control`: `advanceClock` is at `advance-clock`. */
export function actionPath(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Thrown when an action is given what it does not take; lists every mistake with its path. */
export class ControlInputError extends TypeError {
  override readonly name = 'ControlInputError'
  readonly mistakes: readonly string[]

  constructor(action: string, mistakes: readonly string[]) {
    super(`${action}: ${mistakes.join('; ')}`)
    this.mistakes = mistakes
  }
}

/** What the organisation refused of an action, as whoever called it in process wants to read it. */
class ControlRefusal extends Refusal {
  constructor(action: string, refusal: Refusal) {
    super(refusal.refusal, refusal.details)
    this.message = `${action}: ${reasonsOf(refusal).join('; ')} [${refusal.refusal}]`
    // A refusal of the API's needs no stack; this one tells which line of a test was wrong.
    Error.captureStackTrace?.(this, runAction)
  }
}

/**
 * Runs an action on input that may come from anywhere.
 *
 * @throws ControlInputError when the input is not what the action takes.
 * @throws Refusal when the organisation refuses; what it did not find is named by its place in the input.
 */
export function runAction(org: Org, name: string, action: ControlAction, input: unknown): unknown {
  const parsed = action.input.safeParse(input ?? {})
  if (!parsed.success) {
    throw new ControlInputError(
      name,
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${messageOf(issue)}`),
    )
  }
  const fail = (error: unknown): never => {
    throw error instanceof Refusal ? new ControlRefusal(name, placed(error, input)) : error
  }
  try {
    const answer = org.traffic.recorder.during({ kind: 'control', name }, () => action.run(org, parsed.data))
    return answer instanceof Promise ? answer.catch(fail) : answer
  } catch (error) {
    return fail(error)
  }
}

/** Of a key that is wrong, what is wrong with it. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message
}

/** A refusal of a reference that leads nowhere, with the place in the input at which the reference stands. */
function placed(refusal: Refusal, input: unknown): Refusal {
  const { id, ...values } = refusal.details.values ?? {}
  const place = id === undefined || refusal.causes.length > 0 ? undefined : placeOf(id, input)
  if (id === undefined || place === undefined) return refusal
  return new Refusal(refusal.refusal, {
    values: { id, ...values },
    causes: [`${place}: ${refusal.summary}`],
  })
}

function placeOf(value: string, input: unknown): string | undefined {
  for (const [name, given] of Object.entries(input ?? {})) {
    if (given === value) return name
    if (Array.isArray(given) && given.includes(value)) return `${name}.${given.indexOf(value)}`
  }
  return undefined
}

/** The control plane of an organisation, in process. */
export function createControl(org: Org): Control {
  return Object.fromEntries(
    Object.entries(controlActions).map(([name, action]) => [
      name,
      (input?: unknown) => runAction(org, name, action, input),
    ]),
  ) as unknown as Control
}
