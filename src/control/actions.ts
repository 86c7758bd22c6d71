import type { z } from 'zod'
import type { Har } from '../exchange/formats.ts'
import type { Exchange } from '../exchange/journal.ts'
import type { JournalEntry } from '../model/access/journal.ts'
import type { ControlAction } from './action.ts'
import { appActions } from './apps.ts'
import { authorizationActions, type CodeReply } from './authorization.ts'
import { clockActions } from './clock.ts'
import { describeActions } from './describe.ts'
import { eventActions } from './events/actions.ts'
import { faultActions } from './faults/actions.ts'
import { groupActions } from './groups.ts'
import { type Code, type CodeForm, journalActions } from './journal.ts'
import { listActions, type Lists } from './lists.ts'
import { mailActions } from './mail.ts'
import { oauthActions, type TokenReply } from './oauth.ts'
import { organisationActions } from './organisation.ts'
import { principalActions } from './principals.ts'
import { removeActions } from './remove.ts'
import { ruleActions } from './rules.ts'
import { schemaActions } from './schema.ts'
import { type FoundGroups, type FoundUsers, searchActions } from './search.ts'
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
  ...listActions,
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
export interface Actions extends Omit<Functions<typeof controlActions>, keyof Varied>, Varied {}

/** Actions whose answer depends on a field of the input; the last signature of each is the usual one. */
export interface Varied<IsRemote extends boolean = false> {
  list<Kind extends keyof Lists>(input: Input<'list'> & { readonly kind: Kind }): Told<Lists[Kind], IsRemote>
  search(input: Input<'search'> & { readonly kind: 'groups' }): Promise<FoundGroups>
  search(input: Input<'search'> & { readonly kind: 'users' }): Promise<FoundUsers>
  readJournal(input: Input<'readJournal'> & { readonly as: 'har' }): Told<Har, IsRemote>
  readJournal(
    input?: Input<'readJournal'> & { readonly as?: 'list' },
  ): Told<readonly JournalEntry[], IsRemote>
  readExchange(input: Input<'readExchange'> & { readonly as: CodeForm }): Promise<Code>
  readExchange(input?: Input<'readExchange'> & { readonly as?: 'exchange' }): Told<Exchange, IsRemote>
  authorize(input: Input<'authorize'> & { readonly as: 'code' }): Promise<CodeReply>
  authorize(input: Input<'authorize'> & { readonly as?: 'tokens' }): Promise<TokenReply>
  issueTokens(input: Input<'issueTokens'> & { readonly flaw: string }): Promise<{ readonly token: string }>
  issueTokens(input: Input<'issueTokens'> & { readonly flaw?: never }): Promise<TokenReply>
}

type Told<Answer, IsRemote> = IsRemote extends true ? Promise<Answer> : Answer

type Input<Name extends keyof typeof controlActions> = z.input<(typeof controlActions)[Name]['input']>

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
