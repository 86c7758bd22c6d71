/** Whether a text names a seed file: YAML, JSON, or a module with a default export. */
export function isSeedFile(world: string): boolean {
  return /\.(?:ya?ml|json|[cm]?[jt]s)$/i.test(world)
}
