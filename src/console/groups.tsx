import type { JSX } from 'preact'
import { Applications } from './applications.tsx'
import { Act, Field, Find, Form, Go, LongField } from './controls.tsx'
import { takesPeople } from './group-field.tsx'
import { type AnswerOf, wellOrThrow } from './backend.ts'
import { MoreActions } from './actions.tsx'
import { Opens } from './panel.tsx'
import { Badge, emptyText, Heading, NotShown } from './parts.tsx'
import { FoundCount, FoundTable, sorting, useFound } from './found.tsx'
import { useList, useLoaded, useParameter, useReach } from './reach.ts'
import { Picker } from './schema-form.tsx'
import { type Column, Table } from './table.tsx'
import { peopleColumns, type User } from './people.tsx'

interface Group {
  readonly id: string
  readonly type: string
  readonly profile: { readonly name: string; readonly description?: string | null }
  readonly usersCount?: number
}

const columns: readonly Column<Group>[] = [
  {
    title: 'Name',
    sortBy: 'name',
    cell: ({ id, profile }) => <Go to={`groups/${id}`}>{profile.name}</Go>,
  },
  { title: 'Description', cell: ({ profile }) => profile.description ?? '', isSecondary: true },
  { title: 'Type', sortBy: 'type', cell: ({ type }) => <Badge>{type}</Badge>, width: '144px' },
  { title: 'People', sortBy: 'users', cell: ({ usersCount }) => usersCount, width: '96px' },
]

/** All groups, with their numbers of people; the search covers name, description and id. */
export function Groups(): JSX.Element {
  const { go } = useReach()
  const [text, setText] = useParameter('find')
  const sort = useParameter('sort')
  const found = useFound<Group>('searchGroups', { text, ...sorting(sort[0]) }, [
    'group.',
    'user.created',
    'user.deleted',
  ])
  return (
    <>
      <div class="head-line">
        <h1>Groups</h1>
        <Opens title="New group" icon="add" lead>
          <NewGroup />
        </Opens>
      </div>
      <div class="bar">
        <Find text={text} change={setText} placeholder="Part of name, description or id" />
        <FoundCount found={found} />
      </div>
      <FoundTable
        label="Groups"
        columns={columns}
        found={found}
        sort={sort}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`groups/${id}`)}
        empty="No group matches."
      />
    </>
  )
}

function NewGroup(): JSX.Element {
  const { backend, go } = useReach()
  return (
    <Form
      label="New group"
      submit="Create"
      run={async ({ name, description }) => {
        const answer = await backend.call('POST', '/api/v1/groups', { profile: { name, description } })
        go(`groups/${wellOrThrow(answer).body.id}`)
      }}
    >
      <div class="fields">
        <Field name="name" label="Name" required />
        <LongField name="description" label="Description" rows={2} />
      </div>
    </Form>
  )
}

interface Member extends User {
  readonly reason: AnswerOf<'explainMembers'>[number] | undefined
}

/** Why somebody is in a group. */
function Why({ reason }: Member): JSX.Element {
  if (!reason || reason.isEveryone) return <span class="faint">everyone is</span>
  return (
    <>
      {reason.byHand && 'by hand '}
      {reason.rules.map((rule) => (
        <Go to={`rules/${rule.id}`}>rule {rule.name}</Go>
      ))}
    </>
  )
}

/** A group: its members, and why they are in it. */
export function GroupPage({ id }: { readonly id: string }): JSX.Element {
  const { backend, go } = useReach()
  const path = `/api/v1/groups/${id}`
  const loaded = useLoaded(() => backend.call('GET', path), [id], ['group.'])
  const answer = loaded.value
  const members = useList<User, Member>(
    `${path}/users?limit=200`,
    ['group.', 'rule.', 'user.'],
    async (users) => {
      const explained = await backend.control('explainMembers', {
        group: id,
        users: users.map((user) => user.id),
      })
      const reasons = new Map(explained.map((reason) => [reason.userId, reason]))
      return users.map((user) => ({ ...user, reason: reasons.get(user.id) }))
    },
  )
  if (answer?.status !== 200) {
    return <NotShown title="A group" back={['groups', 'Groups']} loaded={loaded} answer={answer} />
  }
  const group = answer.body as Group
  const isManaged = takesPeople(group)
  return (
    <>
      <Heading
        back={['groups', 'Groups']}
        actions={
          isManaged && (
            <>
              <Act
                undo
                sure="Delete the group: sure?"
                done="Group deleted"
                run={async () => {
                  wellOrThrow(await backend.call('DELETE', path))
                  go('groups')
                }}
              >
                Delete the group
              </Act>
              <Opens title="Add a person" icon="add" lead>
                <Form
                  label="Add a person"
                  submit="Add"
                  done="Added"
                  clears
                  run={async ({ user }) =>
                    wellOrThrow(await backend.call('PUT', `${path}/users/${await idOf(user!)}`))
                  }
                >
                  <div class="fields">
                    <Picker kind="user" name="user" label="Person" placeholder="Login or id" required />
                  </div>
                </Form>
              </Opens>
              <MoreActions field="group" value={group.id} />
            </>
          )
        }
      >
        {group.profile.name} <Badge>{group.type}</Badge>
      </Heading>
      <p class="faint">
        {group.profile.description ?? ''} {group.id}
      </p>
      <Table
        label={`People in ${group.profile.name}`}
        rows={members.items}
        keyOf={(user) => user.id}
        empty={emptyText(members.loaded, 'Nobody is in this group.')}
        onEnd={members.more}
        columns={[
          ...peopleColumns,
          { title: 'Why', cell: Why, share: 2 },
          ...(isManaged
            ? [
                {
                  title: 'Remove',
                  width: '112px',
                  isButtons: true,
                  cell: (user: User) => (
                    <Act
                      quiet
                      about={String(user.profile['login'])}
                      undo
                      done="Removed"
                      run={() => backend.call('DELETE', `${path}/users/${user.id}`).then(wellOrThrow)}
                    >
                      Remove
                    </Act>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Applications path={`${path}/apps`} to={{ group: id }} />
    </>
  )

  async function idOf(reference: string): Promise<string> {
    return wellOrThrow(await backend.call('GET', `/api/v1/users/${encodeURIComponent(reference)}`)).body
      .id as string
  }
}
