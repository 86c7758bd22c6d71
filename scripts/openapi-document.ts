import { openApiDocument } from '../src/contract.ts'
import { jsonText } from './json-text.ts'

/**
 * The text of `test/openapi/document.json`. Each parameter, response and property has a line, so that a diff shows the
 * one that changed. Interpretations have a page, and `generated/openapi-examples.json` contains the examples.
 */
export function renderOpenApiDocument(): string {
  const { 'x-interpretations': _, ...document } = openApiDocument()
  return jsonText(withoutExamples(document), 5)
}

/** Without the examples of bodies, and with lists of texts as one text. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? value.join(', ') : value.map(withoutExamples)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => name !== 'example' || !('schema' in value))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutExamples(member)]))
}
