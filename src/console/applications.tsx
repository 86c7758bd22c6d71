import type { JSX } from 'preact'
import { wellOrThrow } from './backend.ts'
import { Act, Form } from './controls.tsx'
import { Opens } from './panel.tsx'
import { Picker } from './schema-form.tsx'
import { emptyText, Section } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'

interface Application {
  readonly id: string
  readonly label: string
}

/** A link of a person to an application, or an application of a group. */
type Listed = Application & { readonly appInstanceId?: string }

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
  const { value: own, reload } = loaded
  const { value: offered } = useLoaded(() => backend.call('GET', '/api/v1/apps?limit=200'), [], ['app'])
  // A strict organisation has no list of applications.
  const all = (offered?.status === 200 ? offered.body : []) as readonly Application[]
  const assigned = (own?.body ?? []) as readonly Listed[]
  return (
    <Section
      id="applications"
      title="Applications"
      actions={
        <Opens title="Assign an application" text="Assign">
          <Form
            label="Assign an application"
            submit="Assign"
            clears
            done="Assigned"
            run={async ({ application }) => {
              const [named, ...others] = all.filter(({ label }) => label === application)
              if (others.length > 0) {
                const ids = [named, ...others].map((each) => each!.id).join(', ')
                throw new Error(
                  `application: expected the label of one application, or an id of these: ${ids}`,
                )
              }
              await backend.control('assignApplication', { application: named?.id ?? application, ...to })
              reload()
            }}
          >
            <div class="fields">
              <Picker
                kind="application"
                name="application"
                label="Application"
                placeholder="Label or id"
                required
              />
            </div>
          </Form>
        </Opens>
      }
    >
      {assigned.length === 0 && <p class="empty">{emptyText(loaded, 'None is assigned.')}</p>}
      <ul class="plain">
        {assigned.map(({ id, appInstanceId = id, label }) => (
          <li key={id}>
            <span>{label}</span>
            <Act
              quiet
              about={label}
              undo
              run={async () => {
                const { removed } = await backend.control('unassignApplication', {
                  application: appInstanceId,
                  ...to,
                })
                if (!removed) throw new Error(`${label} comes from a group: unassign it there`)
                reload()
              }}
              done="Unassigned"
            >
              Unassign
            </Act>
          </li>
        ))}
      </ul>
    </Section>
  )
}
