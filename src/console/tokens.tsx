import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AnswerOf } from './backend.ts'
import { ActionButton, type Step } from './controls.tsx'
import { Json } from './json.tsx'
import { Opens } from './panel.tsx'
import { Badge, Listed, RecordLink, Section } from './parts.tsx'
import { When } from './time.tsx'
import { type Loaded, useLoaded, useReach } from './reach.ts'
import { Does, oneOf, SchemaForm } from './form.tsx'
import { type Column, stepColumn } from './column.tsx'
import { Table, type TableProps } from './table.tsx'
import { Tokens } from './token.tsx'

/** The open sessions and every token; one can be decoded, ended or revoked. */
export function SessionsAndTokens(): JSX.Element {
  const { loaded, revoke } = useTokens()
  const { apiTokens = [], accessTokens = [] } = loaded.value ?? {}
  return (
    <>
      <div class="head-line">
        <h1>Sessions and tokens</h1>
        <div class="buttons">
          <Does
            title="Sign in as a person"
            icon="sign-in"
            action="openSession"
            label="Open a session"
            submit="Open"
            done="Session opened"
          />
          <Opens title="Decode a token">
            <Decode />
          </Opens>
          <Does title="Issue tokens" icon="add" lead action="issueTokens" first={['user']} />
        </div>
      </div>
      <Sessions />
      <RefreshTokens />
      <Rows
        title="API tokens"
        loaded={loaded}
        rows={apiTokens}
        keyOf={idOf}
        empty="No API token."
        columns={[
          person,
          { title: 'Name', cell: ({ id, name }) => name ?? id, isSecondary: true },
          { title: 'Role', cell: ({ role }) => <Badge>{role}</Badge>, width: '150px' },
          revoke,
        ]}
      />
      <Rows
        title="Access tokens with scopes"
        loaded={loaded}
        rows={accessTokens}
        keyOf={idOf}
        empty="No access token was created with createAccessToken."
        columns={[person, scopes, revoke]}
      />
    </>
  )
}

/** The open sessions, of one person or of everybody. */
export function Sessions({
  user,
  actions,
}: {
  readonly user?: string
  readonly actions?: ComponentChildren
}): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    () => backend.control('list', { kind: 'sessions', ...(user === undefined ? {} : { user }) }),
    [user],
    ['session.', 'user.'],
  )
  const end = stepColumn<Session>('End', '104px', ({ sessionId, sessionCookie }) => [
    {
      text: 'End',
      about: sessionId,
      undo: true,
      done: 'Session ended',
      run: () => backend.control('signOut', { sessionCookie }),
    },
  ])
  const columns: readonly Column<Session>[] = [
    ...(user === undefined ? [person] : []),
    {
      title: 'Applications',
      cell: ({ clients }) => clients.map((client) => <RecordLink key={client} kind="client" id={client} />),
      isSecondary: true,
    },
    until,
    end,
  ]
  return (
    <Rows
      title="Sessions"
      actions={actions}
      loaded={loaded}
      rows={loaded.value?.toReversed() ?? []}
      keyOf={({ sessionId }) => sessionId}
      empty="No open session."
      columns={columns}
    />
  )
}

/** The refresh tokens of clients, for one person or for everybody. */
export function RefreshTokens({ user }: { readonly user?: string }): JSX.Element {
  const { loaded, revoke } = useTokens()
  return (
    <Rows
      title="Refresh tokens"
      loaded={loaded}
      rows={(loaded.value?.refreshTokens ?? [])
        .filter(({ status, userId }) => status === 'ACTIVE' && (user ?? userId) === userId)
        .toReversed()}
      keyOf={idOf}
      empty="No client has one."
      columns={[
        ...(user === undefined ? [person] : []),
        { title: 'Application', cell: ({ clientId }) => <RecordLink kind="client" id={clientId} /> },
        ...(user === undefined ? [scopes] : []),
        until,
        revoke,
      ]}
    />
  )
}

interface Grant {
  readonly id: string
  readonly clientId: string
  readonly scopeId: string
  readonly _embedded?: { readonly scope?: { readonly name: string } }
}

const nameOf = ({ scopeId, _embedded }: Grant): string => _embedded?.scope?.name ?? scopeId

/** The consents of a person. */
export function Grants({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const base = `/api/v1/users/${id}/grants`
  return (
    <Listed
      title="Consent"
      load={async (): Promise<readonly Grant[]> => {
        const { status, body } = await backend.call('GET', `${base}?expand=scope&limit=200`)
        return status === 200 ? body : []
      }}
      needs={[id]}
      concerns={['grant.', 'client.']}
      empty="No consent given."
      keyOf={(grant) => grant.id}
      row={(grant) => (
        <>
          <code>{nameOf(grant)}</code> for <RecordLink kind="client" id={grant.clientId} />
        </>
      )}
      steps={(grant) => [
        revoking(`${nameOf(grant)} for ${grant.clientId}`, ['DELETE', `${base}/${grant.id}`]),
      ]}
    />
  )
}

type Session = AnswerOf<'list', { readonly kind: 'sessions' }>[number]

/** All tokens, and a column of buttons that revoke one. */
function useTokens(): {
  readonly loaded: Loaded<AnswerOf<'list', { readonly kind: 'tokens' }>>
  readonly revoke: Column<{ readonly id: string }>
} {
  const { backend } = useReach()
  const concerns = ['refresh-token.', 'api-token.', 'access-token.', 'user.', 'client.']
  const loaded = useLoaded(() => backend.control('list', { kind: 'tokens' }), [], concerns)
  const revoke = stepColumn<{ readonly id: string }>('Revoke', '104px', ({ id }) => [
    revoking(id, () => backend.control('revoke', { token: id })),
  ])
  return { loaded, revoke }
}

const revoking = (about: string, run: Step['run']): Step => ({
  text: 'Revoke',
  about,
  undo: true,
  done: 'Revoked',
  run,
})

const idOf = ({ id }: { readonly id: string }): string => id

const person: Column<{ readonly userId?: string | undefined }> = {
  title: 'Person',
  cell: ({ userId }) => (userId === undefined ? 'nobody' : <RecordLink kind="user" id={userId} />),
}

const scopes: Column<{ readonly scopes: readonly string[] }> = {
  title: 'Scopes',
  cell: (row) => row.scopes.join(' '),
  isSecondary: true,
}

const until: Column<{ readonly expiresAt: string }> = {
  title: 'Until',
  cell: ({ expiresAt }) => <When at={expiresAt} />,
  width: '200px',
  isSecondary: true,
}

function Rows<Row>({
  title,
  actions,
  ...table
}: Omit<TableProps<Row>, 'label'> & {
  readonly title: string
  readonly actions?: ComponentChildren
}): JSX.Element {
  return (
    <Section title={title} actions={actions}>
      <Table label={`List: ${title}`} isShort {...table} />
    </Section>
  )
}

/** Decodes a token, asks whether it works, and revokes it. */
function Decode(): JSX.Element {
  const { backend } = useReach()
  const [token, setToken] = useState<string>()
  const { value: inspected } = useLoaded(
    async () => (token === undefined ? undefined : backend.control('inspectToken', { token })),
    [token],
  )
  return (
    <>
      <SchemaForm
        schema={aToken}
        label="Decode a token"
        submit="Decode"
        run={async (values) => setToken(String(values['token']))}
      />
      {token !== undefined && inspected && (
        <>
          <div class="actions">
            <Badge>{inspected.active ? 'ACTIVE' : 'INVALID'}</Badge>
            {inspected.active && (
              <ActionButton
                text="Revoke the token"
                undo
                done="Revoked"
                run={() => backend.control('revoke', { token })}
              />
            )}
          </div>
          <Tokens issued={{ token }} />
          <Json label="What the service says of it" value={inspected} />
        </>
      )}
    </>
  )
}

const aToken = oneOf('token', 'Access, ID or refresh token', { type: 'string', 'x-rows': 2 })
