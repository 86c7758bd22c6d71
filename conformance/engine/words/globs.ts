/** A glob as a pattern: `*` stands for anything. */
export function globPattern(glob: string): RegExp {
  return new RegExp(`^${glob.split('*').map(literal).join('.*')}$`)
}

/** A text as part of a pattern that fits just that text. */
function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
