/** Whether a value of JSON has more levels than that. */
export function nests(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => nests(part, levels - 1))
}

/** The most levels of a file that is read: functions that walk through it call themselves at each. */
export const levelsOfFile = 500
