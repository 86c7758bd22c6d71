import type { JSX } from 'preact'
import { counted } from '../contract/formats/counted.ts'
import { Form, LongField } from './controls.tsx'
import { useReach } from './reach.ts'

/** A field for a seed: paste a text, or drop or choose a file. */
export function SeedField({
  label,
  required = false,
}: {
  readonly label: string
  readonly required?: boolean
}): JSX.Element {
  const take = (form: HTMLFormElement | null, files: FileList | null | undefined): void => {
    const area = form?.elements.namedItem('seed') as HTMLTextAreaElement | undefined
    void files?.[0]?.text().then((text) => {
      if (area) area.value = text
    })
  }
  return (
    <>
      <LongField
        name="seed"
        names="yaml"
        label={label}
        rows={6}
        required={required}
        placeholder={'users:\n  - login: jo@example.com\n    firstName: Jo\n    lastName: Ames'}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take(event.currentTarget.form, event.dataTransfer?.files)
        }}
      />
      <label>
        or a file
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => take(currentTarget.form, currentTarget.files)}
        />
      </label>
    </>
  )
}

/**
 * A seed as the control plane takes it: JSON unchanged, any other text as YAML.
 * @throws Error for an empty seed, which would leave an organisation empty.
 */
export function seedInput(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') throw new Error('seed: Paste a seed, or choose a file')
  try {
    return { seed: JSON.parse(text) as unknown }
  } catch {
    return { yaml: text }
  }
}

/** Fills the organisation with a seed. */
export function LoadSeed(): JSX.Element {
  const { backend } = useReach()
  return (
    <Form
      label="Load a seed"
      submit="Load the seed"
      undo
      run={async ({ seed = '', replace }) => {
        const input = { ...seedInput(seed), replace: replace !== undefined }
        const { users, groups } = await backend.control('loadWorld', input)
        return `Loaded: ${counted(users, 'user')}, ${counted(groups, 'group')}`
      }}
    >
      <SeedField label="Load a seed: YAML or JSON" required />
      <label class="check">
        <input type="checkbox" name="replace" defaultChecked /> What there is goes first
      </label>
    </Form>
  )
}
