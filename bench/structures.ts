/** A structure that exists for speed, and the figures of its row of the bench with and without it. */
interface Structure {
  readonly structure: string
  readonly file: string
  /** The row, and its bar. */
  readonly row: string
  readonly with: string
  readonly without: string
}

/**
 * The structures for speed of the model, its queries, its views and its handlers. Measured in one process, the two in
 * turns, without HTTP, msw or the loading of code. A structure that no row needs is not worth its lines.
 */
export const structures: readonly Structure[] = [
  {
    structure: 'the text of a user or a group',
    file: '`src/views/recent-texts.ts`',
    row: 'GET one user, ≥ 0.6',
    with: '5.0 µs',
    without: '11.6 µs',
  },
  {
    structure: 'the text of `Date`',
    file: '`src/handlers/dispatcher.ts`',
    row: 'GET one user, ≥ 0.6',
    with: '2.5 µs',
    without: '2.9 µs',
  },
  {
    structure: 'the text of a client, a grant, a token',
    file: '`src/views/derived-texts.ts`',
    row: 'through msw: the last handler, ≥ 2',
    with: '2.3 µs',
    without: '5.3 µs',
  },
  {
    structure: 'the last route',
    file: '`src/handlers/router.ts`',
    row: 'through msw: the last handler, ≥ 2',
    with: '2.7 µs',
    without: '3.4 µs',
  },
  {
    structure: 'the target of a request, for all handlers',
    file: '`src/handlers/msw.ts`',
    row: 'through msw: the last handler, ≥ 2',
    with: '23 µs',
    without: '73 µs',
  },
  {
    structure: 'the target of the last request',
    file: '`src/handlers/msw.ts`',
    row: 'through msw: the last handler, ≥ 2',
    with: '23 µs',
    without: '25 µs',
  },
  {
    structure: 'a page of users',
    file: '`src/model/store/rows.ts`',
    row: 'list users, ≥ 0.8',
    with: '3.2 µs',
    without: '7.9 µs',
  },
  {
    structure: 'the texts of a page of users',
    file: '`src/views/user-view.ts`',
    row: 'list users, ≥ 0.8',
    with: '3.6 µs',
    without: '7.4 µs',
  },
  {
    structure: 'the place and the links of a page',
    file: '`src/handlers/call.ts`',
    row: 'list users, ≥ 0.8',
    with: '3.2 µs',
    without: '5.9 µs',
  },
  {
    structure: 'a query that was read',
    file: '`src/handlers/parse-input.ts`',
    row: 'search by login, ≥ 0.65',
    with: '5.3 µs',
    without: '7.9 µs',
  },
  {
    structure: 'an expression that was read',
    file: '`src/query/known-expressions.ts`',
    row: 'search by login, ≥ 0.65',
    with: '6.2 µs',
    without: '8.2 µs',
  },
  {
    structure: 'a reader of plain profiles',
    file: '`src/contract/plain-profile.ts`',
    row: 'POST user, ≥ 0.75',
    with: '20.2 µs',
    without: '28.7 µs',
  },
  {
    structure: 'the texts of links, in pieces',
    file: '`src/views/user-view.ts`',
    row: 'POST user, ≥ 0.75',
    with: '16.5 µs',
    without: '20.3 µs',
  },
  {
    structure: 'columns, for 20,000 users',
    file: '`src/model/store/columns.ts`',
    row: 'search, sorted, ≤ 5 ms for 100,000',
    with: '0.6 ms',
    without: '4.1 ms',
  },
  {
    structure: 'secondary indexes, made at their first use',
    file: '`src/model/store/table.ts`',
    row: 'heap of a user, ≤ 600 bytes for 100,000',
    with: '1,020 bytes for 10,000',
    without: '1,300 bytes',
  },
  {
    structure: 'one token of a user without a list',
    file: '`src/model/users/one-time-tokens.ts`',
    row: 'heap of an activated user, ≤ 650 bytes for 100,000',
    with: '935 bytes for 9,000',
    without: '1,111 bytes',
  },
  {
    structure: 'numbers of entries, made when they are read',
    file: '`src/model/kernel/numbered-map.ts`',
    row: 'heap of an activated user, ≤ 650 bytes for 100,000',
    with: '935 bytes for 9,000',
    without: '983 bytes',
  },
  {
    structure: 'a record written out',
    file: '`src/model/users/records.ts`',
    row: 'heap of an activated user, ≤ 650 bytes for 100,000',
    with: '935 bytes for 9,000',
    without: '976 bytes',
  },
  {
    structure: 'one text for login and e-mail address',
    file: '`src/model/users/profile-schemas.ts`',
    row: 'heap of an activated user, ≤ 650 bytes for 100,000',
    with: '935 bytes for 9,000',
    without: '976 bytes',
  },
  {
    structure: 'tables, made at their first use',
    file: '`src/model/store/indexed-collection.ts`',
    row: 'memory of 1,000 empty organisations, ≤ 150 MB',
    with: '54 kB each',
    without: '63 kB',
  },
  {
    structure: 'one empty map for all',
    file: '`src/model/kernel/empty-map.ts`',
    row: 'memory of 1,000 empty organisations, ≤ 150 MB',
    with: '51 kB each',
    without: '54 kB',
  },
  {
    structure: 'compiled rules, for the activation of 500',
    file: '`src/model/groups/rule-engine.ts`',
    row: 'none; without it the time grows with the square of their number',
    with: '0.2 s',
    without: '0.7 s',
  },
]

/** The table of `structures` for a page. */
export function structuresTable(): string {
  const rows = structures.map((each) =>
    [each.structure, each.file, each.row, each.with, each.without].join(' | '),
  )
  return `| Structure | File | Row of the bench, and its bar | With it | Without it |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}`
}
