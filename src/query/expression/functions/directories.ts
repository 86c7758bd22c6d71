import { defineFunction, type ExpressionFunction } from './define.ts'

/** Organisations have no directory that users come from (interpretation: rule-directory-users). */
export const directoryFunctions: readonly ExpressionFunction[] = ['Directory', 'Workday'].flatMap(
  (source) => [
    defineFunction({
      name: `has${source}User`,
      parameters: [],
      returns: 'boolean',
      summary: 'Whether the user has an account there: false, since an organisation has no directory.',
      example: { call: `has${source}User()`, result: false },
      run: () => false,
    }),
    defineFunction({
      name: `find${source}User`,
      parameters: [],
      returns: 'any',
      summary:
        "The user's account there: null, since an organisation has no directory. A property of it is null, too.",
      example: { call: `find${source}User().managerUpn`, result: null },
      run: () => null,
    }),
  ],
)
