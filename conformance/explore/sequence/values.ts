import type { Rng } from './rng.ts'

/** Names of people, some of which servers handle wrongly. */
const words = [
  'Ann',
  'anna',
  'ANNA',
  'Bo',
  "O'Neil",
  'van der Berg',
  'Zoë',
  'Zoe',
  'Ångström',
  'Jean-Luc',
  'and',
  'or',
  'not',
  'null',
  'true',
  '007',
  '12345',
  '50%',
  'a_b',
  'a*b',
  'A & B',
  'x+y',
  'say "hi"',
  'back\\slash',
  '<b>Fern</b>',
  '(round)',
  'semi;colon',
  'comma, dot.',
  'ünï',
  '李雷',
  'Łukasz',
  'tab-le',
  'two  blanks',
  '😀 face',
] as const

/** Many characters at once that servers change when they store them, short enough for the name of a rule. */
const packed = ' <b>&"\'\\%+_* Zoe\u0308ß字😀  E '

/** Texts that servers change when they store them, short enough for the smallest limit. */
export const signTexts = [`${packed}%20#/?;=,.(x)\t\nİﬁØ lon er`, '0012', 'null'] as const

/** The ends of names of groups, rules and clients. */
export const nameTails = [packed, '', ' CASE 007', ' two  blanks', ' trailed '] as const

/** Lists of redirect URIs, in spellings that servers change. */
export const redirects = [
  ['https://app.example.com/cb', 'https://b.example.com/cb?x=1', 'http://localhost:3000/cb'],
  ['https://App.Example.com/Cb'],
  ['https://b.example.com/cb?x=1', 'https://app.example.com/cb/'],
  ['https://app.example.com:443/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'],
] as const

/** The end of a local part with the signs that most services take. */
export const manySigns = ".o'neil+tag_x-y"

/** The local parts of logins: letters of RFC 5322, 3.2.3, that have a meaning in addresses of the web. */
export const loginTails = [
  '.ann',
  manySigns,
  '.bob',
  '.Mixed-Case',
  ".#%25&=!$~^{|}`*'+",
  '_under',
  '.x%y+z',
] as const

/** The letters of a text; a letter of two code units counts once. */
export function lettersOf(text: string): string[] {
  return Array.from(text)
}

/** Some words of one sequence, some almost the same, so that values meet. */
export function wordsFor(rng: Rng): string[] {
  const chosen = Array.from({ length: 4 }, () => rng.pick(words) as string)
  const [first = 'Ann', second = 'Bo'] = chosen
  return [
    ...chosen,
    first.toUpperCase(),
    `${first}x`,
    second.toLowerCase(),
    lettersOf(second).slice(0, -1).join('') || second,
    `${second} ${first}`,
  ].filter((word) => word.trim() === word && word.length > 0)
}

/** A text of `length` characters. */
export function longText(rng: Rng, length: number, head = ''): string {
  const letter = rng.pick(['x', 'é', 'Ж', '字', 'y'])
  return head + letter.repeat(Math.max(0, length - lettersOf(head).length))
}

/** Texts at or over a limit. Letters count as code points, as units of UTF-16, or together with their marks. */
export function textsAt(limit: number, isOver: boolean): Readonly<Record<string, string>> {
  const half = isOver ? limit + 1 : Math.floor(limit / 2)
  const count = isOver ? limit + 1 : limit
  return {
    ascii: 'x'.repeat(count),
    latin: 'é'.repeat(count),
    han: '字'.repeat(count),
    emoji: '😀'.repeat(half),
    marks: 'e\u0301'.repeat(half),
  }
}

/** Properties of the profile that accept any text (Users, Profile). */
export const freeProperties = [
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
  'title',
  'displayName',
  'nickName',
  'streetAddress',
  'city',
  'state',
  'zipCode',
  'postalAddress',
  'userType',
  'employeeNumber',
  'costCenter',
  'organization',
  'division',
  'department',
  'managerId',
  'manager',
] as const

/** Properties with a fixed form, and fitting values. */
export const formedProperties: Readonly<Record<string, readonly string[]>> = {
  primaryPhone: ['+31 20 555 0100', '0'],
  mobilePhone: ['+31 6 5550 0101', '555-0102'],
  countryCode: ['NL', 'US', 'DE'],
  preferredLanguage: ['en', 'en-GB', 'de'],
  locale: ['en_US', 'de_DE', 'fr_FR'],
  timezone: ['Europe/Amsterdam', 'America/New_York'],
  profileUrl: ['https://people.example.com/casey', 'http://example.com/a?b=c'],
}

/** The spelling of a property in the names of requirements. */
export function slugOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
