import type { JSX } from 'preact'
import type { Listed, Neighbours } from './backend.ts'
import { Act, Choice, Field, Form } from './controls.tsx'
import { emptyText, Failed, When } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import { SeedField, seedInput } from './seed.tsx'
import { Table } from './table.tsx'

/** The first data of an organisation, if it is not a copy of another. */
const beginnings = [
  ['world demo', 'the demo data'],
  ['world empty', 'empty'],
  ['world large:1000', 'a thousand people'],
  ['seed', 'the seed below'],
] as const

/** The organisations of the server: each has its own people, time, faults and journal. */
export function Organisations(): JSX.Element {
  const { backend, say } = useReach()
  const neighbours = backend.neighbours!
  const loaded = usePolled(() => neighbours.list())
  const { value, reload } = loaded
  const others = value ?? []
  const make = async (input: Readonly<Record<string, unknown>>): Promise<void> => {
    const { name } = await neighbours.make(input)
    say(`${name} is made`)
    reload()
  }
  const stepsFor = ({ name }: Listed): JSX.Element => (
    <>
      <Act quiet about={name} run={() => make({ from: name })}>
        Copy
      </Act>
      {name !== neighbours.here && (
        <Act
          quiet
          about={name}
          sure="sure?"
          done={`${name} is gone`}
          run={() => neighbours.delete(name).then(reload)}
        >
          Delete
        </Act>
      )}
    </>
  )
  return (
    <>
      <h1>Organisations</h1>
      <p>
        You look at {neighbours.here === undefined ? "the server's own" : <strong>{neighbours.here}</strong>}
        {neighbours.here !== undefined && (
          <>
            . <a href={neighbours.consoleOf()}>The server's own</a>
          </>
        )}
      </p>
      <Failed loaded={loaded} />
      <Table
        label="Organisations"
        rows={others}
        keyOf={({ name }) => name}
        empty={emptyText(loaded, "There is none beside the server's own.")}
        columns={[
          { title: 'Name', cell: ({ name }) => <Name name={name} neighbours={neighbours} /> },
          { title: 'Users', cell: ({ users }) => users, width: '72px' },
          { title: 'Groups', cell: ({ groups }) => groups, width: '80px', isSecondary: true },
          {
            title: 'Made',
            cell: ({ createdAt }) => <When at={createdAt} />,
            width: '216px',
            isSecondary: true,
          },
          { title: 'Does', cell: stepsFor, width: '152px', isButtons: true },
        ]}
      />
      <h2>New organisation</h2>
      <Form
        label="New organisation"
        submit="Make"
        run={async ({ name, begin = '', seed = '' }) =>
          make({ ...(name === undefined ? {} : { name }), ...beginning(begin, seed) })
        }
      >
        <Field
          name="name"
          label="Name"
          placeholder="acme"
          pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
          title="Lower-case letters, digits and hyphens, up to 63; left out, the server chooses a name"
          maxLength={63}
        />
        <Choice
          name="begin"
          label="Begins as"
          options={[
            ...beginnings,
            ...others.map(({ name }) => [`from ${name}`, `a copy of ${name}`] as const),
          ]}
        />
        <SeedField label="Seed: YAML or JSON" />
      </Form>
    </>
  )
}

function Name({ name, neighbours }: { readonly name: string; readonly neighbours: Neighbours }): JSX.Element {
  if (name === neighbours.here) return <strong>{name}</strong>
  return <a href={neighbours.consoleOf(name)}>{name}</a>
}

/** The input of the control plane for the chosen first data. */
function beginning(choice: string, seed: string): Readonly<Record<string, unknown>> {
  if (choice === 'seed') return seedInput(seed)
  const space = choice.indexOf(' ')
  return { [choice.slice(0, space)]: choice.slice(space + 1) }
}
