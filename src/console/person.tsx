import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { userStatuses } from '../contract/user-lifecycle.ts'
import { type Answer, refusalIn, wellOrThrow } from './backend.ts'
import { Applications } from './applications.tsx'
import { Grants, RefreshTokens } from './grants.tsx'
import { MailsOf } from './mails.tsx'
import { Act, Choice, Field, Form, Go, LongField } from './controls.tsx'
import { type Group, GroupField, groupIdOf, takesPeople } from './group-field.tsx'
import { Badge, emptyText, Heading, NotShown, Outcome, Section, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { nameOf, type User } from './people.tsx'
import { Timeline } from './timeline.tsx'
import { undoable } from './undo.ts'

/** Names of the buttons, by the link relation of the API. */
const actionNames: Readonly<Record<string, string>> = {
  activate: 'Activate',
  reactivate: 'Reactivate',
  deactivate: 'Deactivate',
  suspend: 'Suspend',
  unsuspend: 'Unsuspend',
  unlock: 'Unlock',
  resetPassword: 'Reset password',
  expirePassword: 'Expire password',
  resetFactors: 'Reset factors',
  forgotPassword: 'Forgot password',
  delete: 'Delete for good',
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
    ([relation]) => relation in actionNames,
  )

  return (
    <>
      <Heading back={['people', 'People']}>
        {nameOf(user) || String(user.profile['login'])} <Badge>{user.status}</Badge>
      </Heading>
      <p class="faint">
        {String(user.profile['login'])} · {user.id} · last sign-in <When at={user.lastLogin} />
      </p>
      <div class="actions" role="group" aria-label="What the status allows">
        {offered.map(([relation, { href, method = 'POST' }]) => (
          <Act
            key={relation}
            {...(relation === 'delete' ? { sure: 'Delete for good: sure?' } : {})}
            run={act(actionNames[relation]!, method, pathOf(href))}
          >
            {actionNames[relation]}
          </Act>
        ))}
      </div>
      {outcome}
      <div class="columns">
        <Section id="profile" title="Profile">
          <Profile
            user={user}
            save={(profile) => backend.call('POST', path, { profile }).then(wellOrThrow)}
          />
        </Section>
        <div>
          <Groups id={id} />
          <Applications path={`/api/v1/users/${user.id}/appLinks`} to={{ user: user.id }} />
          <Sessions id={id} login={String(user.profile['login'])} />
          <Grants id={id} />
          <RefreshTokens id={id} />
          <Section id="behind" title="Behind the API">
            <Form
              label="Put into a status"
              submit="Put"
              undo
              done="Status changed"
              run={({ status }) => backend.control('setUserStatus', { user: id, status })}
            >
              <Choice name="status" label="Put into a status" options={userStatuses} />
            </Form>
          </Section>
          <Section id="mails" title="Mails">
            <MailsOf userId={id} />
          </Section>
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

function Profile({
  user,
  save,
}: {
  readonly user: User
  readonly save: (profile: unknown) => Promise<unknown>
}): JSX.Element {
  const { say } = useReach()
  const entries = Object.entries(user.profile)
  return (
    <Form
      label="Profile"
      submit="Save"
      run={async (fields, form) => {
        const { newName, newValue, ...sent } = fields
        // Only edited fields: another value may have changed meanwhile, or contain a text that no field can show.
        const profile: Record<string, unknown> = Object.fromEntries(
          entries
            .filter(([, value]) => typeof value === 'string' || value === null)
            .filter(([name, value]) => (sent[name] ?? '') !== (value ?? ''))
            .map(([name]) => [name, sent[name] ?? null]),
        )
        if (newName === undefined && newValue !== undefined) {
          throw new Error('newName: Name the property that has this value')
        }
        if (newName !== undefined) profile[newName] = newValue ?? ''
        if (Object.keys(profile).length === 0) return say('Nothing was changed')
        await save(profile)
        for (const each of form.querySelectorAll('input'))
          if (/^new(Name|Value)$/.test(each.name)) each.value = ''
        return say('Profile saved')
      }}
    >
      {entries.map(([name, value]) => {
        if (typeof value !== 'string' && value !== null) {
          return (
            <p key={name}>
              {name}: <code>{JSON.stringify(value)}</code>
            </p>
          )
        }
        // A field of one line would remove line breaks.
        const AnyField = /[\r\n]/.test(value ?? '') ? LongField : Field
        return <AnyField key={`${name} ${value}`} name={name} label={name} defaultValue={value ?? ''} />
      })}
      <div class="bar">
        <Field name="newName" label="Another property" placeholder="title" />
        <Field name="newValue" label="Its value" />
      </div>
    </Form>
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
    <Section id="groups" title="Groups">
      <ul>
        {groups.map((group) => (
          <li key={group.id}>
            <Go to={`groups/${group.id}`}>{group.profile.name}</Go>{' '}
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
      <Form
        label="Add to a group"
        submit="Add"
        done="Added to the group"
        clears
        run={async ({ group }) =>
          wellOrThrow(await backend.call('PUT', `${base}/${await groupIdOf(backend, group!)}/users/${id}`))
        }
      >
        <GroupField label="Add to a group" />
      </Form>
    </Section>
  )
}

function Sessions({ id, login }: { readonly id: string; readonly login: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(() => backend.control('listSessions', { user: id }), [id], ['session.', 'user.'])
  const { value: sessions = [] } = loaded
  return (
    <Section id="sessions" title="Sessions">
      {sessions.length === 0 && <p class="empty">{emptyText(loaded, 'No open session.')}</p>}
      <ul>
        {sessions.map((session, index) => (
          <li key={index}>
            until <When at={session.expiresAt} />
          </li>
        ))}
      </ul>
      <div class="actions">
        <Go to={`sign-in?person=${encodeURIComponent(login)}`}>Sign in at a client</Go>
        <Act done={`Signed in as ${login}`} run={() => backend.control('openSession', { user: id })}>
          Open a session
        </Act>
        <Act
          undo
          done="Sessions ended"
          run={() => backend.call('DELETE', `/api/v1/users/${id}/sessions`).then(wellOrThrow)}
        >
          End all
        </Act>
      </div>
    </Section>
  )
}
