import type { ControlAction } from '../src/control/action.ts'
import { appActions } from '../src/control/apps.ts'
import { authorizationActions } from '../src/control/authorization.ts'
import { clockActions } from '../src/control/clock.ts'
import { describeActions } from '../src/control/describe.ts'
import { eventActions } from '../src/control/events/actions.ts'
import { faultActions } from '../src/control/faults/actions.ts'
import { groupActions } from '../src/control/groups.ts'
import { actionPath, controlActions, controlPath } from '../src/control/index.ts'
import { journalActions } from '../src/control/journal/actions.ts'
import { mailActions } from '../src/control/mail.ts'
import { oauthActions } from '../src/control/oauth.ts'
import { organisationActions } from '../src/control/organisation.ts'
import { principalActions } from '../src/control/principals.ts'
import { ruleActions } from '../src/control/rules.ts'
import { schemaActions } from '../src/control/schema.ts'
import { searchActions } from '../src/control/search.ts'
import { requestActions } from '../src/control/send-request.ts'
import { settingsActions } from '../src/control/settings.ts'
import { signInActions } from '../src/control/sign-in.ts'
import { snapshotActions } from '../src/control/snapshots.ts'
import { stateActions } from '../src/control/state.ts'
import { userTypeActions } from '../src/control/user-types.ts'
import { userActions } from '../src/control/users.ts'
import { webhookActions } from '../src/control/webhooks/actions.ts'
import { pactActions } from '../src/server/pact-actions.ts'
import { worldActions } from '../src/server/world-actions.ts'
import { scenarios } from '../src/control/faults/scenarios.ts'
import { inputSchema, type Schema, table, typeText } from './markdown.ts'

type Actions = Readonly<Record<string, unknown>>

/** The actions by subject, in the order of the page. */
const areas: readonly (readonly [string, Actions])[] = [
  [
    'The organisation as a whole',
    { ...organisationActions, ...describeActions, ...snapshotActions, ...stateActions },
  ],
  ['Sample data sets and seeds', worldActions],
  ['Provider states of Pact', pactActions],
  ['Time', clockActions],
  ['Who is calling', principalActions],
  ['Users', userActions],
  ['Search', searchActions],
  ['Sign-ins and sessions', signInActions],
  ['Mails and one-time links', mailActions],
  ['Groups and rules', { ...groupActions, ...ruleActions }],
  ['Applications', appActions],
  ['Schemas and user types', { ...schemaActions, ...userTypeActions }],
  ['Clients, consents and tokens', oauthActions],
  ['Signing in to clients', authorizationActions],
  ['Settings', settingsActions],
  ['Webhooks', webhookActions],
  ['Requests, events and faults', { ...requestActions, ...journalActions, ...eventActions, ...faultActions }],
]

/**
 * docs/reference/control.md: every action of the control plane.
 *
 * @throws Error when an action belongs to no area.
 */
export function renderControlPage(): string {
  const listed = new Set(areas.flatMap(([, actions]) => Object.keys(actions)))
  const missing = Object.keys(controlActions).filter((name) => !listed.has(name))
  if (missing.length > 0) throw new Error(`docs/reference/control.md: no area lists ${missing.join(', ')}`)
  return `# The control plane

Tests and people use the control plane to read and change the mock directly, without the API. It causes events that the
API description names and no endpoint can cause. It is not part of the service, and never answers under the service's own
paths.

Call each action in either of two ways. In process it is a function: \`org.control.advanceClock({ by: '5m' })\`. Over HTTP it
is a path below \`${controlPath}\`, with the same input as JSON (\`advanceClock\` is at \`${actionPath('advanceClock')}\`):

\`\`\`sh
curl -X POST localhost:4010${controlPath}/advance-clock -H 'Content-Type: application/json' -d '{"by":"5m"}'
\`\`\`

\`GET ${controlPath}\` lists the actions with the JSON schema of what each takes. An action that answers nothing
answers \`{}\`. The reply to bad input is 400, with every mistake by its path. If the organisation refuses the action, the
reply has the status and the causes of its error.

A server that only this machine reaches asks for no token. With \`--control-token VALUE\` every call carries
\`Authorization: Bearer VALUE\`. Without one, the control plane of a server that other machines reach (\`--host\`) is
closed. Pages in a browser may call it from trusted origins only.

${areas.map(areaSection).join('\n')}
## Scenarios

Faults that go together under a name, for \`startScenario\` and \`serve --scenario\`.

${table(
  ['Scenario', 'Effect'],
  Object.entries(scenarios).map(([name, { summary }]) => [`\`${name}\``, summary]),
)}
`
}

function areaSection([title, actions]: readonly [string, Actions]): string {
  const rows = Object.entries(actions).map(([name, action]) => actionRow(name, action as ControlAction))
  return `## ${title}

${table(['Action', 'Takes', 'Effect'], rows)}
`
}

function actionRow(name: string, { summary, input }: ControlAction): string[] {
  const schema = inputSchema(input)
  const takes = alternativesOf(schema).map(membersOf).join(' or ')
  return [`\`${name}\``, takes, summary]
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? [schema]
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    const meaning = schema.description === undefined ? '' : `: ${schema.description}`
    return `\`${name}${optional}\` ${typeText(schema, 'operations.md')}${meaning}`
  })
  return members.length === 0 ? 'nothing' : members.join('<br>')
}
