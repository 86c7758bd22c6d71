import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MoreActions } from './actions.tsx'
import { Applications } from './applications.tsx'
import { type Answer, refusalIn, wellOrThrow } from './backend.ts'
import { RecordPage } from './detail.tsx'
import { Go, Steps } from './controls.tsx'
import { type Group, groupIdOf, takesPeople } from './group-field.tsx'
import { MailsOf } from './mails.tsx'
import { Opens } from './panel.tsx'
import { Actor, Caller, Facts, Listed, Load, Outcome, RecordLink, Section } from './parts.tsx'
import { When } from './time.tsx'
import { nameOf, profileSchema, type User } from './people.tsx'
import { usePolled, useReach } from './reach.ts'
import { Asks, Does, oneOf, SchemaForm } from './form.tsx'
import { textIn, wordsOf } from './schema.ts'
import type { OrgEvent } from '../control/events/event-log.ts'
import { Table } from './table.tsx'
import { Grants, RefreshTokens, Sessions } from './tokens.tsx'

/** The name of the button for a link relation of the API. */
function buttonOf(relation: string): string {
  return relation === 'delete' ? 'Delete for good' : wordsOf(relation)
}

interface Last {
  readonly name: string
  readonly answer: Answer
}

/** A person: buttons for the operations that the status allows, and everything that belongs to the person. */
export function Person({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const [last, setLast] = useState<Last>()
  const path = `/api/v1/users/${encodeURIComponent(id)}`
  const outcome = last && (
    <Outcome answer={last.answer}>
      <strong>
        {last.name}: {last.answer.status}
      </strong>
    </Outcome>
  )
  const act = (name: string, method: string, url: string) => async (): Promise<string> => {
    const answer = await backend.call(method, url)
    setLast({ name, answer })
    const refused = refusalIn(answer)
    if (refused !== undefined) throw new Error(`${name}: ${refused}`)
    return `${name}: done`
  }
  return (
    <RecordPage title="A person" path={`${path}?expand=block`} concerns={['user.']} aside={outcome}>
      {(user: User) => {
        const login = String(user.profile['login'])
        const offered = Object.entries({ ...withoutLink(user), ...user._links }).filter(
          ([relation, { href }]) => relation === 'delete' || /\/lifecycle\/|forgot_password$/.test(href),
        )
        return {
          heading: nameOf(user) || login,
          badge: user.status,
          steps: [
            <Go to={`sign-in?person=${encodeURIComponent(login)}`} class="button">
              Sign in at a client
            </Go>,
            <MoreActions field="user" value={user.id} />,
          ],
          content: (
            <>
              <p class="faint">
                {login} · {user.id} · last sign-in <When at={user.lastLogin} />
              </p>
              <div class="actions" role="group" aria-label="What the status allows">
                <Steps
                  all={offered.map(([relation, { href, method = 'POST' }]) => ({
                    text: buttonOf(relation),
                    undo: true,
                    sure: relation === 'delete' ? 'Delete for good: sure?' : undefined,
                    run: act(buttonOf(relation), method, new URL(href).pathname),
                  }))}
                />
              </div>
              {outcome}
              <div class="columns">
                <div>
                  <Section
                    title="Profile"
                    actions={
                      <Opens title="Edit the profile" text="Edit">
                        <ProfileForm user={user} path={path} />
                      </Opens>
                    }
                  >
                    <Facts
                      facts={Object.entries(user.profile).map(([name, value]) => [
                        wordsOf(name),
                        textIn('text', value) || undefined,
                      ])}
                    />
                  </Section>
                  <Section title="Mails">
                    <MailsOf userId={id} />
                  </Section>
                </div>
                <div>
                  <Groups id={id} />
                  <Applications path={`/api/v1/users/${user.id}/appLinks`} to={{ user: user.id }} />
                  <Factors id={id} />
                  <Sessions
                    user={user.id}
                    actions={
                      <Steps
                        quiet
                        all={[
                          {
                            text: 'Open a session',
                            done: `Signed in as ${login}`,
                            run: () => backend.control('openSession', { user: id }),
                          },
                          {
                            text: 'End all',
                            undo: true,
                            done: 'Sessions ended',
                            run: ['DELETE', `${path}/sessions`],
                          },
                        ]}
                      />
                    }
                  />
                  <Grants id={id} />
                  <RefreshTokens user={user.id} />
                </div>
              </div>
              <Timeline id={user.id} />
            </>
          ),
        }
      }}
    </RecordPage>
  )
}

/** Operations that the status allows, and that no link names (interpretation: user-links-beyond). */
function withoutLink({ status, _links }: User): NonNullable<User['_links']> {
  const { href } = _links!.self!
  if (status === 'DEPROVISIONED') return { delete: { href, method: 'DELETE' } }
  const isRestarted = status === 'PROVISIONED' || status === 'RECOVERY'
  return isRestarted ? { reactivate: { href: `${href}/lifecycle/reactivate` } } : {}
}

function ProfileForm({ user, path }: { readonly user: User; readonly path: string }): JSX.Element {
  const { backend } = useReach()
  return (
    <Load from={() => profileSchema(backend, user._links?.['schema']?.href)}>
      {(schema) => (
        <SchemaForm
          schema={schema}
          label="Profile"
          submit="Save"
          initial={user.profile}
          edits
          isWhole
          run={async (profile) => {
            if (Object.keys(profile).length === 0) return 'Nothing was changed'
            wellOrThrow(await backend.call('POST', path, { profile }))
            return 'Profile saved'
          }}
        />
      )}
    </Load>
  )
}

function Factors({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  return (
    <Listed
      title="Second factors"
      actions={
        <Does
          title="Enroll in a factor"
          text="Enroll"
          action="enrollFactor"
          fixed={{ user: id }}
          then={({ secret }) => (secret === undefined ? 'Enrolled' : { secret })}
        />
      }
      load={async () => (await backend.control('findUser', { user: id })).user?.factors ?? []}
      needs={[id]}
      concerns={['user.']}
      keyOf={(factor) => factor}
      empty="Enrolled in no factor."
      row={(factor) => factor}
    />
  )
}

function Groups({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const pathIn = (group: string): string => `/api/v1/groups/${group}/users/${id}`
  return (
    <Listed
      title="Groups"
      actions={
        <Asks
          title="Add to a group"
          text="Add"
          schema={oneOf('group')}
          submit="Add"
          done="Added to the group"
          run={async ({ group }) =>
            wellOrThrow(await backend.call('PUT', pathIn(await groupIdOf(backend, String(group)))))
          }
        />
      }
      load={async (): Promise<readonly Group[]> =>
        wellOrThrow(await backend.call('GET', `/api/v1/users/${id}/groups`)).body
      }
      needs={[id]}
      concerns={['group.', 'user.']}
      keyOf={(group) => group.id}
      row={({ id: group, profile }) => <RecordLink kind="group" id={group} label={profile.name} />}
      steps={(group) => [
        takesPeople(group) && {
          text: 'Remove',
          about: `from ${group.profile.name}`,
          undo: true,
          done: 'Removed',
          run: ['DELETE', pathIn(group.id)],
        },
      ]}
    />
  )
}

interface Moment {
  readonly key: string
  readonly time: string
  readonly what: JSX.Element
  readonly by: JSX.Element
}

/** Events of a person and of the person's memberships, sessions and mails, with the requests, newest first. */
function Timeline({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = usePolled(async (): Promise<readonly Moment[]> => {
    const [events, requests] = await Promise.all([
      backend.control('listEvents', { user: id }),
      backend.control('readJournal', { user: id }),
    ])
    const moments = [
      ...requests.map(({ number, method, path, status, time, caller }) => ({
        key: `request ${number}`,
        time,
        what: (
          <Go to={`journal/${number}`}>
            {status} {method} {path}
          </Go>
        ),
        by: <Caller caller={caller} />,
      })),
      ...events.map((event) => ({
        key: event.id,
        time: event.time,
        what: <What event={event} />,
        by: <Actor event={event} />,
      })),
    ]
    return moments.toSorted((one, other) => one.time.localeCompare(other.time)).toReversed()
  })
  return (
    <Section title="Timeline">
      <Table
        label="Events and requests"
        isShort
        rows={loaded.value ?? []}
        keyOf={({ key }) => key}
        loaded={loaded}
        empty="Nothing has happened since the start."
        columns={momentColumns}
      />
    </Section>
  )
}

function What({ event: { type, record } }: { readonly event: OrgEvent }): JSX.Element {
  return (
    <>
      <code>{type}</code> {record.kind === 'mail' && <Go to={`mails/${record.id}`}>{record.label}</Go>}
    </>
  )
}

const momentColumns = [
  { title: 'What', cell: ({ what }: Moment) => what, share: 2 },
  { title: 'By', cell: ({ by }: Moment) => by, isSecondary: true },
  { title: 'When', cell: ({ time }: Moment) => <When at={time} />, width: '216px' },
]
