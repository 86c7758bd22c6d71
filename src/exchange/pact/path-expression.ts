/** A step of a path: a member's name, an index, or any of them. */
export type Step = string | number | typeof any | typeof anyIndex

/** Stands for any member or element. */
export const any = Symbol('any')

/** Stands for any element. */
export const anyIndex = Symbol('any index')

/** Reads a path expression of a matching rule, such as `$.users[*]['first name']`. */
export function parsePath(expression: string): readonly Step[] {
  const steps: Step[] = []
  const step =
    /\.\.?([^.[\]*]+)|\.?(\*)|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\[\s*(\d+|\*)\s*\]/y
  step.lastIndex = expression.startsWith('$') ? 1 : 0
  for (let found = step.exec(expression); found; found = step.exec(expression)) {
    const [, dotted, star, single, double, index] = found
    if (star !== undefined) steps.push(any)
    else if (index === '*') steps.push(anyIndex)
    else if (index !== undefined) steps.push(Number(index))
    else steps.push(dotted ?? single ?? double ?? '')
  }
  return steps
}

/** Writes a path expression; names that need it stand in brackets. */
export function pathText(steps: readonly Step[]): string {
  return `$${steps
    .map((step) => {
      if (step === any) return '.*'
      if (step === anyIndex) return '[*]'
      if (typeof step === 'number') return `[${step}]`
      return /^[A-Za-z_][\w-]*$/.test(step) ? `.${step}` : `['${step}']`
    })
    .join('')}`
}

/**
 * How well an expression fits a place; 0 if it does not fit. An expression that ends above the place also fits. Longer
 * and more exact expressions fit better.
 */
export function weightOf(expression: readonly Step[], place: readonly (string | number)[]): number {
  if (expression.length > place.length) return 0
  let weight = 1
  for (const [index, step] of expression.entries()) {
    if (step === any || (step === anyIndex && typeof place[index] === 'number')) continue
    if (step !== place[index]) return 0
    weight *= 2
  }
  return weight * (expression.length + 1)
}
