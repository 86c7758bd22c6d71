import type { JSX } from 'preact'
import { counted } from '../contract/formats/counted.ts'
import { ActionButton } from './controls.tsx'
import { download } from './download.ts'
import { Listed, Section } from './parts.tsx'
import { useReach } from './reach.ts'
import { Does } from './form.tsx'
import { undoName } from './undo.ts'

const loaded = ({ users, groups }: { readonly users: number; readonly groups: number }): string =>
  `Loaded: ${counted(users, 'user')}, ${counted(groups, 'group')}`

/** Snapshots, sample data sets, seeds, exports, and the reset. */
export function Data(): JSX.Element {
  const { backend } = useReach()
  return (
    <>
      <div class="head-line">
        <h1>Data</h1>
        <ActionButton
          text="Reset"
          undo
          sure="Reset everything: sure?"
          done="Back at the seeded state"
          run={() => backend.control('reset')}
        />
      </div>
      <div class="columns">
        <Listed
          title="Snapshots"
          actions={<Does title="Save a snapshot" text="Save" action="saveSnapshot" done="Snapshot saved" />}
          load={async () => (await backend.control('describe')).snapshots.filter((name) => name !== undoName)}
          every={1000}
          empty="No snapshot."
          keyOf={(name) => name}
          row={(name) => name}
          steps={(name) => [
            {
              text: 'Go back',
              about: `to ${name}`,
              undo: true,
              done: `Back at ${name}`,
              run: () => backend.control('restoreSnapshot', { name }),
            },
            {
              text: 'Delete',
              about: name,
              sure: 'sure?',
              done: `${name} is deleted`,
              run: () => backend.control('remove', { kind: 'snapshot', name }),
            },
          ]}
        />
        <div>
          <Section title="Export">
            <p>
              A seed is for people: it makes the organisation again, with the same ids. The state is an exact
              copy, with hashes of passwords and all secrets.
            </p>
            <div class="actions">
              <Does
                title="Export a seed"
                action="exportSeed"
                only={['secrets']}
                fixed={backend.exports}
                then={({ notCarried, ...exported }) => {
                  if ('yaml' in exported) download('seed.yaml', exported.yaml)
                  else download('seed.json', exported.seed)
                  return { notCarried }
                }}
              />
              <ActionButton
                text="Export the state"
                done="State exported"
                run={async () => download('state.json', await backend.control('exportState'))}
              />
            </div>
          </Section>
          <Section title="Load">
            <p>Each of these replaces the present records. Undo brings them back.</p>
            <div class="actions">
              {backend.can('loadDataset') &&
                (['dataset', 'yaml'] as const).map((from) => (
                  <Does
                    key={from}
                    title={from === 'yaml' ? 'Load a seed' : 'Load a data set'}
                    action="loadDataset"
                    undo
                    only={[from, 'replace']}
                    initial={{ replace: true }}
                    then={loaded}
                  />
                ))}
              <Does title="Import a state" action="importState" undo="state" then={loaded} />
            </div>
          </Section>
        </div>
      </div>
    </>
  )
}
