import type { Mutant } from './mutants.ts'

/** A change that changes nothing that a caller can see. */
type Equivalent = {
  file: string
  /** What stands there, as far as it tells it from others. */
  original: string
  /** What it becomes; any change of `original` if absent. */
  replacement?: string
  reason: string
}

export const equivalents: Equivalent[] = [
  {
    file: 'src/query/lexer.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'the value of the token at the end is read by nothing: the parser looks at its kind',
  },
  {
    file: 'src/model/store/cursor.ts',
    original: 'known !== undefined',
    replacement: 'false',
    reason: 'a seal that was made before is kept to save time; made again, it is the same',
  },
  {
    file: 'src/model/store/rows.ts',
    original: 'chunk !== undefined && this.#owned[index] === true',
    replacement: 'false',
    reason: 'a chunk that nobody else holds is copied once more, which takes time and changes nothing',
  },
  {
    file: 'src/model/oauth/signing-keys.ts',
    original: '{\n      return undefined\n    }',
    reason: 'a function that ends without a return answers undefined too',
  },
  {
    file: 'src/model/groups/group-list.ts',
    original:
      "{\n        return this.#byCreation(values.flatMap((name) => this.#collection.allBy('name', fold(String(name)))))\n      }",
    reason: 'without the index the same groups are found by looking at all of them',
  },
  {
    file: 'src/model/users/one-time-tokens.ts',
    original: 'kept.length > 0',
    replacement: 'kept.length >= 0',
    reason: 'an empty list of tokens reads like none',
  },
  {
    file: 'conformance/report/diff.ts',
    original: "other?.verdict !== 'pass'",
    replacement: 'true',
    reason: 'of two verdicts that differ, one of which is pass, the other is not',
  },
  {
    file: 'conformance/engine/pace.ts',
    original: 'start > now',
    replacement: 'start >= now',
    reason: 'a wait of no time is none',
  },
  {
    file: 'conformance/engine/transport.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first part of what an expression found is read by nothing',
  },
  {
    file: 'conformance/engine/routes.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'each route has a method and a path',
  },
]

/** Why a change changes nothing, if it is one of those. */
export function reasonOf(mutant: Mutant): string | undefined {
  return equivalents.find(
    ({ file, original, replacement }) =>
      mutant.file === file &&
      mutant.original === original &&
      (replacement === undefined || mutant.replacement === replacement),
  )?.reason
}
