import { secretFields } from '../contract/secrets.ts'
import { objectOf } from './json.ts'

/** The texts that recorders write instead of a secret. */
const redactedText =
  /^(?:\[?<?(?:secret|redacted|removed|filtered|hidden|masked|sanitized)>?\]?|\*{3,}|x{5,})$/i

/** Whether a text replaces a secret. */
export function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && redactedText.test(value)
}

/** Replaces a removed password; the policy accepts it. */
export const redactedPassword = 'Struck0ut-Kept-Here'

/** Inserts secrets of the mock where the recorder removed those of a body. */
export class Restorer {
  #serial = 0
  #found = false

  /** The body with secrets again, and whether any was missing. */
  body(value: unknown): { readonly body: unknown; readonly wasRedacted: boolean } {
    this.#found = false
    const body = this.#walk(value, '')
    return { body, wasRedacted: this.#found }
  }

  #walk(value: unknown, name: string): unknown {
    if (secretFields().get(name) === 'password' && hasRedacted(value)) {
      this.#found = true
      // A new password differs from the old one.
      return { value: name.startsWith('new') ? `${redactedPassword}-${++this.#serial}` : redactedPassword }
    }
    if (isRedacted(value)) {
      this.#found = true
      return redactedAnswer
    }
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, name))
    const object = objectOf(value)
    if (!object) return value
    return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, this.#walk(item, key)]))
  }
}

function hasRedacted(value: unknown): boolean {
  if (isRedacted(value)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRedacted)
}

/** Replaces a removed answer to a recovery question. */
export const redactedAnswer = 'struck out answer'
