import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Act, Choice, Field, Form, Go } from './controls.tsx'
import { wellOrThrow } from './backend.ts'
import { Badge, emptyText, Failed, Heading, Json, NotShown, Section } from './parts.tsx'
import { useList, useLoaded, useReach } from './reach.ts'
import { Table } from './table.tsx'
import { Tokens } from './tokens.tsx'

/** A client as lists of the service show it. */
export interface Client {
  readonly client_id: string
  readonly client_name: string
  readonly application_type: string
  readonly grant_types: readonly string[]
  readonly redirect_uris: readonly string[]
  readonly token_endpoint_auth_method: string
}

const base = '/oauth2/v1/clients'

/** All OAuth clients. */
export function Clients(): JSX.Element {
  const { backend, go } = useReach()
  const { items, loaded, more } = useList<Client>(`${base}?limit=200`, ['client.'])
  return (
    <>
      <h1>Clients</h1>
      <Form
        label="Register a client"
        submit="Register"
        run={async ({ client_name, application_type, redirect_uri }) => {
          const isService = application_type === 'service'
          const answer = await backend.call('POST', base, {
            client_name,
            application_type,
            grant_types: isService ? ['client_credentials'] : ['authorization_code'],
            response_types: isService ? ['token'] : ['code'],
            redirect_uris: redirect_uri === undefined ? [] : [redirect_uri],
            ...(application_type === 'browser' ? { token_endpoint_auth_method: 'none' } : {}),
          })
          go(`clients/${wellOrThrow(answer).body.client_id}`)
        }}
      >
        <div class="bar">
          <Field name="client_name" label="New client" required />
          <Choice name="application_type" label="Type" options={['web', 'browser', 'native', 'service']} />
          <Field
            name="redirect_uri"
            label="Redirect URI"
            placeholder="https://app.example.com/callback"
            size={36}
          />
        </div>
      </Form>
      <Failed loaded={loaded} />
      <Table
        label="Clients"
        rows={items}
        onEnd={more}
        keyOf={({ client_id }) => client_id}
        empty={emptyText(loaded, 'No client yet.')}
        columns={[
          {
            title: 'Name',
            cell: ({ client_id, client_name }) => <Go to={`clients/${client_id}`}>{client_name}</Go>,
          },
          {
            title: 'Type',
            cell: ({ application_type }) => <Badge>{application_type}</Badge>,
            width: '128px',
          },
          { title: 'Grant types', cell: ({ grant_types }) => grant_types.join(', '), isSecondary: true },
          {
            title: 'Signs in by',
            cell: ({ token_endpoint_auth_method }) => token_endpoint_auth_method,
            isSecondary: true,
          },
        ]}
      />
    </>
  )
}

/** A client: its settings, and tokens for a person without a page. */
export function ClientPage({ id }: { readonly id: string }): JSX.Element {
  const { backend, go } = useReach()
  const [made, setMade] = useState<object>()
  const path = `${base}/${id}`
  const loaded = useLoaded(() => backend.call('GET', path), [id], ['client.'])
  const answer = loaded.value
  if (answer?.status !== 200) {
    return <NotShown title="A client" back={['clients', 'Clients']} loaded={loaded} answer={answer} />
  }
  const client = answer.body as Client
  return (
    <>
      <Heading back={['clients', 'Clients']}>
        {client.client_name} <Badge>{client.application_type}</Badge>
      </Heading>
      <div class="actions">
        {client.token_endpoint_auth_method.startsWith('client_secret') && (
          <Act
            undo
            done="The secret is replaced"
            sure="Replace the secret: sure?"
            run={async () =>
              setMade(wellOrThrow(await backend.call('POST', `${path}/lifecycle/newSecret`)).body)
            }
          >
            New secret
          </Act>
        )}
        <Act
          undo
          sure="Delete the client: sure?"
          done="Deleted"
          run={async () => {
            wellOrThrow(await backend.call('DELETE', path))
            go('clients')
          }}
        >
          Delete
        </Act>
      </div>
      {client.grant_types.includes('authorization_code') && (
        <p>
          <Go to={`sign-in?client=${encodeURIComponent(id)}`}>Sign in as a person</Go>
        </p>
      )}
      <Section id="tokens" title="Tokens without a sign-in page">
        <Form
          label="Issue tokens"
          submit="Issue"
          run={async ({ user, scopes = '' }) => {
            setMade(
              await backend.control('issueTokens', {
                client: id,
                ...(user === undefined ? {} : { user }),
                scopes: scopes.split(/\s+/).filter(Boolean),
              }),
            )
          }}
        >
          <div class="bar">
            <Field
              name="user"
              label="For a person"
              placeholder="Login or id; none for the client itself"
              size={36}
            />
            <Field name="scopes" label="Scopes" defaultValue="openid profile" />
          </div>
        </Form>
        <Form
          label="Inspect a token"
          submit="Inspect"
          run={async ({ token }) => setMade({ token, ...(await backend.control('inspectToken', { token })) })}
        >
          <Field name="token" label="Inspect a token" required />
        </Form>
        {made !== undefined && (
          <>
            <Tokens issued={made} />
            <Json label="Result" value={made} />
          </>
        )}
      </Section>
      <Section id="settings" title="Settings">
        <Json label="Settings of the client" value={client} />
      </Section>
    </>
  )
}
