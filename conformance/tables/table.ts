/** Keeps the slugs or ids of a table as literal types: a misspelt id built from them does not compile. */
export function tableOf<Row, Key extends 'slug' | 'id' = 'slug'>() {
  return <const Name extends string>(rows: readonly (Row & Readonly<Record<Key, Name>>)[]) => rows
}
