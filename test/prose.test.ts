import { expect, test } from 'vitest'
import { commentsOf, type TextOfCode, testNamesOf } from '../scripts/prose/code.ts'
import { bannedForms } from '../scripts/prose/forms.ts'
import { lintProse } from '../scripts/prose/lint.ts'

const found = (texts: readonly TextOfCode[]): string[] =>
  texts.flatMap(({ line, text }) =>
    lintProse(text, bannedForms).map((mistake) => `${line + mistake.line - 1}: ${mistake.message}`),
  )

test('npm run prose finds long sentences, sentences without a noun and banned forms on pages', () => {
  const page = `# Title\n\nWhat it does. A${' word'.repeat(20)}.\n\n| A | B |\n|---|---|\n| made anew | \`anew\` |\n`
  expect(found([{ line: 1, text: page }])).toEqual([
    '3: "What it does.": expected a sentence that begins with a noun',
    expect.stringMatching(/^3: "A word .*: expected at most 20 words, got 21$/),
    '7: "made anew": expected "again", got "anew"',
  ])
  expect(lintProse('Each deviant breaks a clause.')).toHaveLength(2)
})

test('npm run prose reads comments with their tags, and leaves code in them out', () => {
  const source = [
    'const text = 1 // anew',
    '/**',
    ' * Reads `anew`, {@link anew} and docs/anew.md.',
    ' *',
    ' * @param other What is told to it.',
    ' */',
    '  // none of',
    '  // oxlint-disable-next-line anew',
  ].join('\n')
  expect(found(commentsOf(source))).toEqual([
    '5: "What is told to it.": expected a sentence that begins with a noun',
    '5: "What is told to it.": expected "reports, says, shows", got "is told"',
    '7: "none of": expected "no …", got "none of"',
  ])
})

test('npm run prose reads the names of tests, also of tables', () => {
  const source = "test('one', f)\ntest.each([1])('%s two', f)\n])('three', f)\nit.call('four')\n"
  expect(testNamesOf(source).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '1 one',
    '2 %s two',
    '3 three',
  ])
})
