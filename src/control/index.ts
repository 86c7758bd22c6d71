import type { z } from 'zod'
import type { Org } from '../model/org.ts'
import type { ControlAction } from './action.ts'
import { appActions } from './apps.ts'
import { clockActions } from './clock.ts'
import { describeActions } from './describe.ts'
import { faultActions } from './faults.ts'
import { groupActions } from './groups.ts'
import { journalActions } from './journal.ts'
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
  readonly [Name in keyof Actions]: Actions[Name] extends ControlAction<infer Input, infer Output>
    ? (...input: Given<z.input<Input>>) => Output
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

/**
 * Runs an action on input that may come from anywhere.
 *
 * @throws ControlInputError when the input is not what the action takes.
 */
export function runAction(org: Org, name: string, action: ControlAction, input: unknown): unknown {
  const parsed = action.input.safeParse(input ?? {})
  if (!parsed.success) {
    throw new ControlInputError(
      name,
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`),
    )
  }
  return action.run(org, parsed.data)
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
