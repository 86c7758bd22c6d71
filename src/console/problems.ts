import { messageOf } from './reach.ts'

/** The problems of a form by field name; a problem that concerns no field has the name ''. */
export type Problems = ReadonlyMap<string, string>

/** A field of a form as an element. */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Assigns each mistake that an error lists to its field in the form. */
export function problemsOf(form: HTMLFormElement, error: unknown): Problems {
  const controls = [...form.elements].filter(
    (each): each is Control => 'name' in each && each.name !== '' && 'value' in each,
  )
  const problems = new Map<string, string>()
  for (const line of linesOf(error)) {
    const name = fieldOf(line, controls)?.name ?? ''
    const before = problems.get(name)
    problems.set(name, before === undefined ? line : `${before}\n${line}`)
  }
  return problems
}

/** The mistakes that an error lists, or its message as a whole. */
function linesOf(error: unknown): readonly string[] {
  const { mistakes = [] } = (error ?? {}) as { readonly mistakes?: readonly unknown[] }
  const lines = mistakes.filter((each) => typeof each === 'string')
  return lines.length === 0 ? [messageOf(error)] : lines
}

/** The field of a line: by its path, its input or its name in the text, or the only field. */
function fieldOf(line: string, controls: readonly Control[]): Control | undefined {
  const path = /^(?:input\.?)?([\w.]*)(?=:)/.exec(line)?.[1]?.split('.').filter(Boolean) ?? []
  const last = path.at(-1)
  const words = new Set(line.split(/[\s'"(),;:]+/))
  const texts = controls.filter(({ type }) => type !== 'checkbox')
  const at = path.join('.')
  return (
    texts.find(({ name }) => at === name || (name !== '' && at.startsWith(`${name}.`))) ??
    texts.find(({ name }) => path.includes(name)) ??
    texts.find(({ name, dataset: { names = '' } }) =>
      path.some((part) => part.startsWith(name) || names.split(' ').includes(part)),
    ) ??
    texts.find(({ value }) => last !== undefined && value.includes(last)) ??
    texts.find(({ value }) => words.has(value) || (value.length > 4 && line.includes(value))) ??
    texts.find(({ name }) => words.has(name)) ??
    (texts.length === 1 ? texts[0] : undefined)
  )
}
