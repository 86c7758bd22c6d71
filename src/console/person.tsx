import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MoreActions } from './actions.tsx'
import { Applications } from './applications.tsx'
import { type Answer, refusalIn, wellOrThrow } from './backend.ts'
import { ActionButton, Go } from './controls.tsx'
import { Grants } from './grants.tsx'
import { type Group, groupIdOf, takesPeople } from './group-field.tsx'
import { MailsOf } from './mails.tsx'
import { profileSchema } from './new-person.tsx'
import { Opens } from './panel.tsx'
import { Badge, Facts, Listed, Outcome, RecordPage, Section, When } from './parts.tsx'
import { nameOf, type User } from './people.tsx'
import { Picks } from './picks.tsx'
import { useLoaded, useReach } from './reach.ts'
import { Does, SchemaForm } from './schema-form.tsx'
import { textIn, wordsOf } from './schema.ts'
import { Timeline } from './timeline.tsx'
import { RefreshTokens, Sessions } from './tokens.tsx'
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
  const outcome = last && (
    <Outcome answer={last.answer}>
      <strong>
        {last.name}: {last.answer.status}
      </strong>
    </Outcome>
  )
  const act = (name: string, method: string, url: string) => async (): Promise<void> => {
    let refused: string | undefined
    const back = await undoable(backend, async () => {
      const answer = await backend.call(method, url)
      setLast({ name, answer })
      refused = refusalIn(answer)
    })
    if (refused === undefined) say(`${name}: done`, back)
    else warn(`${name}: ${refused}`)
  }
  return (
    <RecordPage
      title="A person"
      back={['people', 'People']}
      path={`${path}?expand=block`}
      concerns={['user.']}
      aside={outcome}
    >
      {(user: User) => {
        const login = String(user.profile['login'])
        const offered = Object.entries({ ...withoutLink(user), ...user._links }).filter(
          ([relation, { href }]) => relation === 'delete' || /\/lifecycle\/|forgot_password$/.test(href),
        )
        return {
          heading: (
            <>
              {nameOf(user) || login} <Badge>{user.status}</Badge>
            </>
          ),
          actions: (
            <>
              <Go to={`sign-in?person=${encodeURIComponent(login)}`} class="button">
                Sign in at a client
              </Go>
              <MoreActions field="user" value={user.id} />
            </>
          ),
          content: (
            <>
              <p class="faint">
                {login} · {user.id} · last sign-in <When at={user.lastLogin} />
              </p>
              <div class="actions" role="group" aria-label="What the status allows">
                {offered.map(([relation, { href, method = 'POST' }]) => (
                  <ActionButton
                    key={relation}
                    {...(relation === 'delete' ? { sure: 'Delete for good: sure?' } : {})}
                    run={act(buttonOf(relation), method, new URL(href).pathname)}
                  >
                    {buttonOf(relation)}
                  </ActionButton>
                ))}
              </div>
              {outcome}
              <div class="columns">
                <div>
                  <Section
                    id="profile"
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
                  <Section id="mails" title="Mails">
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
                      <>
                        <ActionButton
                          quiet
                          done={`Signed in as ${login}`}
                          run={() => backend.control('openSession', { user: id })}
                        >
                          Open a session
                        </ActionButton>{' '}
                        <ActionButton quiet undo done="Sessions ended" run={['DELETE', `${path}/sessions`]}>
                          End all
                        </ActionButton>
                      </>
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

function Factors({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(() => backend.control('findUser', { user: id }), [id], ['user.'])
  return (
    <Listed
      id="factors"
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
      loaded={loaded}
      rows={loaded.value?.user?.factors ?? []}
      keyOf={(factor) => factor}
      empty="Enrolled in no factor."
      row={(factor) => factor}
    />
  )
}

function Groups({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    () => backend.call('GET', `/api/v1/users/${id}/groups`).then(wellOrThrow),
    [id],
    ['group.', 'user.'],
  )
  const pathIn = (group: string): string => `/api/v1/groups/${group}/users/${id}`
  return (
    <Listed
      id="groups"
      title="Groups"
      actions={
        <Picks
          kind="group"
          title="Add to a group"
          text="Add"
          submit="Add"
          label="Group"
          done="Added to the group"
          run={async (group) =>
            wellOrThrow(await backend.call('PUT', pathIn(await groupIdOf(backend, group))))
          }
        />
      }
      loaded={loaded}
      rows={(loaded.value?.body ?? []) as Group[]}
      keyOf={(group) => group.id}
      row={(group) => (
        <>
          <Go to={`groups/${group.id}`}>{group.profile.name}</Go>
          {takesPeople(group) && (
            <ActionButton
              quiet
              about={`from ${group.profile.name}`}
              undo
              done="Removed"
              run={['DELETE', pathIn(group.id)]}
            >
              Remove
            </ActionButton>
          )}
        </>
      )}
    />
  )
}
