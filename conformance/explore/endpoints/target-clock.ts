import type { Json } from '../../engine/wire/reply.ts'

type Control = (action: string, input: Json) => Promise<Json>

/** Wraps a control plane whose clock sequences may command. `putBack` sets the clock to the time without these commands. */
export async function clockKept(
  act: Control | undefined,
): Promise<{ control: Control | undefined; putBack: () => Promise<void> }> {
  if (act === undefined) return { control: act, putBack: async () => {} }
  const begun = performance.now()
  const { now, frozen }: Json = await act('describe', {}).catch(() => ({}))
  let isMoved = false
  return {
    control: (action, input) => {
      isMoved ||= action === 'advanceClock'
      return act(action, input)
    },
    putBack: async () => {
      if (!isMoved || typeof now !== 'string') return
      const passed = frozen === true ? 0 : performance.now() - begun
      await act('setClock', { to: new Date(Date.parse(now) + passed).toISOString() }).catch(() => {})
    },
  }
}
