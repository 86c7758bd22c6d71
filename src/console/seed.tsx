import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { counted } from './counted.ts'
import { Form } from './controls.tsx'
import { useReach } from './reach.ts'

/** Where the text of a seed is pasted, or a file dropped or chosen. */
export function SeedField({
  label,
  required = false,
}: {
  readonly label: string
  readonly required?: boolean
}): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null)
  const take = (files: FileList | null | undefined): void => {
    void files?.[0]?.text().then((text) => {
      if (area.current) area.current.value = text
    })
  }
  return (
    <>
      <label>
        {label}
        <textarea
          name="seed"
          ref={area}
          rows={6}
          spellcheck={false}
          required={required}
          placeholder={'users:\n  - login: jo@example.com\n    firstName: Jo\n    lastName: Ames'}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            take(event.dataTransfer?.files)
          }}
        />
      </label>
      <label>
        or a file
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => take(currentTarget.files)}
        />
      </label>
    </>
  )
}

/** A seed as the control plane takes it: JSON as it is, anything else as YAML. */
export function seedInput(text: string): Readonly<Record<string, unknown>> {
  try {
    return { seed: JSON.parse(text) as unknown }
  } catch {
    return { yaml: text }
  }
}

/** Fills the organisation with a seed. */
export function LoadSeed(): JSX.Element {
  const { backend, say } = useReach()
  return (
    <Form
      label="Load a seed"
      submit="Load the seed"
      run={async ({ seed = '', replace }) => {
        const { users, groups } = await backend.control('loadWorld', {
          ...seedInput(seed),
          replace: replace !== undefined,
        })
        say(`Loaded: ${counted(users, 'user')}, ${counted(groups, 'group')}`)
      }}
    >
      <SeedField label="Load a seed: YAML or JSON" required />
      <label class="check">
        <input type="checkbox" name="replace" checked /> What there is goes first
      </label>
    </Form>
  )
}
