import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AnswerOf } from './backend.ts'
import { Act, Form, LongField } from './controls.tsx'
import { ClientName } from './grants.tsx'
import { Json } from './json.tsx'
import { Opens } from './panel.tsx'
import { Badge, emptyText, Failed, Login, Section, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { ActionForm } from './schema-form.tsx'
import { type Column, Table } from './table.tsx'
import { Tokens } from './token.tsx'

/** The open sessions and every token; one can be decoded, ended or revoked. */
export function SessionsAndTokens(): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    async () => {
      const [sessions, tokens] = await Promise.all([
        backend.control('listSessions'),
        backend.control('listTokens'),
      ])
      return { sessions, ...tokens }
    },
    [],
    ['session.', 'refresh-token.', 'api-token.', 'access-token.', 'user.', 'client.'],
  )
  const { sessions = [], refreshTokens = [], apiTokens = [], accessTokens = [] } = loaded.value ?? {}
  const ending = <Row extends object>(
    title: string,
    idOfRow: (row: Row) => string,
    run: (row: Row) => Promise<unknown>,
  ): Column<Row> => ({
    title,
    width: '104px',
    isButtons: true,
    cell: (row) => (
      <Act
        quiet
        about={idOfRow(row)}
        undo
        done={title === 'End' ? 'Session ended' : 'Revoked'}
        run={() => run(row).then(loaded.reload)}
      >
        {title}
      </Act>
    ),
  })
  const revoke = ending('Revoke', idOf, ({ id }) => backend.control('endToken', { token: id }))
  return (
    <>
      <div class="head-line">
        <h1>Sessions and tokens</h1>
        <Opens title="Sign in as a person" icon="sign-in">
          <ActionForm action="openSession" label="Open a session" submit="Open" done="Session opened" />
        </Opens>
        <Opens title="Issue tokens" icon="add" lead>
          <ActionForm action="issueTokens" submit="Issue" first={['user']} />
        </Opens>
      </div>
      <Failed loaded={loaded} />
      <Decode />
      <List
        title="Sessions"
        rows={sessions.toReversed()}
        keyOf={({ sessionId }) => sessionId}
        empty={emptyText(loaded, 'Nobody is signed in.')}
        columns={[
          person,
          {
            title: 'Applications',
            cell: ({ clients }) => clients.map((client) => <ClientName key={client} id={client} />),
            isSecondary: true,
          },
          until,
          ending(
            'End',
            ({ sessionId }: Session) => sessionId,
            ({ sessionCookie }) => backend.control('signOut', { sessionCookie }),
          ),
        ]}
      />
      <List
        title="Refresh tokens"
        rows={refreshTokens.filter(({ status }) => status === 'ACTIVE').toReversed()}
        keyOf={idOf}
        empty={emptyText(loaded, 'No client has one.')}
        columns={[
          person,
          { title: 'Application', cell: ({ clientId }) => <ClientName id={clientId} />, isSecondary: true },
          { title: 'Scopes', cell: ({ scopes }) => scopes.join(' '), isSecondary: true },
          until,
          revoke,
        ]}
      />
      <List
        title="API tokens"
        rows={apiTokens}
        keyOf={idOf}
        empty={emptyText(loaded, 'No API token.')}
        columns={[
          person,
          { title: 'Name', cell: ({ id, name }) => name ?? id, isSecondary: true },
          { title: 'Role', cell: ({ role }) => <Badge>{role}</Badge>, width: '150px' },
          revoke,
        ]}
      />
      <List
        title="Access tokens with scopes"
        rows={accessTokens}
        keyOf={idOf}
        empty={emptyText(loaded, 'No access token was created with createAccessToken.')}
        columns={[person, { title: 'Scopes', cell: ({ scopes }) => scopes.join(' ') }, revoke]}
      />
    </>
  )
}

type Session = AnswerOf<'listSessions'>[number]

const idOf = ({ id }: { readonly id: string }): string => id

const person: Column<{ readonly userId?: string | undefined }> = {
  title: 'Person',
  cell: ({ userId }) => (userId === undefined ? 'nobody' : <Login id={userId} />),
}

const until: Column<{ readonly expiresAt: string }> = {
  title: 'Until',
  cell: ({ expiresAt }) => <When at={expiresAt} />,
  width: '200px',
  isSecondary: true,
}

function List<Row>({
  title,
  ...table
}: {
  readonly title: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly empty: string
  readonly columns: readonly Column<Row>[]
}): JSX.Element {
  return (
    <>
      <h2>{title}</h2>
      <Table label={title} isShort {...table} />
    </>
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
              <Act undo done="Revoked" run={() => backend.control('endToken', { token }).then(reload)}>
                Revoke the token
              </Act>
            )}
          </div>
          <Tokens issued={{ token }} />
          <Json label="What the service says of it" value={inspected} />
        </>
      )}
    </Section>
  )
}
