import { en } from '@faker-js/faker'

/**
 * The English names of faker as our own table. So builders of people need not load the rest of faker. A test compares
 * the names with those of faker.
 */
export function renderEnglishNames(): string {
  const { first_name: first, last_name: last, last_name_pattern: pattern } = en.person!
  const list = (names: readonly string[] | undefined): string => {
    const text = names!.join(';')
    return `list(\n      ${text.includes("'") ? JSON.stringify(text) : `'${text}'`},\n    )`
  }
  const weighted = pattern!.generic!.map(({ value, weight }) => `{ value: '${value}', weight: ${weight} }`)
  return `// Written by \`npm run docs\`, from the English names of @faker-js/faker (MIT licence).
import type { PersonNames } from '../src/fixtures/build/person-names.ts'

const list = (names: string): readonly string[] => names.split(';')

/** English names, by the keys that faker has for them. */
export const englishNames: PersonNames = {
  first_name: {
    generic: ${list(first!.generic)},
    female: ${list(first!.female)},
    male: ${list(first!.male)},
  },
  last_name: {
    generic: ${list(last!.generic)},
  },
  last_name_pattern: {
    generic: [
      ${weighted.join(',\n      ')},
    ],
  },
}
`
}
