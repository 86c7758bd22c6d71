import type { JSX } from 'preact'
import { MoreActions } from './actions.tsx'
import { Applications } from './applications.tsx'
import { type AnswerOf, wellOrThrow } from './backend.ts'
import { RecordPage } from './detail.tsx'
import { deletion, Go } from './controls.tsx'
import { useFound } from './found.ts'
import { type Group, takesPeople } from './group-field.tsx'
import { ListPage } from './list-page.tsx'
import { Badge } from './parts.tsx'
import { peopleColumns, type User } from './people.tsx'
import { useList, useReach } from './reach.ts'
import { Asks, oneOf } from './form.tsx'
import type { Schema } from './schema.ts'
import { type Column, stepColumn } from './column.tsx'
import { Table } from './table.tsx'

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
  const { backend, go } = useReach()
  const found = useFound<Group>('groups', {}, ['group.', 'user.created', 'user.deleted'])
  return (
    <ListPage
      steps={[
        <Asks
          title="New group"
          icon="add"
          lead
          schema={newGroup}
          submit="Create"
          run={async (profile) => {
            const answer = await backend.call('POST', '/api/v1/groups', { profile })
            go(`groups/${wellOrThrow(answer).body.id}`)
          }}
        />,
      ]}
      find={{ placeholder: 'Part of name, description or id' }}
      {...found}
      keyOf={({ id }) => id}
      columns={columns}
      empty="No group matches."
    />
  )
}

const newGroup: Schema = {
  properties: { name: { type: 'string' }, description: { type: 'string' } },
  required: ['name'],
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
  const { backend } = useReach()
  const path = `/api/v1/groups/${id}`
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
  const remove = stepColumn<User>('Remove', '104px', (user) => [
    {
      text: 'Remove',
      about: String(user.profile['login']),
      undo: true,
      done: 'Removed',
      run: ['DELETE', `${path}/users/${user.id}`],
    },
  ])
  const add = async ({ user }: { readonly user?: unknown }): Promise<unknown> => {
    const found = wellOrThrow(await backend.call('GET', `/api/v1/users/${encodeURIComponent(String(user))}`))
    return wellOrThrow(await backend.call('PUT', `${path}/users/${found.body.id}`))
  }
  return (
    <RecordPage title="A group" path={path} concerns={['group.']}>
      {({ type, profile: { name, description } }: Group) => ({
        heading: name,
        badge: type,
        steps: takesPeople({ type })
          ? [
              { ...deletion('group', path, 'groups'), text: 'Delete the group', done: 'Group deleted' },
              <Asks
                title="Add a person"
                lead
                schema={oneOf('user', 'Person')}
                submit="Add"
                done="Added"
                run={add}
              />,
              <MoreActions field="group" value={id} />,
            ]
          : [],
        content: (
          <>
            <p class="faint">
              {description && `${description} · `}
              {id}
            </p>
            <Table
              label={`People in ${name}`}
              {...members}
              keyOf={(user) => user.id}
              empty="Nobody is in this group."
              columns={[
                ...peopleColumns,
                { title: 'Why', cell: Why, share: 2 },
                ...(takesPeople({ type }) ? [remove] : []),
              ]}
            />
            <Applications path={`${path}/apps`} to={{ group: id }} />
          </>
        ),
      })}
    </RecordPage>
  )
}
