import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ActionButton, Go } from './controls.tsx'
import { Choose } from './field.tsx'
import { SchemaForm } from './form.tsx'
import type { Client } from './clients.tsx'
import { Json } from './json.tsx'
import { Section } from './parts.tsx'
import { useList, useLoaded, useParameter, useReach } from './reach.ts'
import type { Schema } from './schema.ts'
import { signInWalk, type Walk } from './sign-in-walk.ts'
import { Tokens } from './token.tsx'

/** Performs a sign-in of a person at a client: each redirect, the consent, and the tokens. */
export function SignIn(): JSX.Element {
  const { backend, usesAddress } = useReach()
  const [clientId, setClient] = useParameter('client')
  const [person] = useParameter('person')
  const { value: status } = useLoaded(() => backend.control('describe'), [])
  const { rows } = useList<Client>('/oauth2/v1/clients?limit=200', ['client.'])
  const clients = rows.filter(({ grant_types: types }) => types.includes('authorization_code'))
  const client = clients.find(({ client_id: id }) => id === clientId) ?? clients[0]
  const [walk, setWalk] = useState<Walk>()
  const going = useRef<ReturnType<typeof signInWalk>>(undefined)
  const goOn = async (decision: 'allow' | 'deny'): Promise<void> =>
    setWalk((await going.current!.next(decision)).value)
  if (!client) {
    return (
      <>
        <h1>Sign in as a person</h1>
        <p class="empty">
          No client signs people in. <Go to="clients">Register one</Go>
        </p>
      </>
    )
  }
  return (
    <>
      <h1>Sign in as a person</h1>
      <p class="faint">
        Sends what the browser of a person and the application send, one after another. Faults meet these
        requests, and the journal shows them. The person needs no password here.
      </p>
      <section class="card" aria-label="The sign-in">
        <div class="bar">
          <Choose
            label="Client"
            value={client.client_id}
            change={setClient}
            options={clients.map(({ client_id: id, client_name: name }) => [id, name] as const)}
          />
        </div>
        <SchemaForm
          key={client.client_id}
          schema={asked(client.redirect_uris)}
          label="Sign in as a person"
          submit="Sign in"
          initial={{ person, scope: 'openid profile email' }}
          isWhole
          also={
            usesAddress && (
              <button type="submit" class="other" value="tab">
                Open the sign-in page in a tab
              </button>
            )
          }
          run={async ({ person: login, ...parameters }, by) => {
            setWalk(undefined)
            const query = new URLSearchParams({
              client_id: client.client_id,
              response_type: 'code',
              state: 'console',
              login_hint: String(login),
              ...parameters,
            })
            if (by === 'tab') {
              open(`${status!.baseUrl}/oauth2/v1/authorize?${query}`, '_blank', 'noopener')
              return
            }
            const isPublic = client.token_endpoint_auth_method === 'none'
            const asking = { client: client.client_id, isPublic, person: String(login), query }
            going.current = signInWalk(backend, asking, setWalk)
            // The answer counts from the consent page on.
            await goOn('allow')
          }}
        />
      </section>
      {walk && <Walked walk={walk} goOn={goOn} />}
    </>
  )
}

/** The parameters of a sign-in, and its person. */
function asked(redirectUris: readonly string[]): Schema {
  return {
    properties: {
      person: { type: 'string', 'x-names': 'user' },
      redirect_uri: { enum: redirectUris, title: 'Redirect URI' },
      scope: { type: 'string', title: 'Scopes to ask for' },
      prompt: {
        enum: ['login', 'consent', 'none'],
        'x-texts': ['for the password again', 'for consent', 'nothing'],
        description: 'The page that the person sees. Default: the pages that are needed',
      },
    },
    required: ['person', 'redirect_uri', 'scope'],
  }
}

/** An authorization server may send its error along a redirect. */
function isFailed(status: number, leadsTo = ''): boolean {
  return status >= 400 || /[?&#]error=/.test(leadsTo)
}

function Walked({
  walk: { steps, consent, tokens, problem },
  goOn,
}: {
  readonly walk: Walk
  readonly goOn: (decision: 'allow' | 'deny') => Promise<void>
}): JSX.Element {
  return (
    <>
      <ol aria-label="Steps of the sign-in">
        {steps.map(({ title, request, status, leadsTo, number }, index) => (
          <li key={index}>
            {title} <span class={isFailed(status, leadsTo) ? 'badge ill' : 'badge well'}>{status}</span>{' '}
            {number !== undefined && <Go to={`journal/${number}`}>In the journal</Go>}
            <br />
            <code>{request}</code>
            {leadsTo !== undefined && (
              <>
                <br />→ <code>{leadsTo}</code>
              </>
            )}
          </li>
        ))}
      </ol>
      {consent && (
        <Section title={consent.heading}>
          <ul>
            {consent.scopes.map((scope) => (
              <li key={scope}>{scope}</li>
            ))}
          </ul>
          <div class="actions">
            <ActionButton text="Allow" run={() => goOn('allow')} />
            <ActionButton text="Refuse" run={() => goOn('deny')} />
          </div>
        </Section>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {tokens && (
        <Section title="Tokens">
          <Tokens issued={tokens} />
          <Json label="Reply of the token endpoint" value={tokens} />
        </Section>
      )}
    </>
  )
}
