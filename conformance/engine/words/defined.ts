/** An object whose members that may be undefined may be left out instead. */
type Defined<Whole> = {
  [Name in keyof Whole as undefined extends Whole[Name] ? never : Name]: Whole[Name]
} & {
  [Name in keyof Whole as undefined extends Whole[Name] ? Name : never]?: Exclude<Whole[Name], undefined>
}

/** The same object without the members that are undefined. */
export function defined<Whole extends object>(whole: Whole): Defined<Whole> {
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  ) as Defined<Whole>
}
