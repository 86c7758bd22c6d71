import { maxTextLength } from '../limits.ts'
import { boundedText, textOf } from '../values.ts'
import { defineFunction, type ExpressionFunction } from './define.ts'

const input = { name: 'input', type: 'string' } as const
const search = { name: 'search', type: 'string' } as const
const replacement = { name: 'replacement', type: 'string' } as const

export const stringFunctions: readonly ExpressionFunction[] = [
  defineFunction({
    name: 'String.append',
    parameters: [input, { name: 'suffix', type: 'string' }],
    returns: 'string',
    summary: 'The input with the suffix after it. Null counts as an empty string.',
    example: { call: 'String.append("Rome", " office")', result: 'Rome office' },
    run: ([input, suffix]) => boundedText((input ?? '') + (suffix ?? '')),
  }),
  defineFunction({
    name: 'String.join',
    parameters: [{ name: 'separator', type: 'string' }],
    rest: [{ name: 'string', type: 'string' }],
    returns: 'string',
    summary: 'The strings one after the other, the separator between them. Null counts as an empty string.',
    example: { call: 'String.join("-", "a", "b", "c")', result: 'a-b-c' },
    run: ([separator, ...strings]) => boundedText(strings.map(textOf).join(separator ?? '')),
  }),
  defineFunction({
    name: 'String.len',
    parameters: [input],
    returns: 'number',
    summary: 'How many characters (UTF-16 units) the input has; 0 for null.',
    example: { call: 'String.len("Rome")', result: 4 },
    run: ([input]) => input?.length ?? 0,
  }),
  defineFunction({
    name: 'String.removeSpaces',
    parameters: [input],
    returns: 'string',
    summary: 'The input without its white space; null for null.',
    example: { call: 'String.removeSpaces("New York City")', result: 'NewYorkCity' },
    run: ([input]) => input?.replaceAll(/\s/g, '') ?? null,
  }),
  defineFunction({
    name: 'String.replace',
    parameters: [input, search, replacement],
    returns: 'string',
    summary:
      'The input with every occurrence of the search string replaced. The search string is taken literally; an empty or null one changes nothing. Null for null.',
    example: { call: 'String.replace("one.two.three", ".", "-")', result: 'one-two-three' },
    run: ([input, search, replacement]) => {
      if (input === null || !search) return input
      const parts = input.split(search)
      const grown = input.length + (parts.length - 1) * ((replacement ?? '').length - search.length)
      // The length is known before the text is made, which could be larger than memory.
      return grown > maxTextLength ? null : parts.join(replacement ?? '')
    },
  }),
  defineFunction({
    name: 'String.replaceFirst',
    parameters: [input, search, replacement],
    returns: 'string',
    summary:
      'The input with the first occurrence of the search string replaced. The search string is taken literally; an empty or null one changes nothing. Null for null.',
    example: { call: 'String.replaceFirst("one.two.three", ".", "-")', result: 'one-two.three' },
    run: ([input, search, replacement]) => {
      if (input === null || !search) return input
      // A function, because a replacement string would give `$&` a meaning.
      return boundedText(input.replace(search, () => replacement ?? ''))
    },
  }),
  defineFunction({
    name: 'String.startsWith',
    parameters: [input, { name: 'prefix', type: 'string' }],
    returns: 'boolean',
    summary: 'Whether the input begins with the prefix, case-sensitive. False when one of them is null.',
    example: { call: 'String.startsWith("Engineering", "Eng")', result: true },
    run: ([input, prefix]) => input !== null && prefix !== null && input.startsWith(prefix),
  }),
  defineFunction({
    name: 'String.stringContains',
    parameters: [input, search],
    returns: 'boolean',
    summary: 'Whether the search string occurs in the input, case-sensitive. False when one of them is null.',
    example: { call: 'String.stringContains("Engineering", "gin")', result: true },
    run: ([input, search]) => input !== null && search !== null && input.includes(search),
  }),
  defineFunction({
    name: 'String.stringSwitch',
    parameters: [input, { name: 'default', type: 'string' }],
    rest: [
      { name: 'key', type: 'string' },
      { name: 'value', type: 'string' },
    ],
    returns: 'string',
    summary:
      'The value after the first key that occurs anywhere in the input. The default when no key occurs or the input is null.',
    example: {
      call: 'String.stringSwitch("Sales, EMEA", "world", "APAC", "east", "EMEA", "west")',
      result: 'west',
    },
    run: ([input, fallback, ...pairs]) => {
      if (input === null) return fallback
      for (let index = 0; index < pairs.length; index += 2) {
        const key = pairs[index] ?? null
        if (key !== null && input.includes(key)) return pairs[index + 1] ?? null
      }
      return fallback
    },
  }),
  defineFunction({
    name: 'String.substring',
    aliases: ['substring'],
    parameters: [input, { name: 'start', type: 'number' }, { name: 'end', type: 'number' }],
    returns: 'string',
    summary:
      'The characters from the start index, counted from 0, up to and without the end index. Indexes outside the input are moved to its ends; when start is not before end, the result is empty. Null when an argument is null.',
    example: { call: 'String.substring("Engineering", 0, 3)', result: 'Eng' },
    run: ([input, start, end]) => {
      if (input === null || start === null || end === null) return null
      return input.slice(Math.max(0, start), Math.max(0, end))
    },
  }),
  defineFunction({
    name: 'String.substringAfter',
    aliases: ['substringAfter'],
    parameters: [input, search],
    returns: 'string',
    summary:
      'The text after the first occurrence of the search string; empty when it does not occur or is null. Null for null.',
    example: { call: 'String.substringAfter("ada@example.com", "@")', result: 'example.com' },
    run: ([input, search]) => {
      if (input === null || search === null) return input === null ? null : ''
      const at = input.indexOf(search)
      return at < 0 ? '' : input.slice(at + search.length)
    },
  }),
  defineFunction({
    name: 'String.substringBefore',
    aliases: ['substringBefore'],
    parameters: [input, search],
    returns: 'string',
    summary:
      'The text before the first occurrence of the search string. The whole input when it does not occur or is null. Null for null.',
    example: { call: 'String.substringBefore("ada@example.com", "@")', result: 'ada' },
    run: ([input, search]) => {
      if (input === null || search === null) return input
      const at = input.indexOf(search)
      return at < 0 ? input : input.slice(0, at)
    },
  }),
  defineFunction({
    name: 'String.toLowerCase',
    aliases: ['toLowerCase'],
    parameters: [input],
    returns: 'string',
    summary: 'The input in lower case; null for null.',
    example: { call: 'String.toLowerCase("Rome")', result: 'rome' },
    run: ([input]) => input?.toLowerCase() ?? null,
  }),
  defineFunction({
    name: 'String.toUpperCase',
    aliases: ['toUpperCase'],
    parameters: [input],
    returns: 'string',
    summary: 'The input in upper case; null for null.',
    example: { call: 'String.toUpperCase("Rome")', result: 'ROME' },
    run: ([input]) => input?.toUpperCase() ?? null,
  }),
]
