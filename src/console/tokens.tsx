import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AnswerOf } from './backend.ts'
import { ActionButton, Form, LongField } from './controls.tsx'
import { Json } from './json.tsx'
import { Badge, Login, Named, Section, When } from './parts.tsx'
import { type Loaded, useLoaded, useReach } from './reach.ts'
import { Does } from './schema-form.tsx'
import { type Column, stepColumn } from './column.tsx'
import { Table, type TableProps } from './table.tsx'
import { Tokens } from './token.tsx'

/** The name of a client, with a link to its page. */
export function ClientName({ id }: { readonly id: string }): JSX.Element {
  return (
    <Named to={`clients/${id}`} path={`/oauth2/v1/clients/${id}`} name={(body) => String(body.client_name)}>
      {id}
    </Named>
  )
}

/** The open sessions and every token; one can be decoded, ended or revoked. */
export function SessionsAndTokens(): JSX.Element {
  const { loaded, revoke } = useTokens()
  const { apiTokens = [], accessTokens = [] } = loaded.value ?? {}
  return (
    <>
      <div class="head-line">
        <h1>Sessions and tokens</h1>
        <Does
          title="Sign in as a person"
          icon="sign-in"
          action="openSession"
          label="Open a session"
          submit="Open"
          done="Session opened"
        />
        <Does title="Issue tokens" icon="add" lead action="issueTokens" first={['user']} />
      </div>
      <Decode />
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
    () => backend.control('listSessions', user === undefined ? {} : { user }),
    [user],
    ['session.', 'user.'],
  )
  const end = stepColumn<Session>('End', '104px', ({ sessionId, sessionCookie }) => ({
    about: sessionId,
    undo: true,
    done: 'Session ended',
    run: () => backend.control('signOut', { sessionCookie }).then(loaded.reload),
  }))
  const columns: readonly Column<Session>[] = [
    ...(user === undefined ? [person] : []),
    {
      title: 'Applications',
      cell: ({ clients }) => clients.map((client) => <ClientName key={client} id={client} />),
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
        { title: 'Application', cell: ({ clientId }) => <ClientName id={clientId} /> },
        ...(user === undefined ? [scopes] : []),
        until,
        revoke,
      ]}
    />
  )
}

type Session = AnswerOf<'listSessions'>[number]

/** All tokens, and a column of buttons that revoke one. */
function useTokens(): {
  readonly loaded: Loaded<AnswerOf<'listTokens'>>
  readonly revoke: Column<{ readonly id: string }>
} {
  const { backend } = useReach()
  const concerns = ['refresh-token.', 'api-token.', 'access-token.', 'user.', 'client.']
  const loaded = useLoaded(() => backend.control('listTokens'), [], concerns)
  const revoke = stepColumn<{ readonly id: string }>('Revoke', '104px', ({ id }) => ({
    about: id,
    undo: true,
    done: 'Revoked',
    run: () => backend.control('revoke', { token: id }).then(loaded.reload),
  }))
  return { loaded, revoke }
}

const idOf = ({ id }: { readonly id: string }): string => id

const person: Column<{ readonly userId?: string | undefined }> = {
  title: 'Person',
  cell: ({ userId }) => (userId === undefined ? 'nobody' : <Login id={userId} />),
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
    <Section id={title.replaceAll(' ', '-')} title={title} actions={actions}>
      <Table label={`List: ${title}`} isShort {...table} />
    </Section>
  )
}

/** Decodes a token, asks whether it works, and revokes it. */
function Decode(): JSX.Element {
  const { backend } = useReach()
  const [token, setToken] = useState<string>()
  const { value: inspected, reload } = useLoaded(
    async () => (token === undefined ? undefined : backend.control('inspectToken', { token })),
    [token],
  )
  return (
    <Section id="decode" title="Decode a token">
      <Form label="Decode a token" submit="Decode" run={async (fields) => setToken(fields['token'])}>
        <div class="fields">
          <LongField name="token" label="Access, ID or refresh token" rows={2} required />
        </div>
      </Form>
      {token !== undefined && inspected && (
        <>
          <div class="actions">
            <Badge>{inspected.active ? 'ACTIVE' : 'INVALID'}</Badge>
            {inspected.active && (
              <ActionButton undo done="Revoked" run={() => backend.control('revoke', { token }).then(reload)}>
                Revoke the token
              </ActionButton>
            )}
          </div>
          <Tokens issued={{ token }} />
          <Json label="What the service says of it" value={inspected} />
        </>
      )}
    </Section>
  )
}
