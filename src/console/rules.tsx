import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { RecordPage } from './detail.tsx'
import { ActionButton, deletion, Go } from './controls.tsx'
import { ActionForm, SchemaForm } from './form.tsx'
import { groupIdOf } from './group-field.tsx'
import { ListPage } from './list-page.tsx'
import { Opens } from './panel.tsx'
import { type Backend, wellOrThrow } from './backend.ts'
import { Badge, Section } from './parts.tsx'
import { useList, useReach } from './reach.ts'
import type { Column } from './column.tsx'
import type { Schema } from './schema.ts'

interface Rule {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly conditions: { readonly expression: { readonly value: string; readonly type: string } }
  readonly actions: { readonly assignUserToGroups: { readonly groupIds: readonly string[] } }
  readonly _embedded?: { readonly groupIdToGroupNameMap?: Readonly<Record<string, string>> }
}

const base = '/api/v1/groups/rules'
const named = '?expand=groupIdToGroupNameMap'

/** All group rules, with a form that tries a new one before it is saved. */
export function Rules(): JSX.Element {
  const list = useList<Rule>(`${base}${named}&limit=200`, ['rule.', 'group.'])
  return (
    <ListPage
      steps={[
        <Opens title="New rule" icon="add" lead>
          <NewRule />
        </Opens>,
      ]}
      find={{ placeholder: 'Part of name or id' }}
      textOf={(rule) => `${rule.name} ${rule.id} ${rule.status} ${conditionOf(rule)} ${groupNames(rule)}`}
      {...list}
      keyOf={({ id }) => id}
      columns={columns}
      empty="No rule yet."
    />
  )
}

const columns: readonly Column<Rule>[] = [
  { title: 'Name', cell: ({ id, name }) => <Go to={`rules/${id}`}>{name}</Go> },
  { title: 'Condition', cell: (rule) => <code>{conditionOf(rule)}</code>, share: 2, isSecondary: true },
  { title: 'Adds to', cell: (rule) => groupNames(rule), isSecondary: true },
  { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge>, width: '128px' },
]

function conditionOf({ conditions }: Rule): string {
  return conditions.expression.value
}

const newRule: Schema = {
  properties: {
    name: { type: 'string', maxLength: 50 },
    expression: { type: 'string', title: 'Condition' },
    group: { type: 'string', title: 'Adds to', 'x-names': 'groupIds' },
  },
  required: ['name', 'expression', 'group'],
}

/** Creates a rule. A condition that was tried on a person becomes its own, unless somebody typed another. */
function NewRule(): JSX.Element {
  const { backend, go } = useReach()
  const [tried, setTried] = useState('')
  return (
    <>
      <SchemaForm
        schema={newRule}
        label="New rule"
        submit="Create"
        initial={{ expression: tried }}
        run={async ({ name, expression, group }) => {
          const { type } = await backend.control('tryRule', { expression: 'true' })
          const answer = await backend.call('POST', base, {
            type: 'group_rule',
            name,
            conditions: { expression: { type, value: expression } },
            actions: { assignUserToGroups: { groupIds: [await groupIdOf(backend, String(group))] } },
          })
          go(`rules/${wellOrThrow(answer).body.id}`)
        }}
      />
      <h3>Try a condition on a person</h3>
      <Trial initial='user.department=="Engineering"' onTried={setTried} />
    </>
  )
}

function groupNames({ actions, _embedded }: Rule): string {
  const names = _embedded?.groupIdToGroupNameMap ?? {}
  return actions.assignUserToGroups.groupIds.map((id) => names[id] ?? id).join(', ')
}

/** Tries an expression on a person, without saving anything. */
function Trial({
  initial,
  onTried,
}: {
  readonly initial: string
  /** Receives the condition after a successful trial. */
  readonly onTried: (expression: string) => void
}): JSX.Element {
  const [outcome, setOutcome] = useState<string>()
  return (
    <>
      <ActionForm
        action="tryRule"
        label="Try a condition on a person"
        submit="Try"
        initial={{ expression: initial }}
        then={({ matches, problem, login = 'nobody' }, { expression }) => {
          if (problem === undefined) onTried(String(expression))
          const outcome = matches ? 'matches: the rule would add this person' : 'does not match'
          setOutcome(problem ?? `${login} ${outcome}`)
        }}
      />
      {outcome !== undefined && <p role="status">{outcome}</p>}
    </>
  )
}

/**
 * Changes the condition of a rule. The API allows it only for inactive rules, so deactivates an active one meanwhile.
 */
async function saveCondition(
  backend: Backend,
  { id, name, status, conditions, actions }: Rule,
  value: string,
): Promise<void> {
  const path = `${base}/${id}`
  const change = async (method: string, to: string, body?: unknown): Promise<unknown> =>
    wellOrThrow(await backend.call(method, to, body))
  if (status === 'ACTIVE') await change('POST', `${path}/lifecycle/deactivate`)
  try {
    const expression = { ...conditions.expression, value }
    await change('PUT', path, {
      type: 'group_rule',
      id,
      name,
      conditions: { ...conditions, expression },
      actions,
    })
  } finally {
    if (status === 'ACTIVE') await change('POST', `${path}/lifecycle/activate`)
  }
}

/** One rule. */
export function RulePage({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const [tried, setTried] = useState<string>()
  const path = `${base}/${id}`
  return (
    <RecordPage title="A group rule" path={`${path}${named}`} concerns={['rule.', 'group.deleted']}>
      {(rule: Rule) => {
        const { name, status, conditions, actions, _embedded } = rule
        const { value } = conditions.expression
        const step = status === 'ACTIVE' ? 'Deactivate' : 'Activate'
        return {
          heading: name,
          badge: status,
          steps: [
            status !== 'INVALID' && {
              text: step,
              done: `${step}d`,
              run: ['POST', `${path}/lifecycle/${step.toLowerCase()}`],
            },
            deletion('rule', path, 'rules'),
          ],
          content: (
            <>
              <p>
                <code>{value}</code> adds to{' '}
                {actions.assignUserToGroups.groupIds.map((group, index) => (
                  <>
                    {index > 0 && ', '}
                    <Go to={`groups/${group}`}>{_embedded?.groupIdToGroupNameMap?.[group] ?? group}</Go>
                  </>
                ))}
              </p>
              <Section title="Try a condition">
                <Trial initial={value} onTried={setTried} />
                {tried !== undefined && tried !== value && (
                  <div class="actions">
                    <ActionButton
                      text="Save this condition"
                      done="Condition saved"
                      run={() => saveCondition(backend, rule, tried)}
                    />
                    <code>{tried}</code>
                  </div>
                )}
              </Section>
            </>
          ),
        }
      }}
    </RecordPage>
  )
}
