import type { JSX } from 'preact'
import type { Listed } from './backend.ts'
import { stepColumn } from './column.tsx'
import { Go } from './controls.tsx'
import { Icon } from './icons.tsx'
import { ListPage } from './list-page.tsx'
import { When } from './time.tsx'
import { useLoaded, usePolled, useReach } from './reach.ts'
import { Asks } from './form.tsx'
import type { Schema } from './schema.ts'

/** The input of `POST /_orgs`. */
const schemaWith = (names: readonly string[]): Schema => ({
  properties: {
    name: { type: 'string', description: 'Lower-case letters, digits and hyphens. Default: a free one' },
    dataset: { type: 'string', description: 'Sample data set: empty, demo, examples, large or large:N' },
    from: { enum: names, description: 'The organisation that it is a copy of' },
    yaml: { type: 'string', description: 'A seed, as YAML or JSON' },
  },
})

/** The organisations of the server: each has its own people, time, faults and journal. */
export function Organisations(): JSX.Element {
  const { backend } = useReach()
  const organizations = backend.organizations!
  const loaded = usePolled(() => organizations.list())
  const others = loaded.value ?? []
  const make = async (input: Readonly<Record<string, unknown>>): Promise<string> => {
    const { name } = await organizations.make(input)
    return `${name} is made`
  }
  return (
    <ListPage
      steps={[
        <Asks
          title="New organisation"
          icon="add"
          lead
          schema={schemaWith(others.map(({ name }) => name))}
          submit="Create"
          run={make}
        />,
      ]}
      rows={others}
      loaded={loaded}
      keyOf={({ name }) => name}
      empty="There is only the default organisation."
      columns={[
        {
          title: 'Name',
          cell: ({ name }) =>
            name === organizations.here ? (
              <strong>{name}</strong>
            ) : (
              <a href={organizations.consoleOf(name)}>{name}</a>
            ),
        },
        { title: 'Users', cell: ({ users }) => users, width: '72px' },
        { title: 'Groups', cell: ({ groups }) => groups, width: '80px', isSecondary: true },
        {
          title: 'Created',
          cell: ({ createdAt }) => <When at={createdAt} />,
          width: '216px',
          isSecondary: true,
        },
        stepColumn<Listed>('Actions', '152px', ({ name }) => [
          { text: 'Copy', about: name, run: () => make({ from: name }) },
          name !== organizations.here && {
            text: 'Delete',
            about: name,
            sure: 'sure?',
            done: `${name} is gone`,
            run: () => organizations.delete(name),
          },
        ]),
      ]}
    >
      <p>
        {organizations.here === undefined ? (
          'You see the default organisation.'
        ) : (
          <>
            You see <strong>{organizations.here}</strong>.{' '}
            <a href={organizations.consoleOf()}>Default organisation</a>
          </>
        )}
      </p>
    </ListPage>
  )
}

/** Links to the console of another organisation of the server. */
export function Switcher(): JSX.Element {
  const { backend, place } = useReach()
  const organizations = backend.organizations!
  // Another page of the console may have created or deleted one.
  const { value: others = [], reload } = useLoaded(
    () => organizations.list(),
    [organizations, place.split('?')[0]],
  )
  if (others.length === 0) {
    return (
      <Go to="organisations" class="chip">
        <Icon name="organisations" />
        Default organisation
      </Go>
    )
  }
  return (
    <select
      aria-label="Organisation"
      onFocus={reload}
      value={organizations.here ?? ''}
      onChange={({ currentTarget: { value } }) =>
        location.assign(organizations.consoleOf(value === '' ? undefined : value))
      }
    >
      <option value="">default</option>
      {others.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
