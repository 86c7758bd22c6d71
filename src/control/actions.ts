import type { z } from 'zod'
import type { ControlAction } from './action.ts'
import { appActions } from './apps.ts'
import { authorizationActions } from './authorization.ts'
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
import { ruleActions } from './rules.ts'
import { schemaActions } from './schema.ts'
import { searchActions } from './search.ts'
import { requestActions } from './send-request.ts'
import { settingsActions } from './settings.ts'
import { signInActions } from './sign-in.ts'
import { snapshotActions } from './snapshots.ts'
import { stateActions } from './state.ts'
import { userTypeActions } from './user-types.ts'
import { userActions } from './users.ts'
import { webhookActions } from './webhooks/actions.ts'

/** Every action of the control plane, under the name of its function. */
export const controlActions = {
  ...organisationActions,
  ...describeActions,
  ...snapshotActions,
  ...stateActions,
  ...principalActions,
  ...clockActions,
  ...journalActions,
  ...requestActions,
  ...eventActions,
  ...webhookActions,
  ...faultActions,
  ...signInActions,
  ...mailActions,
  ...searchActions,
  ...userActions,
  ...groupActions,
  ...ruleActions,
  ...appActions,
  ...schemaActions,
  ...userTypeActions,
  ...oauthActions,
  ...authorizationActions,
  ...settingsActions,
}

type Actions = typeof controlActions

/**
 * An action as a function: the input may be left out where nothing in it is required. `Texts` has the fields of the
 * input with comments, since inferred types have none.
 */
export type ActionFunction<Name extends keyof Actions, Texts = unknown> =
  Actions[Name] extends ControlAction<infer Input, infer Answer>
    ? (...input: Given<Described<z.input<Input>, Texts>>) => Answer
    : never

type Described<Input, Texts> = Input extends object ? Input & Texts : Input

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- asks whether giving nothing is enough
type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]
