import { Refusal } from './refusal.ts'
import { causesOf, type Mistake } from './mistakes.ts'

/**
 * Makes every check, and returns their values.
 *
 * @throws The first `Refusal`, with the mistakes of every `Refusal` that has its error code.
 */
export function together<Values extends readonly unknown[]>(
  ...checks: { readonly [Index in keyof Values]: () => Values[Index] }
): Values {
  const refusals: Refusal[] = []
  const values = checks.map((check) => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
      return undefined
    }
  })
  const [first] = refusals
  if (!first) return values as unknown as Values
  const alike = refusals.filter(({ row }) => row.code === first.row.code)
  if (alike.length === 1) throw first
  const mistakes = alike.flatMap(({ details }): readonly Mistake[] => details.mistakes ?? [])
  const byText = new Map(mistakes.map((mistake) => [causesOf(mistake).join('; '), mistake]))
  throw new Refusal(first.refusal, {
    ...first.details,
    mistakes: [...byText.values()],
    more: alike.reduce((sum, { details }) => sum + (details.more ?? 0), 0),
  })
}
