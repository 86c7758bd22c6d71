/** Calls that went to one record: whether it is as it was, and how to judge them by that. */
interface Attempt {
  readonly isKept: boolean
  readonly judge: () => void
}

/**
 * Tries calls that change nothing all together, on one record. If one of them changed it, each is tried alone, on a new
 * record, to find which.
 */
export async function togetherOrAlone<Row>(
  rows: readonly Row[],
  attempt: (some: readonly Row[]) => Promise<Attempt>,
): Promise<void> {
  const together = await attempt(rows)
  if (together.isKept || rows.length === 1) return together.judge()
  for (const row of rows) (await attempt([row])).judge()
}
