import { type Predicate, predicateOf, type Tests } from './compile.ts'
import { fold } from './fold.ts'
import { propertyReader } from './property-reader.ts'

/**
 * The tests of a `q` parameter: one property begins with the keyword, in any case. Clients, Groups and Users say
 * startsWith and nothing about case. An empty keyword matches every record that has a value.
 */
export function keywordTests(keyword: string, properties: readonly string[]): Tests {
  const wanted = fold(keyword)
  const test = (value: unknown): boolean =>
    typeof value === 'string' && fold(value.slice(0, wanted.length)).startsWith(wanted)
  return { kind: 'or', operands: properties.map((property) => ({ kind: 'test', property, test })) }
}

/** The same as a predicate of whole records. */
export function startsWithKeyword(keyword: string, properties: readonly string[]): Predicate {
  return predicateOf(keywordTests(keyword, properties))
}

/** The predicate of a keyword that is looked for anywhere in the properties, in any case (group rules). */
export function containsKeyword(keyword: string, properties: readonly string[]): Predicate {
  const wanted = fold(keyword)
  return anyText(properties, (text) => fold(text).includes(wanted))
}

/** Puts the records whose property is the whole keyword first and keeps the order otherwise (Groups, q). */
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
