import { expect, test } from 'vitest'
import * as formats from '../../../src/contract/formats/index.ts'
import { cpuTime } from '../../support/cpu-time.ts'

const long = 100_000

/** Texts of some 100,000 characters that match for long and fail late, or nearly match over and over. */
const hostile: Record<string, string> = {
  'one letter': 'a'.repeat(long),
  'letters and a late fault': `${'a'.repeat(long)}@${'a'.repeat(long)}.`,
  'dotted atoms': 'a.'.repeat(long / 2),
  'dotted atoms before an @': `${'a.'.repeat(long / 2)}a@b..`,
  'dotted atoms behind an @': `a@${'a.'.repeat(long / 2)}`,
  'many @': '@'.repeat(long),
  dots: '.'.repeat(long),
  'letters outside ASCII': `${'é.'.repeat(long / 2)}@`,
  'characters outside the basic plane': `${'😀'.repeat(long / 2)}@`,
  'language ranges': `${'en,'.repeat(long / 3)}!`,
  'language subtags': `en${'-a'.repeat(long / 2)}!`,
  'weighted ranges': `${'*;q=0.000 , '.repeat(long / 12)}!`,
  'spaces within a list': `en${' '.repeat(long)}!`,
  'spaces around many elements': `${`en${' '.repeat(300)},`.repeat(long / 300)}!`,
  'a weight that never comes': 'en ;'.repeat(long / 4),
  'a long path': `https://example.com/${'a/'.repeat(long / 2)} `,
  'a long host': `https://${'a.'.repeat(long / 2)}`,
  'a long scheme': `${'a'.repeat(long)}+`,
  'percent escapes': `x:${'%41'.repeat(long / 3)}%`,
  slashes: `https:${'/'.repeat(long)}`,
  digits: '0'.repeat(long),
  'decomposed marks': `a${'\u0301\u0323'.repeat(long / 2)}`,
}

const functions = Object.entries(formats) as [string, (value: string) => unknown][]

test.each(functions)('%s takes time linear in the length of a hostile text', (_, format) => {
  for (const [name, text] of Object.entries(hostile)) {
    // Linear work takes a few milliseconds here, quadratic work some ten seconds.
    expect(
      cpuTime(() => format(text)),
      name,
    ).toBeLessThan(1000)
  }
})
