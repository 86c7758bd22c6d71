import type { JSX } from 'preact'
import { Act, Choice, Field, Form } from './controls.tsx'
import { Export } from './export.tsx'
import { Section } from './parts.tsx'
import { usePolled, useReach } from './reach.ts'
import { LoadSeed } from './seed.tsx'
import { undoName } from './undo.ts'

/** Snapshots, sample data sets, seeds, exports, and the reset. */
export function Data(): JSX.Element {
  const { backend } = useReach()
  const { value, reload } = usePolled(() => backend.control('describe'))
  const names = (value?.snapshots ?? []).filter((name) => name !== undoName)
  return (
    <>
      <div class="head-line">
        <h1>Data</h1>
        <Act
          undo
          sure="Reset everything: sure?"
          done="Back at the seeded state"
          run={() => backend.control('reset')}
        >
          Reset
        </Act>
      </div>
      <div class="columns">
        <div>
          <Section id="snapshots" title="Snapshots">
            {names.length === 0 && <p class="empty">No snapshot.</p>}
            <ul class="plain">
              {names.map((name) => (
                <li key={name}>
                  <span>{name}</span>
                  <Act
                    quiet
                    about={`to ${name}`}
                    undo
                    done={`Back at ${name}`}
                    run={() => backend.control('restoreSnapshot', { name })}
                  >
                    Go back
                  </Act>
                  <Act
                    quiet
                    done={`${name} is deleted`}
                    about={name}
                    sure="sure?"
                    run={() => backend.control('deleteSnapshot', { name }).then(reload)}
                  >
                    Delete
                  </Act>
                </li>
              ))}
            </ul>
            <Form
              label="Save a snapshot"
              submit="Save"
              done="Snapshot saved"
              clears
              run={({ name }) => backend.control('saveSnapshot', { name }).then(reload)}
            >
              <div class="fields">
                <Field name="name" label="Save a snapshot" placeholder="before the test" required />
              </div>
            </Form>
          </Section>
          <Export />
        </div>
        {backend.can('loadWorld') && (
          <Section id="data-set" title="Data sets and seeds">
            <Form
              label="Load a data set"
              submit="Load"
              undo
              run={({ world }) =>
                backend.control('loadWorld', { world, replace: true }).then(() => `${world} loaded`)
              }
            >
              <div class="fields">
                <Choice name="world" label="Load a data set" options={['demo', 'empty', 'large:1000']} />
              </div>
            </Form>
            <LoadSeed />
          </Section>
        )}
      </div>
    </>
  )
}
