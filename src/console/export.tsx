import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { counted } from '../contract/formats/counted.ts'
import { Act, Field, Form, jsonIn } from './controls.tsx'
import { download } from './download.ts'
import { Section } from './parts.tsx'
import { useReach } from './reach.ts'

/** Exports and imports the organisation: as a seed for people, or as an exact copy. */
export function Export(): JSX.Element {
  const { backend, say } = useReach()
  const [notCarried, setNotCarried] = useState<readonly string[]>()
  return (
    <Section id="export" title="Export and import">
      <p>
        A seed is for people: it makes the organisation again, with the same ids. The state is an exact copy,
        with hashes of passwords and all secrets.
      </p>
      <Form
        label="Export a seed"
        submit="Export a seed"
        run={async ({ secrets }) => {
          const wanted = { ...backend.exports, secrets: secrets !== undefined }
          const exported = await backend.control('exportSeed', wanted)
          if ('yaml' in exported) download('seed.yaml', exported.yaml)
          else download('seed.json', exported.seed)
          setNotCarried(exported.notCarried)
          say('Seed exported')
        }}
      >
        <label class="check">
          <input type="checkbox" name="secrets" /> with values of tokens and secrets of clients
        </label>
      </Form>
      <div class="actions">
        <Act
          done="State exported"
          run={async () =>
            download('state.json', JSON.stringify(await backend.control('exportState'), undefined, 1))
          }
        >
          Export the state
        </Act>
      </div>
      {notCarried && (
        <div role="status">
          {notCarried.length === 0 ? 'The seed carries all there is.' : 'The seed does not carry:'}
          <ul>
            {notCarried.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
      <Form
        label="Import a state"
        submit="Import the state"
        run={async (_, form) => {
          const [file] = form.querySelector<HTMLInputElement>('input[type=file]')!.files ?? []
          const state = jsonIn(await file!.text(), `${file!.name} is not JSON`)
          // Not by a snapshot: the imported state has its own snapshots.
          const before: unknown = await backend.control('exportState')
          const { users, groups } = await backend.control('importState', { state })
          say(`Imported: ${counted(users, 'user')}, ${counted(groups, 'group')}`, () =>
            backend.control('importState', { state: before }),
          )
        }}
      >
        <Field
          name="state"
          label="Import a state: a file that was exported"
          type="file"
          accept=".json"
          required
        />
      </Form>
    </Section>
  )
}
