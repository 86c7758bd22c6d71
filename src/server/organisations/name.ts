const pattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Whether a text can be the name of an organisation. */
export function isOrganisationName(text: string): boolean {
  return pattern.test(text)
}

/** The message for a text that can be none. */
export function nameProblem(text: string): string {
  return `name: expected up to 63 lower-case letters, digits and hyphens, got "${text.slice(0, 100)}"`
}

/** A name for an organisation that was given none. */
export function randomName(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return `o${Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')}`
}
