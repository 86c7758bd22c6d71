import { secretFields } from '../contract/secrets.ts'
import { objectOf } from './json.ts'

/** The texts that recorders write instead of a secret. */
const struckText =
  /^(?:\[?<?(?:secret|redacted|removed|filtered|hidden|masked|sanitized)>?\]?|\*{3,}|x{5,})$/i

/** Whether a text replaces a secret. */
export function isStruck(value: unknown): boolean {
  return typeof value === 'string' && struckText.test(value)
}

/** Replaces a removed password; the policy accepts it. */
export const struckPassword = 'Struck0ut-Kept-Here'

/** Inserts secrets of the mock where the recorder removed those of a body. */
export class Unstrike {
  #serial = 0
  #found = false

  /** The body with secrets again, and whether any was missing. */
  body(value: unknown): { readonly body: unknown; readonly wasStruck: boolean } {
    this.#found = false
    const body = this.#walk(value, '')
    return { body, wasStruck: this.#found }
  }

  #walk(value: unknown, name: string): unknown {
    if (secretFields().get(name) === 'password' && hasStruck(value)) {
      this.#found = true
      // A new password differs from the old one.
      return { value: name.startsWith('new') ? `${struckPassword}-${++this.#serial}` : struckPassword }
    }
    if (isStruck(value)) {
      this.#found = true
      return struckAnswer
    }
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, name))
    const object = objectOf(value)
    if (!object) return value
    return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, this.#walk(item, key)]))
  }
}

function hasStruck(value: unknown): boolean {
  if (isStruck(value)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasStruck)
}

/** Replaces a removed answer to a recovery question. */
export const struckAnswer = 'struck out answer'
