/** Keeps the slugs of a table, or its ids, as literal types, so that a misspelled id made of one does not compile. */
export function tableOf<Row, Key extends 'slug' | 'id' = 'slug'>() {
  return <const Name extends string>(rows: readonly (Row & Readonly<Record<Key, Name>>)[]) => rows
}
