import type { Predicate } from './compile.ts'
import { fold } from './fold.ts'
import { propertyReader } from './property-reader.ts'

/**
 * The predicate of a `q` parameter: one of the properties begins with the keyword, in any case (documents 1
 * to 3 say startsWith and nothing about case). An empty keyword matches every record that has a value.
 */
export function startsWithKeyword(keyword: string, properties: readonly string[]): Predicate {
  const wanted = fold(keyword)
  return anyText(properties, (text) => fold(text.slice(0, wanted.length)).startsWith(wanted))
}

/** The predicate of a keyword that is looked for anywhere in the properties, in any case (group rules). */
export function containsKeyword(keyword: string, properties: readonly string[]): Predicate {
  const wanted = fold(keyword)
  return anyText(properties, (text) => fold(text).includes(wanted))
}

/** Puts the records whose property is the whole keyword first and keeps the order otherwise (document 2, q). */
export function exactFirst<R extends object>(records: readonly R[], keyword: string, property: string): R[] {
  const wanted = fold(keyword)
  const isExact = anyText([property], (text) => fold(text) === wanted)
  const exact = records.filter(isExact)
  return exact.length === 0 ? [...records] : [...exact, ...records.filter((record) => !isExact(record))]
}

function anyText(properties: readonly string[], test: (text: string) => boolean): Predicate {
  const readers = properties.map(propertyReader)
  return (record) =>
    readers.some((read) => {
      const value = read(record)
      return typeof value === 'string' && test(value)
    })
}
