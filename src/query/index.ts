export { compile, compileTests, type Tests } from './compile.ts'
export type { Dialect, PropertyRule, PropertyType } from './dialect.ts'
export { filterOf, logFilter, searchOf } from './dialects.ts'
export { equalities } from './equalities.ts'
export { fold } from './fold.ts'
export { containsKeyword, exactFirst, keywordTests, startsWithKeyword } from './keyword.ts'
export { parse } from './parser.ts'
export { patternTest, wholeTextTest } from './pattern.ts'
export { propertyReader } from './property-reader.ts'
export { QuerySyntaxError } from './query-syntax-error.ts'
export { type ReadExpression, readExpression } from './read-expression.ts'
export {
  FirstRows,
  type FirstSorted,
  firstSorted,
  rowOf,
  type SortKey,
  sortKey,
  type SortOrder,
} from './sort.ts'
export type { Expression, Value } from './syntax-tree.ts'
