/** A style sheet as text: the console puts it into its own root. */
declare module '*.css?inline' {
  const text: string
  export default text
}
