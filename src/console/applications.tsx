import type { JSX } from 'preact'
import { wellOrThrow } from './backend.ts'
import { ActionButton } from './controls.tsx'
import { Listed } from './parts.tsx'
import { Picks } from './picks.tsx'
import { useLoaded, useReach } from './reach.ts'

interface Application {
  readonly id: string
  readonly label: string
}

/** A link of a person to an application, or an application of a group. */
type Assigned = Application & { readonly appInstanceId?: string }

/** The applications of a person or a group, with a form that assigns another one. */
export function Applications({
  path,
  to,
}: {
  /** The path of the list: `/api/v1/users/00u…/appLinks`. */
  readonly path: string
  readonly to: { readonly user: string } | { readonly group: string }
}): JSX.Element {
  const { backend } = useReach()
  const loaded = useLoaded(
    () => backend.call('GET', path).then(wellOrThrow),
    [path],
    ['user.', 'group.', 'app'],
  )
  const { reload } = loaded
  return (
    <Listed
      id="applications"
      title="Applications"
      actions={
        <Picks
          kind="application"
          title="Assign an application"
          text="Assign"
          submit="Assign"
          label="Application"
          done="Assigned"
          run={async (application) => {
            const { status, body } = await backend.call('GET', '/api/v1/apps?limit=200')
            // A strict organisation has no list of applications.
            const all = (status === 200 ? body : []) as readonly Application[]
            const ids = all.filter(({ label }) => label === application).map(({ id }) => id)
            if (ids.length > 1) {
              throw new Error(
                `application: expected the label of one application, or an id of these: ${ids.join(', ')}`,
              )
            }
            await backend.control('assignApplication', { application: ids[0] ?? application, ...to })
            reload()
          }}
        />
      }
      loaded={loaded}
      rows={(loaded.value?.body ?? []) as readonly Assigned[]}
      empty="None is assigned."
      keyOf={({ id }) => id}
      row={({ id, appInstanceId = id, label }) => (
        <>
          <span>{label}</span>
          <ActionButton
            quiet
            about={label}
            undo
            run={async () => {
              const { removed } = await backend.control('remove', {
                kind: 'assignment',
                application: appInstanceId,
                ...to,
              })
              if (!removed) throw new Error(`${label} comes from a group: unassign it there`)
              reload()
            }}
            done="Unassigned"
          >
            Unassign
          </ActionButton>
        </>
      )}
    />
  )
}
