import type { JSX } from 'preact'
import { Act } from './controls.tsx'
import { wellOrThrow } from './backend.ts'
import { emptyText, Named, Section, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'

/** The name of a client, with a link to its page. */
export function ClientName({ id }: { readonly id: string }): JSX.Element {
  return (
    <Named to={`clients/${id}`} path={`/oauth2/v1/clients/${id}`} name={(body) => String(body.client_name)}>
      {id}
    </Named>
  )
}

interface Grant {
  readonly id: string
  readonly clientId: string
  readonly scopeId: string
  readonly _embedded?: { readonly scope?: { readonly name: string } }
}

/** The consents of a person. */
export function Grants({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const base = `/api/v1/users/${id}/grants`
  const loaded = useLoaded(
    () => backend.call('GET', `${base}?expand=scope&limit=200`),
    [id],
    ['grant.', 'client.'],
  )
  const { value } = loaded
  const grants = (value?.status === 200 ? value.body : []) as readonly Grant[]
  return (
    <Section id="grants" title="Consent">
      {grants.length === 0 && <p class="empty">{emptyText(loaded, 'No consent given.')}</p>}
      <ul class="plain">
        {grants.map(({ id: grant, clientId, scopeId, _embedded: { scope } = {} }) => (
          <li key={grant}>
            <span>
              <code>{scope?.name ?? scopeId}</code> for <ClientName id={clientId} />
            </span>
            <Act
              quiet
              about={`${scope?.name ?? scopeId} for ${clientId}`}
              undo
              done="Revoked"
              run={() => backend.call('DELETE', `${base}/${grant}`).then(wellOrThrow)}
            >
              Revoke
            </Act>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The refresh tokens of clients for a person. */
export function RefreshTokens({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    async () =>
      (await backend.control('listTokens')).refreshTokens.filter(
        ({ userId, status }) => userId === id && status === 'ACTIVE',
      ),
    [id],
    ['refresh-token.', 'client.'],
  )
  const { value: tokens = [] } = loaded
  return (
    <Section id="refresh-tokens" title="Refresh tokens">
      {tokens.length === 0 && <p class="empty">{emptyText(loaded, 'No client has one.')}</p>}
      <ul class="plain">
        {tokens.map(({ id: token, clientId, expiresAt }) => (
          <li key={token}>
            <span>
              <ClientName id={clientId} /> until <When at={expiresAt} />
            </span>
            <Act
              quiet
              about={token}
              undo
              done="Revoked"
              run={() =>
                backend
                  .call('DELETE', `/api/v1/users/${id}/clients/${clientId}/tokens/${token}`)
                  .then(wellOrThrow)
              }
            >
              Revoke
            </Act>
          </li>
        ))}
      </ul>
    </Section>
  )
}
