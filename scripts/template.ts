import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A generated page: its template in `scripts/templates/` has the prose, with a `{{slot}}` for each text that comes from
 * data.
 *
 * @throws Error when a slot gets no text.
 */
export function filled(path: string, slots: Readonly<Record<string, string>>): string {
  const template = readFileSync(join(import.meta.dirname, 'templates', path), 'utf8')
  return template.replaceAll(/\{\{(\w+)\}\}/g, (slot, name: string) => {
    const text = slots[name]
    if (text === undefined) throw new Error(`${path}: no text for ${slot}`)
    return text
  })
}
