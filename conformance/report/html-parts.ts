import { escapeHtml } from './escape.ts'

/** A section of a page; nothing without parts. The title is text, and the parts HTML. */
export function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<section><h2>${escapeHtml(title)}</h2>${parts.join('')}</section>`
}

/** A list of HTML as the parts of a section. */
export function list(items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`]
}

/** A text whose parts in backticks are code. */
export function coded(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')
}
