import type { JSX } from 'preact'
import { emptyText, Failed } from './parts.tsx'
import { useLoaded, useReach } from './reach.ts'
import { SchemaForm, useInput } from './schema-form.tsx'

/** The settings and the password policy: the meaning of each, where it is stated, and its value. */
export function Settings(): JSX.Element {
  const { backend } = useReach()
  const input = useInput('changeSettings')
  const loaded = useLoaded(() => backend.control('readSettings'), [])
  return (
    <>
      <h1>Settings</h1>
      <Failed loaded={loaded} />
      {!loaded.value && <p class="empty">{emptyText(loaded, '')}</p>}
      {input && loaded.value && (
        <section class="card" aria-label="Settings">
          <SchemaForm
            key={JSON.stringify(loaded.value)}
            schema={input}
            label="Settings"
            submit="Save"
            done="Settings saved"
            initial={loaded.value}
            edits
            isWhole
            run={async (changes) => {
              await backend.control('changeSettings', changes)
              loaded.reload()
            }}
          />
        </section>
      )}
    </>
  )
}
