import { randomInt } from 'node:crypto'
import type { Forms } from '../plan/forms.ts'
import type { Unique } from './given-types.ts'
import type { Ledger } from '../clean-up/ledger.ts'
import type { Redactor } from '../wire/redaction.ts'

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A seed computed from a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** An id for a run: six characters, the first a letter. */
export function newRunId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz'
  const all = `${letters}23456789`
  return Array.from({ length: 6 }, (_, at) =>
    at === 0 ? letters[randomInt(letters.length)] : all[randomInt(all.length)],
  ).join('')
}

/** The start of every name of a run. */
export function markerOf(runId: string): string {
  return `cf-${runId}`
}

/** The run's marker without signs, for logins that take none. */
function plainMarker(marker: string): string {
  return marker.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The run's marker in digits alone, two for each character of the run's id. */
function digitMarker(marker: string): string {
  return plainMarker(marker)
    .slice('cf'.length)
    .replaceAll(/./g, (character) => String(Number.parseInt(character, 36)).padStart(2, '0'))
}

/** The spellings of a marker in a login: unchanged, without signs, or in digits alone. */
export function markersOfLogins(marker: string): readonly [string, string, string] {
  return [marker, plainMarker(marker), digitMarker(marker)]
}

/** The start of every login of a run. */
export function startOfLogins(form: string, marker: string): string {
  const [name, plain, digits] = markersOfLogins(marker)
  const start = form
    .replace('{name}', `${name}-{}`)
    .replace('{plain}', `${plain}{}`)
    .replace('{digits}', `${digits}{}`)
  return start.split('{}')[0] ?? ''
}

/** Letters of passwords: they can spell no word of a name of a run or a person. */
const letters = 'hjkqvwz'

/**
 * Twelve letters for a password, which contain no part of a login. The letters spell no counter and no word of a login.
 * Only a run's id may consist of the same letters: then it draws again.
 */
function randomLetters(marker: string): string {
  const runId = marker.slice(marker.lastIndexOf('-') + 1)
  for (;;) {
    const drawn = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
    if (!drawn.includes(runId)) return drawn
  }
}

/** The source of unique values of a run; `forms` may change until the first check begins. */
export function createUnique(marker: string, ledger: Ledger, redactor: Redactor, forms: Forms): Unique {
  let count = 0
  const random = seeded(seedOf(marker))
  const name = (hint?: string): string => `${marker}-${++count}${hint === undefined ? '' : `-${hint}`}`
  return Object.assign(name, {
    login: () => {
      const [, plain, digits] = markersOfLogins(marker)
      const named = name()
      const number = String(count).padStart(5, '0')
      return forms.login
        .replaceAll('{name}', named)
        .replaceAll('{plain}', plain + number)
        .replaceAll('{digits}', digits + number)
    },
    email: () => `${name('mail')}@example.com`,
    password: () => {
      const password = forms.password.replaceAll('{random}', () => randomLetters(marker))
      redactor.add('password', password)
      return password
    },
    names: () => ({ firstName: 'Casey', lastName: 'Fern', ...forms.profile }),
    near: (id: string, how: 'longer' | 'shorter' = 'longer') => {
      const other = how === 'longer' ? `${id}x` : id.slice(0, -1)
      ledger.addNonexistentId(other)
      return other
    },
    draw: (below: number) => Math.floor(random() * below),
    unknownId: () => {
      const id = `none${marker.replaceAll('-', '')}${++count}`
      ledger.addNonexistentId(id)
      return id
    },
  })
}
