import type { ComponentChildren, JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { type Backend, wellOrThrow } from './backend.ts'
import { ActionButton, Go } from './controls.tsx'
import { Choose } from './field.tsx'
import { useFound } from './found.ts'
import { groupIdOf } from './group-field.tsx'
import { ListPage } from './list-page.tsx'
import { Opens } from './panel.tsx'
import { Badge } from './parts.tsx'
import { When } from './time.tsx'
import { messageOf, useLoaded, useParameter, useReach } from './reach.ts'
import { Asks, oneOf, SchemaForm, useInput } from './form.tsx'
import type { Schema } from './schema.ts'
import type { Column } from './column.tsx'

/** A user, for lists. */
export interface User {
  readonly id: string
  readonly status: string
  readonly lastLogin: string | null
  readonly profile: Readonly<Record<string, unknown>>
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly method?: string }>>
}

export function nameOf({ profile }: User): string {
  return [profile['firstName'], profile['lastName']].filter(Boolean).join(' ')
}

/** Columns that every list of people has. */
export const peopleColumns: readonly Column<User>[] = [
  {
    title: 'Login',
    sortBy: 'login',
    cell: (user) => <Go to={`people/${user.id}`}>{String(user.profile['login'])}</Go>,
    share: 2,
  },
  { title: 'Name', sortBy: 'name', cell: nameOf, isSecondary: true },
  {
    title: 'Status',
    sortBy: 'status',
    cell: ({ status }) => <Badge>{status}</Badge>,
    width: 'min(164px, 40cqi)',
  },
]

const lastSignIn: Column<User> = {
  title: 'Last sign-in',
  sortBy: 'lastLogin',
  cell: ({ lastLogin }) => <When at={lastLogin} />,
  width: '216px',
  isSecondary: true,
}

/** All users: the search covers name, login, e-mail, id and status. Several at once can be changed. */
export function People(): JSX.Element {
  const [status, setStatus] = useParameter('status')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const statuses = useInput('search')?.anyOf![0]!.properties!['status']!.enum ?? [status].filter(Boolean)
  const found = useFound<User>('users', status === '' ? {} : { status }, ['user.'])
  const columns = useMemo(
    (): readonly Column<User>[] => [
      {
        title: <span class="unseen">Choose</span>,
        width: '40px',
        cell: ({ id, profile }) => (
          <label class="pick">
            <input
              type="checkbox"
              aria-label={`Choose ${String(profile['login'])}`}
              checked={chosen.has(id)}
              onChange={() =>
                setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
              }
            />
          </label>
        ),
      },
      ...peopleColumns,
      lastSignIn,
    ],
    [chosen],
  )
  return (
    <ListPage
      steps={[
        <Opens title="New person" icon="add" lead>
          <NewPerson />
        </Opens>,
      ]}
      find={{ placeholder: 'Part of name, login, e-mail or id' }}
      fields={
        <Choose
          label="Status"
          value={status}
          change={setStatus}
          options={[['', 'any'], ...statuses.map(String)]}
        />
      }
      {...found}
      keyOf={({ id }) => id}
      columns={columns}
      empty="Nobody matches."
    >
      {chosen.size > 0 && (
        <Bulk ids={[...chosen]} choose={(ids) => setChosen(new Set(ids))}>
          {found.rows.length > chosen.size && (
            <ActionButton
              quiet
              text={`Choose all ${found.rows.length}`}
              run={async () => setChosen(new Set((await found.all()).map(({ id }) => id)))}
            />
          )}
        </Bulk>
      )}
    </ListPage>
  )
}

const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`

/** The steps for several people at once. One snapshot undoes them all, and the message says what was refused. */
function Bulk({
  ids,
  choose,
  children,
}: {
  readonly ids: readonly string[]
  readonly choose: (ids: readonly string[]) => void
  readonly children: ComponentChildren
}): JSX.Element {
  const { backend } = useReach()
  const each = (done: string, step: (path: string, id: string) => Promise<unknown>) => async () => {
    const refused: string[] = []
    for (const id of ids)
      await step(`/api/v1/users/${id}`, id).catch((error: unknown) => refused.push(messageOf(error)))
    if (refused.length === ids.length) throw new Error(refused[0])
    choose([])
    const others = refused.length === 0 ? '' : `, ${refused.length} refused: ${refused[0]}`
    return `${people(ids.length - refused.length)} ${done}${others}`
  }
  const call = async (method: string, path: string): Promise<unknown> =>
    wellOrThrow(await backend.call(method, path))
  return (
    <div class="actions" role="group" aria-label="Chosen people">
      <strong role="status">{people(ids.length)} chosen</strong>
      {children}
      <ActionButton
        text="Suspend"
        undo
        run={each('suspended', (path) => call('POST', `${path}/lifecycle/suspend`))}
      />
      <Asks
        title={`Add ${people(ids.length)} to a group`}
        text="Add to a group"
        schema={oneOf('group')}
        submit="Add"
        undo
        run={async ({ group }) => {
          const to = await groupIdOf(backend, String(group))
          return each('added', (_, id) => call('PUT', `/api/v1/groups/${to}/users/${id}`))()
        }}
      />
      <ActionButton
        text="Delete"
        undo
        sure={`Delete ${people(ids.length)}: sure?`}
        run={each('deleted', async (path) => {
          // The first call deactivates whoever is not yet deactivated.
          await call('DELETE', path)
          const { status } = await backend.call('GET', path)
          if (status === 200) await call('DELETE', path)
        })}
      />
      <button type="button" class="quiet" onClick={() => choose([])}>
        Clear
      </button>
    </div>
  )
}

/** The profile of organisations that do not tell their schema. */
const leastProfile: Readonly<Record<string, Schema>> = Object.fromEntries(
  ['login', 'email', 'firstName', 'lastName'].map((name) => [name, { type: 'string', required: true }]),
)

/** The properties of profiles. Optional ones can be removed. */
export async function profileSchema(
  backend: Backend,
  href = 'http://here/api/v1/meta/schemas/user/default',
): Promise<Schema> {
  const { status, body } = await backend.call('GET', new URL(href).pathname)
  const { base, custom } = (status === 200 ? body.definitions : {}) as Readonly<
    Record<string, Schema | undefined>
  >
  const properties = { ...(base?.properties ?? leastProfile), ...custom?.properties }
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        property.required === true ? property : { anyOf: [property, { type: 'null' }] },
      ]),
    ),
  }
}

/** The fields of a new person that are not of the profile. */
const more: Readonly<Record<string, Schema>> = {
  activate: { enum: [true, false], 'x-texts': ['active', 'staged'], title: 'Status', required: true },
  password: {
    type: 'string',
    description: 'Without one, the person gets an activation mail',
    'x-names': 'value',
  },
  group: { type: 'string', 'x-names': 'groupIds' },
}

/** Creates a user by the API, with a password and in a group if these are given. */
function NewPerson(): JSX.Element {
  const { backend, go, say } = useReach()
  const { value: schema } = useLoaded(() => profileSchema(backend), [])
  if (!schema) return <p class="empty">Loading…</p>
  const { login, firstName, lastName, email, ...rest } = schema.properties as Record<string, Schema>
  // Who leaves the e-mail out gets the login as address.
  const asLogin = { ...email, required: false, description: 'Default: the login' }
  const properties = { login, firstName, lastName, email: asLogin, ...more, ...rest }
  return (
    <SchemaForm
      schema={{ properties: properties as Record<string, Schema> }}
      label="New person"
      submit="Create"
      first={['email', 'activate', 'password', 'group']}
      run={async ({ activate, password, group, ...profile }) => {
        const groupIds = group === undefined ? [] : [await groupIdOf(backend, group as string)]
        const answer = await backend.call('POST', `/api/v1/users?activate=${String(activate)}`, {
          profile: { email: profile['login'], ...profile },
          ...(password === undefined ? {} : { credentials: { password: { value: password } } }),
          groupIds,
        })
        const { id } = wellOrThrow(answer).body
        go(`people/${id}`)
        say(`${String(profile['login'])} is created`)
      }}
    />
  )
}
