/** A part of a URL, percent-decoded; as it is where it cannot be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
