import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Act, Field, Form, Go, LongField } from './controls.tsx'
import { groupIdOf } from './group-field.tsx'
import { Opens } from './panel.tsx'
import { type Backend, wellOrThrow } from './backend.ts'
import { Badge, emptyText, Failed, Heading, NotShown } from './parts.tsx'
import { useList, useLoaded, useReach } from './reach.ts'
import { Picker } from './schema-form.tsx'
import { type Column, Table } from './table.tsx'

interface Rule {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly conditions: { readonly expression: { readonly value: string; readonly type: string } }
  readonly actions: { readonly assignUserToGroups: { readonly groupIds: readonly string[] } }
  readonly _embedded?: { readonly groupIdToGroupNameMap?: Readonly<Record<string, string>> }
}

const base = '/api/v1/groups/rules'

/** All group rules, with a form that tries a new one before it is saved. */
export function Rules(): JSX.Element {
  const { go } = useReach()
  const { items, loaded, more } = useList<Rule>(`${base}?limit=200&expand=groupIdToGroupNameMap`, [
    'rule.',
    'group.',
  ])
  const columns: readonly Column<Rule>[] = [
    { title: 'Name', cell: ({ id, name }) => <Go to={`rules/${id}`}>{name}</Go> },
    {
      title: 'Condition',
      cell: ({ conditions }) => <code>{conditions.expression.value}</code>,
      share: 2,
      isSecondary: true,
    },
    { title: 'Adds to', cell: groupNames, isSecondary: true },
    { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge>, width: '128px' },
  ]
  return (
    <>
      <div class="head-line">
        <h1>Rules</h1>
        <Opens title="New rule" icon="add" lead>
          <NewRule />
        </Opens>
      </div>
      <Failed loaded={loaded} />
      <Table
        label="Group rules"
        columns={columns}
        rows={items}
        onEnd={more}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`rules/${id}`)}
        empty={emptyText(loaded, 'No rule yet.')}
      />
    </>
  )
}

/** Tries a condition on a person, and creates a rule with it. */
function NewRule(): JSX.Element {
  const { backend, go } = useReach()
  const [tried, setTried] = useState('')
  return (
    <>
      <Trial initial='user.department=="Engineering"' onTried={setTried} />
      <Form
        label="New rule"
        submit="Create"
        run={async ({ name, expression, group }) => {
          const { type } = await backend.control('tryRule', { expression: 'true' })
          const answer = await backend.call('POST', base, {
            type: 'group_rule',
            name,
            conditions: { expression: { type, value: expression } },
            actions: { assignUserToGroups: { groupIds: [await groupIdOf(backend, group!)] } },
          })
          go(`rules/${wellOrThrow(answer).body.id}`)
        }}
      >
        <div class="fields">
          <Field name="name" label="Name" required maxLength={50} />
          <Field key={tried} name="expression" label="Condition" defaultValue={tried} required />
          <Picker kind="group" name="group" names="groupIds" label="Adds to" required />
        </div>
      </Form>
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
  const { backend } = useReach()
  const [outcome, setOutcome] = useState<string>()
  return (
    <Form
      label="Try a condition on a person"
      submit="Try"
      run={async ({ expression, user }) => {
        setOutcome(undefined)
        const { matches, problem, login } = await backend.control('tryRule', { expression, user })
        if (problem === undefined) onTried(expression!)
        setOutcome(
          problem ??
            (matches ? `${login} matches: the rule would add this person` : `${login} does not match`),
        )
      }}
    >
      <div class="fields">
        <LongField name="expression" label="Condition to try" defaultValue={initial} rows={2} required />
        <Picker kind="user" name="user" label="On a person" placeholder="Login or id" required />
      </div>
      {outcome !== undefined && <p role="status">{outcome}</p>}
    </Form>
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
  const { backend, go } = useReach()
  const [tried, setTried] = useState<string>()
  const path = `${base}/${id}`
  const loaded = useLoaded(
    () => backend.call('GET', `${path}?expand=groupIdToGroupNameMap`),
    [id],
    ['rule.', 'group.deleted'],
  )
  const answer = loaded.value
  if (answer?.status !== 200) {
    return <NotShown title="A group rule" back={['rules', 'Rules']} loaded={loaded} answer={answer} />
  }
  const rule = answer.body as Rule
  const names = rule._embedded?.groupIdToGroupNameMap ?? {}
  return (
    <>
      <Heading back={['rules', 'Rules']}>
        {rule.name} <Badge>{rule.status}</Badge>
      </Heading>
      <p>
        <code>{rule.conditions.expression.value}</code> adds to{' '}
        {rule.actions.assignUserToGroups.groupIds.map((groupId) => (
          <Go to={`groups/${groupId}`}>{names[groupId] ?? groupId}</Go>
        ))}
      </p>
      <div class="actions">
        {rule.status === 'INACTIVE' && (
          <Act
            done="Activated"
            run={() => backend.call('POST', `${path}/lifecycle/activate`).then(wellOrThrow)}
          >
            Activate
          </Act>
        )}
        {rule.status === 'ACTIVE' && (
          <Act
            done="Deactivated"
            run={() => backend.call('POST', `${path}/lifecycle/deactivate`).then(wellOrThrow)}
          >
            Deactivate
          </Act>
        )}
        <Act
          undo
          sure="Delete the rule: sure?"
          done="Deleted"
          run={async () => {
            wellOrThrow(await backend.call('DELETE', path))
            go('rules')
          }}
        >
          Delete
        </Act>
      </div>
      <Trial initial={rule.conditions.expression.value} onTried={setTried} />
      {tried !== undefined && tried !== rule.conditions.expression.value && (
        <div class="actions">
          <Act done="Condition saved" run={() => saveCondition(backend, rule, tried)}>
            Save this condition
          </Act>
          <code>{tried}</code>
        </div>
      )}
    </>
  )
}
