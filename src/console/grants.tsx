import type { JSX } from 'preact'
import { ActionButton } from './controls.tsx'
import { Listed } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { ClientName } from './tokens.tsx'

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
  return (
    <Listed
      id="grants"
      title="Consent"
      loaded={loaded}
      rows={(value?.status === 200 ? value.body : []) as readonly Grant[]}
      empty="No consent given."
      keyOf={(grant) => grant.id}
      row={({ id: grant, clientId, scopeId, _embedded: { scope: { name = scopeId } = {} } = {} }) => (
        <>
          <span>
            <code>{name}</code> for <ClientName id={clientId} />
          </span>
          <ActionButton
            quiet
            about={`${name} for ${clientId}`}
            undo
            done="Revoked"
            run={['DELETE', `${base}/${grant}`]}
          >
            Revoke
          </ActionButton>
        </>
      )}
    />
  )
}
