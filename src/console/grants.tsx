import type { JSX } from 'preact'
import { Act, Go } from './controls.tsx'
import { wellOrThrow } from './backend.ts'
import { emptyText, Section, When } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'

interface Grant {
  readonly id: string
  readonly clientId: string
  readonly scopeId: string
  readonly status: string
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
  const grants = (value?.status === 200 ? value.body : []) as (Grant & {
    _embedded?: { scope?: { name: string } }
  })[]
  return (
    <Section id="grants" title="Consent">
      {grants.length === 0 && <p class="empty">{emptyText(loaded, 'No consent given.')}</p>}
      <ul>
        {grants.map((grant) => (
          <li key={grant.id}>
            {grant._embedded?.scope?.name ?? grant.scopeId} for{' '}
            <Go to={`clients/${grant.clientId}`}>{grant.clientId}</Go>{' '}
            <Act
              quiet
              about={`${grant._embedded?.scope?.name ?? grant.scopeId} for ${grant.clientId}`}
              undo
              done="Revoked"
              run={() => backend.call('DELETE', `${base}/${grant.id}`).then(wellOrThrow)}
            >
              Revoke
            </Act>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface RefreshToken {
  readonly id: string
  readonly clientId: string
  readonly expiresAt: string
}

/** The refresh tokens of clients for a person. */
export function RefreshTokens({ id }: { readonly id: string }): JSX.Element {
  const { backend } = useReach()
  const base = `/api/v1/users/${id}/clients`
  const loaded = useLoaded(
    async () => {
      const { status, body } = await backend.call('GET', base)
      const clients = (status === 200 ? body : []) as readonly { readonly client_id: string }[]
      const lists = await Promise.all(
        clients.map(({ client_id: client }) =>
          backend.call('GET', `${base}/${client}/tokens?limit=200`).then((answer) => answer.body),
        ),
      )
      return lists.flat() as readonly RefreshToken[]
    },
    [id],
    ['refresh-token.', 'client.'],
  )
  const { value: tokens = [] } = loaded
  return (
    <Section id="refresh-tokens" title="Refresh tokens">
      {tokens.length === 0 && <p class="empty">{emptyText(loaded, 'No client holds one.')}</p>}
      <ul>
        {tokens.map((token) => (
          <li key={token.id}>
            of <Go to={`clients/${token.clientId}`}>{token.clientId}</Go>, until <When at={token.expiresAt} />{' '}
            <Act
              quiet
              about={token.id}
              undo
              done="Revoked"
              run={() =>
                backend.call('DELETE', `${base}/${token.clientId}/tokens/${token.id}`).then(wellOrThrow)
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
