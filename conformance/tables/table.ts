/** Keeps the slugs of a table as literal types, so that a misspelled id made of one does not compile. */
export function tableOf<Row extends { readonly slug: string }>() {
  return <const Slug extends string>(rows: readonly (Row & { readonly slug: Slug })[]) => rows
}
