import type { z } from 'zod'
import type { FieldTexts, OwnTexts } from '../../generated/control.ts'
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

/** An action as a function: the input may be left out where nothing in it is required. */
export type ActionFunction<Name extends keyof Actions> =
  Actions[Name] extends ControlAction<infer Input, infer Answer>
    ? (
        ...input: Given<Described<z.input<Input>, Name extends keyof OwnTexts ? OwnTexts[Name] : unknown>>
      ) => Answer
    : never

/** Inferred types have no comments, so the fields get those of the generated ones. `Pick` keeps comments. */
type Described<Input, Own> = Input extends object
  ? Input & Own & Pick<FieldTexts, Exclude<keyof Input, keyof Own> & keyof FieldTexts>
  : Input

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- asks whether giving nothing is enough
type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]
