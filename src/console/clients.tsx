import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MoreActions } from './actions.tsx'
import { deletion, Go } from './controls.tsx'
import { wellOrThrow } from './backend.ts'
import { ListPage } from './list-page.tsx'
import { Opens } from './panel.tsx'
import { Badge, Facts, Load, Section } from './parts.tsx'
import { Json } from './json.tsx'
import { useList, useReach } from './reach.ts'
import { ActionForm, Does, SchemaForm, useInput } from './form.tsx'
import { textIn, wordsOf } from './schema.ts'
import { RecordPage, Tabs } from './detail.tsx'
import type { Column } from './column.tsx'
import { When } from './time.tsx'
import { Tokens } from './token.tsx'

/** A client as lists of the service show it. */
export interface Client {
  readonly client_id: string
  readonly client_name: string
  readonly application_type: string
  readonly grant_types: readonly string[]
  readonly redirect_uris: readonly string[]
  readonly token_endpoint_auth_method: string
  readonly _links?: unknown
}

const base = '/oauth2/v1/clients'
const first = ['client_name', 'application_type', 'redirect_uris', 'grant_types']

/** All OAuth clients. */
export function Clients(): JSX.Element {
  const { go } = useReach()
  const list = useList<Client>(`${base}?limit=200`, ['client.'])
  return (
    <ListPage
      steps={[
        <Does
          title="Register a client"
          text="New application"
          icon="add"
          lead
          action="registerClient"
          first={first}
          then={({ client_id }) => go(`clients/${client_id}`)}
        />,
      ]}
      find={{ placeholder: 'Part of name or id' }}
      textOf={(client) => `${client.client_name} ${client.client_id} ${client.application_type}`}
      {...list}
      keyOf={(client) => client.client_id}
      columns={columns}
      empty="No application yet."
    />
  )
}

const columns: readonly Column<Client>[] = [
  { title: 'Name', cell: (client) => <Go to={`clients/${client.client_id}`}>{client.client_name}</Go> },
  { title: 'Type', cell: (client) => <Badge>{client.application_type}</Badge>, width: '112px' },
  { title: 'Grant types', cell: (client) => client.grant_types.join(', '), isSecondary: true },
  { title: 'Auth method', cell: (client) => client.token_endpoint_auth_method, isSecondary: true },
]

/** A client: how to connect a program, tokens for a person without a page, and its settings. */
export function ClientPage({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const [made, setMade] = useState<object>()
  const path = `${base}/${id}`
  return (
    <RecordPage title="A client" path={path} concerns={['client.']}>
      {({ _links, ...settings }: Client) => ({
        heading: settings.client_name,
        badge: settings.application_type,
        steps: [
          settings.grant_types.includes('authorization_code') && (
            <Go to={`sign-in?client=${encodeURIComponent(id)}`} class="button">
              Sign in as a person
            </Go>
          ),
          settings.token_endpoint_auth_method.startsWith('client_secret') && {
            text: 'New secret',
            undo: true,
            sure: 'Replace the secret: sure?',
            done: 'The secret is replaced',
            run: async () =>
              setMade(wellOrThrow(await backend.call('POST', `${path}/lifecycle/newSecret`)).body),
          },
          deletion('client', path, 'clients'),
          <MoreActions field="client" value={id} />,
        ],
        content: (
          <>
            {made !== undefined && (
              <Section title="Result">
                <Tokens issued={made} />
                <Json label="Result" value={made} />
              </Section>
            )}
            <div class="columns">
              <div>
                <Section title="Connect your application">
                  <Setups client={settings} />
                </Section>
                <Section title="Tokens without a sign-in page">
                  <ActionForm
                    action="issueTokens"
                    label="Issue tokens"
                    submit="Issue"
                    fixed={{ client: id }}
                    initial={{ scopes: ['openid', 'profile'] }}
                    first={['user', 'scopes']}
                    then={setMade}
                  />
                </Section>
              </div>
              <Section
                title="Settings"
                actions={
                  <Opens title="Edit the settings" text="Edit">
                    <EditClient client={settings} path={path} />
                  </Opens>
                }
              >
                <Facts
                  facts={Object.entries(settings).map(([name, value]) => [wordsOf(name), shown(name, value)])}
                />
              </Section>
            </div>
          </>
        ),
      })}
    </RecordPage>
  )
}

/** The value of a setting; a time is in seconds since 1970, or 0 for never. */
function shown(name: string, value: unknown): ComponentChildren {
  if (name.endsWith('_at'))
    return value === 0 ? 'never' : <When at={new Date(Number(value) * 1000).toISOString()} />
  return (Array.isArray(value) ? value.join(' ') : textIn('text', value)) || undefined
}

/** The settings in a form; the whole client is sent, as the API wants it. */
function EditClient({
  client,
  path,
}: {
  readonly client: object
  readonly path: string
}): JSX.Element | null {
  const { backend } = useReach()
  const input = useInput('registerClient')
  if (!input) return null
  const { client_id: _, client_secret: __, ...properties } = input.properties!
  return (
    <SchemaForm
      schema={{ ...input, properties }}
      label="Settings of the client"
      submit="Save"
      done="Settings saved"
      initial={{ ...client }}
      edits
      first={first}
      run={async (changes) => wellOrThrow(await backend.call('PUT', path, { ...client, ...changes }))}
    />
  )
}

/** Programs to copy that sign people in at the client. */
function Setups({ client }: { readonly client: Client }): JSX.Element {
  const { backend } = useReach()
  if (!client.grant_types.includes('authorization_code'))
    return <p class="empty">It signs no people in: its tokens come from the token endpoint.</p>
  return (
    <Load from={() => backend.control('readClientSetup', { client: client.client_id })} needs={[client]}>
      {(setups) => (
        <Tabs
          label="Libraries"
          tabs={Object.entries(setups).map(([name, code]) => [
            name,
            name,
            () => <Json label={`Configuration for ${name}`} value={code} />,
          ])}
        />
      )}
    </Load>
  )
}
