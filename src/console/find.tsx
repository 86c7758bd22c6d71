import type { JSX } from 'preact'

/** Whether a text has every word that somebody looks for, in any case. */
export function hasWords(text: string, find: string): boolean {
  const line = text.toLowerCase()
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => line.includes(word))
}

/** The search field above a list. */
export function Find({
  text,
  change,
  ...hints
}: {
  readonly text: string
  readonly change: (text: string) => void
  readonly placeholder: string
  readonly title?: string
}): JSX.Element {
  return (
    <label>
      Find
      <input type="search" value={text} onInput={(event) => change(event.currentTarget.value)} {...hints} />
    </label>
  )
}
