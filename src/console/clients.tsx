import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MoreActions } from './actions.tsx'
import { Act, Find, Go, hasWords } from './controls.tsx'
import { wellOrThrow } from './backend.ts'
import { Opens } from './panel.tsx'
import { Badge, emptyText, Facts, Failed, Heading, NotShown, Section } from './parts.tsx'
import { Json } from './json.tsx'
import { useList, useLoaded, useParameter, useReach } from './reach.ts'
import { ActionForm, SchemaForm, useActions } from './schema-form.tsx'
import { type Schema, textIn, wordsOf } from './schema.ts'
import { Tabs } from './split.tsx'
import { Table } from './table.tsx'
import { Tokens } from './token.tsx'

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
const first = ['client_name', 'application_type', 'redirect_uris', 'grant_types']

/** All OAuth clients. */
export function Clients(): JSX.Element {
  const { go } = useReach()
  const [find, setFind] = useParameter('find')
  const { items, loaded, more } = useList<Client>(`${base}?limit=200`, ['client.'])
  const shown = items.filter((each) =>
    hasWords(`${each.client_name} ${each.client_id} ${each.application_type}`, find),
  )
  return (
    <>
      <div class="head-line">
        <h1>Applications</h1>
        <Opens title="Register a client" text="New application" icon="add" lead>
          <ActionForm
            action="registerClient"
            label="Register a client"
            submit="Register"
            first={first}
            then={(made) => go(`clients/${(made as Client).client_id}`)}
          />
        </Opens>
      </div>
      <div class="bar">
        <Find text={find} change={setFind} placeholder="Part of name or id" />
      </div>
      <Failed loaded={loaded} />
      <Table
        label="Applications"
        rows={shown}
        onEnd={more}
        keyOf={({ client_id }) => client_id}
        onOpen={({ client_id }) => go(`clients/${client_id}`)}
        empty={emptyText(loaded, 'No application yet.')}
        columns={[
          {
            title: 'Name',
            cell: ({ client_id, client_name }) => <Go to={`clients/${client_id}`}>{client_name}</Go>,
          },
          {
            title: 'Type',
            cell: ({ application_type }) => <Badge>{application_type}</Badge>,
            width: '112px',
          },
          { title: 'Grant types', cell: ({ grant_types }) => grant_types.join(', '), isSecondary: true },
          {
            title: 'Auth method',
            cell: ({ token_endpoint_auth_method }) => token_endpoint_auth_method,
            isSecondary: true,
          },
        ]}
      />
    </>
  )
}

/** A client: how to connect a program, tokens for a person without a page, and its settings. */
export function ClientPage({ id }: { readonly id: string }): JSX.Element {
  const { backend, go } = useReach()
  const [made, setMade] = useState<object>()
  const path = `${base}/${id}`
  const loaded = useLoaded(() => backend.call('GET', path), [id], ['client.'])
  const answer = loaded.value
  if (answer?.status !== 200) {
    return <NotShown title="A client" back={['clients', 'Applications']} loaded={loaded} answer={answer} />
  }
  const client = answer.body as Client
  const { _links: _, ...settings } = answer.body as Readonly<Record<string, unknown>>
  return (
    <>
      <Heading
        back={['clients', 'Applications']}
        actions={
          <>
            {client.grant_types.includes('authorization_code') && (
              <Go to={`sign-in?client=${encodeURIComponent(id)}`} class="button">
                Sign in as a person
              </Go>
            )}
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
            <MoreActions field="client" value={id} />
          </>
        }
      >
        {client.client_name} <Badge>{client.application_type}</Badge>
      </Heading>
      {made !== undefined && (
        <Section id="result" title="Result">
          <Tokens issued={made} />
          <Json label="Result" value={made} />
        </Section>
      )}
      <div class="columns">
        <div>
          <Section id="connect" title="Connect your application">
            <Setups client={client} />
          </Section>
          <Section id="tokens" title="Tokens without a sign-in page">
            <ActionForm
              action="issueTokens"
              label="Issue tokens"
              submit="Issue"
              fixed={{ client: id }}
              initial={{ scopes: ['openid', 'profile'] }}
              first={['user', 'scopes']}
              then={(tokens) => setMade(tokens as object)}
            />
          </Section>
        </div>
        <Section
          id="settings"
          title="Settings"
          actions={
            <Opens title="Edit the settings" text="Edit">
              <EditClient client={settings} path={path} />
            </Opens>
          }
        >
          <Facts
            facts={Object.entries(settings).map(([name, value]) => [
              wordsOf(name),
              (Array.isArray(value) ? value.join(' ') : textIn('text', value)) || undefined,
            ])}
          />
        </Section>
      </div>
    </>
  )
}

/** The settings in a form; the whole client is sent, as the API wants it. */
function EditClient({
  client,
  path,
}: {
  readonly client: Readonly<Record<string, unknown>>
  readonly path: string
}): JSX.Element | null {
  const { backend, openPanel, say } = useReach()
  const input = useActions()?.find(({ name }) => name === 'registerClient')?.input as Schema | undefined
  if (!input) return null
  const { client_id: _, client_secret: __, ...properties } = input.properties!
  return (
    <SchemaForm
      schema={{ ...input, properties }}
      label="Settings of the client"
      submit="Save"
      initial={client}
      edits
      first={first}
      run={async (changes) => {
        wellOrThrow(await backend.call('PUT', path, { ...client, ...changes }))
        openPanel(undefined)
        say('Settings saved')
      }}
    />
  )
}

/** Programs to copy that sign people in at the client. */
function Setups({ client }: { readonly client: Client }): JSX.Element | null {
  const { backend } = useReach()
  const { value: setups } = useLoaded(
    () => backend.control('readClientSetup', { client: client.client_id }),
    [client],
  )
  if (!setups) return null
  if (!client.grant_types.includes('authorization_code'))
    return <p class="empty">It signs no people in: its tokens come from the token endpoint.</p>
  return (
    <Tabs
      label="Libraries"
      tabs={Object.entries(setups).map(([name, code]) => [
        name,
        name,
        () => <Json label={`Configuration for ${name}`} value={code} />,
      ])}
    />
  )
}
