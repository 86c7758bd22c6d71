/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

/** A value as an object; undefined for another value. */
export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** A member of a possible object, or of an object below it; undefined if it is missing. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => objectOf(found)?.[name], value)
}

/** A value as text; empty for another value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The JSON value of a text; undefined if it is empty, not JSON, or nests too deeply. */
export function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return nests(value, levelsOfFile) ? undefined : value
  } catch {
    return undefined
  }
}

/** A parser's error in one line, without the text of the file that it quotes: that may hold secrets. */
export function withoutText({ message }: Error): string {
  return message
    .split('\n', 1)[0]!
    .replace(/(?<!["']), ?(?:\.\.\.)?["'].*$/s, '')
    .replace(/".*"/s, '…')
    .replaceAll(/'([^']*)'/g, (quoted, text: string) => (/^[^\w\s]$/.test(text) ? quoted : '…'))
    .replace('…, …', '…')
    .slice(0, 120)
}

/** Whether a media type is JSON. */
export function isJsonType(mediaType = ''): boolean {
  return /[/+]json\b/i.test(mediaType)
}

/** A value as a list; empty for another value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The members of an object that are set. */
export function withoutNull(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => (value ?? undefined) !== undefined))
}

/** Headers that are an object of names to a text or a list of texts. */
export function headersOf(value: unknown): Record<string, readonly string[]> {
  const headers = Object.create(null) as Record<string, string[]>
  for (const [name, lines] of Object.entries(objectOf(value) ?? {}))
    (headers[name.toLowerCase()] ??= []).push(...(Array.isArray(lines) ? lines : [lines]).map(String))
  return headers
}

/** The texts of a list; empty for another value. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string')
}

/** The objects in a value: a single one, or those of a list. */
export function objectsOf(value: unknown): readonly Json[] {
  return [value]
    .flat()
    .map(objectOf)
    .filter((each) => each !== undefined)
}

/** A value with each text in it replaced, names of members as well; the value itself where none changes. */
export function withTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => withTexts(item, replace))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const object = objectOf(value)
  if (!object) return value
  const members = Object.entries(object).map(
    ([name, item]) => [replace(name), withTexts(item, replace)] as const,
  )
  const isSame = members.every(([name, item]) => Object.hasOwn(object, name) && object[name] === item)
  return isSame ? value : Object.fromEntries(members)
}

/** Goes through every object in a value. */
export function* objectsBelow(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  const object = objectOf(value)
  if (object) yield object
  for (const each of Object.values(value)) yield* objectsBelow(each)
}

/** Whether a value of JSON has more levels than that. */
export function nests(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => nests(part, levels - 1))
}

/** The most levels of a file that is read: functions that walk through it call themselves at each. */
export const levelsOfFile = 500
