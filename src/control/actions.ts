import type { z } from 'zod'
import type { ControlAction } from './action.ts'
import { appActions } from './apps.ts'
import { authorizationActions } from './authorization.ts'
import { clockActions } from './clock.ts'
import { describeActions } from './describe.ts'
import { eventActions } from './events/actions.ts'
import { faultActions } from './faults/actions.ts'
import { groupActions } from './groups.ts'
import { journalActions } from './journal.ts'
import { mailActions } from './mail.ts'
import { oauthActions } from './oauth.ts'
import { organisationActions } from './organisation.ts'
import { principalActions } from './principals.ts'
import { removeActions } from './remove.ts'
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
  ...removeActions,
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

/** Every action of the control plane as a function, as callers have them that have no organisation. */
export interface Actions extends Functions<typeof controlActions> {}

/** Actions that an organisation has itself: `org.reset()`, `org.events.list()`. */
export const ownActions = ['reset', 'exportState', 'importState', 'listEvents', 'waitForEvent'] as const

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control extends Omit<Actions, (typeof ownActions)[number]> {}

type Functions<Actions> = { readonly [Name in keyof Actions]: ActionFunction<Actions[Name]> }

/** An action as a function: the input may be left out where nothing in it is required. */
export type ActionFunction<Action> =
  Action extends ControlAction<infer Input, infer Answer>
    ? (...input: Given<z.input<Input>>) => Answer
    : never

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- asks whether giving nothing is enough
type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]
