import type { JSX } from 'preact'
import { wellOrThrow } from './backend.ts'
import { Listed } from './parts.tsx'
import { Does } from './form.tsx'
import { useReach } from './reach.ts'

/** A link of a person to an application, or an application of a group. */
interface Assigned {
  readonly id: string
  readonly label: string
  readonly appInstanceId?: string
}

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
  return (
    <Listed
      title="Applications"
      actions={
        <Does
          title="Assign an application"
          text="Assign"
          action="assignApplication"
          fixed={to}
          done="Assigned"
        />
      }
      load={async (): Promise<readonly Assigned[]> => wellOrThrow(await backend.call('GET', path)).body}
      needs={[path]}
      concerns={['user.', 'group.', 'app']}
      empty="None is assigned."
      keyOf={({ id }) => id}
      row={({ label }) => label}
      steps={({ id, appInstanceId: application = id, label }) => [
        {
          text: 'Unassign',
          about: label,
          undo: true,
          run: async () => {
            const { removed } = await backend.control('remove', { kind: 'assignment', application, ...to })
            if (!removed) throw new Error(`${label} comes from a group: unassign it there`)
          },
          done: 'Unassigned',
        },
      ]}
    />
  )
}
