import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MoreActions } from './actions.tsx'
import { type Answer, refusalIn, wellOrThrow } from './backend.ts'
import { Applications } from './applications.tsx'
import { ClientName, Grants, RefreshTokens } from './grants.tsx'
import { MailsOf } from './mails.tsx'
import { Act, Form, Go } from './controls.tsx'
import { type Group, groupIdOf, takesPeople } from './group-field.tsx'
import { profileSchema } from './new-person.tsx'
import { Opens } from './panel.tsx'
import { Badge, emptyText, Facts, Heading, NotShown, Outcome, Section, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { Picker, SchemaForm } from './schema-form.tsx'
import { textIn, wordsOf } from './schema.ts'
import { nameOf, type User } from './people.tsx'
import { Timeline } from './timeline.tsx'
import { undoable } from './undo.ts'

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
  const { backend, say, warn } = useReach()
  const [last, setLast] = useState<Last>()
  const path = `/api/v1/users/${encodeURIComponent(id)}`
  const loaded = useLoaded(() => backend.call('GET', `${path}?expand=block`), [id], ['user.'])
  const answer = loaded.value
  const user = answer?.body as User | undefined
  const outcome = last && (
    <Outcome answer={last.answer}>
      <strong>
        {last.name}: {last.answer.status}
      </strong>
    </Outcome>
  )
  if (answer?.status !== 200 || !user) {
    return (
      <>
        <NotShown title="A person" back={['people', 'People']} loaded={loaded} answer={answer} />
        {outcome}
      </>
    )
  }

  const act = (name: string, method: string, url: string, body?: unknown) => async (): Promise<void> => {
    let refused: string | undefined
    const back = await undoable(backend, async () => {
      const result = await backend.call(method, url, body)
      setLast({ name, answer: result })
      refused = refusalIn(result)
    })
    if (refused === undefined) say(`${name}: done`, back)
    else warn(`${name}: ${refused}`)
  }
  const offered = Object.entries({ ...withoutLink(user), ...user._links }).filter(
    ([relation, { href }]) => relation === 'delete' || /\/lifecycle\/|forgot_password$/.test(href),
  )
  const login = String(user.profile['login'])

  return (
    <>
      <Heading
        back={['people', 'People']}
        actions={
          <>
            <Go to={`sign-in?person=${encodeURIComponent(login)}`} class="button">
              Sign in at a client
            </Go>
            <MoreActions field="user" value={user.id} />
          </>
        }
      >
        {nameOf(user) || login} <Badge>{user.status}</Badge>
      </Heading>
      <p class="faint">
        {login} · {user.id} · last sign-in <When at={user.lastLogin} />
      </p>
      <div class="actions" role="group" aria-label="What the status allows">
        {offered.map(([relation, { href, method = 'POST' }]) => (
          <Act
            key={relation}
            {...(relation === 'delete' ? { sure: 'Delete for good: sure?' } : {})}
            run={act(buttonOf(relation), method, pathOf(href))}
          >
            {buttonOf(relation)}
          </Act>
        ))}
      </div>
      {outcome}
      <div class="columns">
        <div>
          <Section id="profile" title="Profile" actions={<EditProfile user={user} path={path} />}>
            <Facts
              facts={Object.entries(user.profile).map(([name, value]) => [
                wordsOf(name),
                textIn('text', value) || undefined,
              ])}
            />
          </Section>
          <Section id="mails" title="Mails">
            <MailsOf userId={id} />
          </Section>
        </div>
        <div>
          <Groups id={id} />
          <Applications path={`/api/v1/users/${user.id}/appLinks`} to={{ user: user.id }} />
          <Sessions id={id} login={login} />
          <Grants id={id} />
          <RefreshTokens id={id} />
        </div>
      </div>
      <Timeline id={user.id} />
    </>
  )
}

/** Operations that the status allows, and that no link names (interpretation: user-links-beyond). */
function withoutLink({ status, _links }: User): NonNullable<User['_links']> {
  const { href } = _links!.self!
  if (status === 'DEPROVISIONED') return { delete: { href, method: 'DELETE' } }
  const isRestarted = status === 'PROVISIONED' || status === 'RECOVERY'
  return isRestarted ? { reactivate: { href: `${href}/lifecycle/reactivate` } } : {}
}

function pathOf(href: string): string {
  return new URL(href).pathname
}

/** Opens the form of the profile, which sends what was changed. */
function EditProfile({ user, path }: { readonly user: User; readonly path: string }): JSX.Element {
  return (
    <Opens title="Edit the profile" text="Edit">
      <ProfileForm user={user} path={path} />
    </Opens>
  )
}

function ProfileForm({ user, path }: { readonly user: User; readonly path: string }): JSX.Element {
  const { backend, openPanel, say } = useReach()
  const { value: schema } = useLoaded(() => profileSchema(backend, user._links?.['schema']?.href), [])
  if (!schema) return <p class="empty">Loading…</p>
  return (
    <SchemaForm
      schema={schema}
      label="Profile"
      submit="Save"
      initial={user.profile}
      edits
      isWhole
      run={async (profile) => {
        if (Object.keys(profile).length > 0) {
          wellOrThrow(await backend.call('POST', path, { profile }))
          openPanel(undefined)
        }
        say(Object.keys(profile).length === 0 ? 'Nothing was changed' : 'Profile saved')
      }}
    />
  )
}

function Groups({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const base = '/api/v1/groups'
  const { value: own } = useLoaded(
    () => backend.call('GET', `/api/v1/users/${id}/groups`).then(wellOrThrow),
    [id],
    ['group.', 'user.'],
  )
  const groups = (own?.body ?? []) as Group[]
  return (
    <Section
      id="groups"
      title="Groups"
      actions={
        <Opens title="Add to a group" text="Add">
          <Form
            label="Add to a group"
            submit="Add"
            done="Added to the group"
            clears
            run={async ({ group }) =>
              wellOrThrow(
                await backend.call('PUT', `${base}/${await groupIdOf(backend, group!)}/users/${id}`),
              )
            }
          >
            <div class="fields">
              <Picker kind="group" name="group" label="Group" required />
            </div>
          </Form>
        </Opens>
      }
    >
      <ul class="plain">
        {groups.map((group) => (
          <li key={group.id}>
            <Go to={`groups/${group.id}`}>{group.profile.name}</Go>
            {takesPeople(group) && (
              <Act
                quiet
                about={`from ${group.profile.name}`}
                undo
                done="Removed"
                run={() => backend.call('DELETE', `${base}/${group.id}/users/${id}`).then(wellOrThrow)}
              >
                Remove
              </Act>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Sessions({ id, login }: { readonly id: string; readonly login: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(() => backend.control('listSessions', { user: id }), [id], ['session.', 'user.'])
  const { value: sessions = [] } = loaded
  return (
    <Section
      id="sessions"
      title="Sessions"
      actions={
        <>
          <Act quiet done={`Signed in as ${login}`} run={() => backend.control('openSession', { user: id })}>
            Open a session
          </Act>
          <Act
            quiet
            undo
            done="Sessions ended"
            run={() => backend.call('DELETE', `/api/v1/users/${id}/sessions`).then(wellOrThrow)}
          >
            End all
          </Act>
        </>
      }
    >
      {sessions.length === 0 && <p class="empty">{emptyText(loaded, 'No open session.')}</p>}
      <ul class="plain">
        {sessions.map(({ sessionId, expiresAt, clients }) => (
          <li key={sessionId}>
            <span>
              until <When at={expiresAt} />
            </span>
            {clients.map((client) => (
              <ClientName key={client} id={client} />
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
