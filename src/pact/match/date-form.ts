const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September']
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const names = (list: readonly string[], letters: number): string =>
  list.map((name) => (letters > 3 ? name : name.slice(0, 3))).join('|')
const allMonths = [...months, 'October', 'November', 'December']

const minute = '[0-5]?\\d'
const hourOfZone = '(?:0?\\d|1[01])'

/** An offset from UTC, by the number of letters: `+01`, `+0100`, `+01:00`. */
function offset(letters: number): string {
  if (letters === 1) return `[+-]+${hourOfZone}(?:${minute})?`
  if (letters === 2) return `[+-]+${hourOfZone}${minute}`
  if (letters === 3) return `[+-]+${hourOfZone}:${minute}`
  if (letters === 4) return `[+-]+${hourOfZone}${minute}(?:${minute})?`
  return `[+-]+${hourOfZone}:${minute}(?::${minute})?`
}

const month = '0?[1-9]|1[0-2]'
const year = (letters: number): string => `\\d{1,${letters}}`

/** The letters of a format of Java, each with the texts that it stands for. */
const letterForms: Readonly<Record<string, (letters: number) => string>> = {
  G: () => 'ad|bc',
  y: year,
  Y: year,
  u: year,
  M: (letters) => (letters > 2 ? names(allMonths, letters) : month),
  L: () => month,
  d: () => '0?[1-9]|[12]\\d|3[01]',
  D: () => '\\d{1,3}',
  E: (letters) => names(days, letters),
  e: () => '[1-7]',
  a: () => 'am|pm',
  H: () => '[01]?\\d|2[0-3]',
  k: () => '0?[1-9]|1\\d|2[0-4]',
  h: () => month,
  K: () => '0?\\d|1[01]',
  m: () => minute,
  s: () => `${minute}|60`,
  S: (letters) => `\\d{1,${letters}}`,
  n: (letters) => `\\d{1,${letters}}`,
  X: (letters) => `Z|${offset(letters)}`,
  x: offset,
  Z: (letters) =>
    letters < 4 ? offset(2) : letters === 4 ? '(?:GMT|UTC)(?:[+-]\\d\\d?:\\d\\d)?' : offset(3),
  z: () => '[A-Z]{3,4}',
  V: () => '\\w+/\\w+',
}

/**
 * The texts that a format of Java (`yyyy-MM-dd'T'HH:mm:ss`) stands for, as the verifier reads it. Undefined for a format
 * that it cannot read.
 */
export function dateForm(format: string): RegExp | undefined {
  let form = ''
  const token = /''|'((?:[^']|'')+)'|([A-Za-z])\2*|([^A-Za-z\d'{}[\]]+)/y
  for (let found = token.exec(format); found; found = token.exec(format)) {
    const [whole, quoted, letter, other] = found
    const of = letter === undefined ? undefined : letterForms[letter]
    if (letter !== undefined && !of) return undefined
    form += of ? `(?:${of(whole.length)})` : literal(other ?? quoted?.replaceAll("''", "'") ?? "'")
    if (token.lastIndex === format.length) return new RegExp(`^${form}$`, 'i')
  }
  return undefined
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
