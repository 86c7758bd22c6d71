/** Whether a world is named by a file: YAML, JSON, or a module whose default export it is. */
export function isSeedFile(world: string): boolean {
  return /\.(?:ya?ml|json|[cm]?[jt]s)$/i.test(world)
}
