const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each)
}

/** Text for XML 1.0: what it cannot hold at all is left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text).replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
}

/** The name of a place on a page. */
export function anchor(text: string): string {
  return `c-${text.replaceAll(/[^\w.-]+/g, '-')}`
}
