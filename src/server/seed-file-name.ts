/** Whether a text names a seed file: YAML, JSON, or a module with a default export. */
export function isSeedFile(dataset: string): boolean {
  return /\.(?:ya?ml|json|[cm]?[jt]s)$/i.test(dataset)
}

/** Whether a text names data: a sample data set of the package, or a seed file. */
export function namesData(text: string): boolean {
  return isSeedFile(text) || /^(?:demo|empty|examples|large(?::\d+)?)$/.test(text)
}
