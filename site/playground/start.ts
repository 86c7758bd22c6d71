import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'
import { sharedHere } from './share.ts'

/** The place of the playground on a page: a button, which loads it. */
export const PlaygroundStart = defineComponent(() => {
  const place = ref<HTMLElement>()
  const state = ref<'at-rest' | 'loading' | 'started' | 'failed'>('at-rest')
  const hint = ref('The mock runs in this page: no server, nothing to install.')
  let remove: (() => void) | undefined
  onMounted(() => {
    if (sharedHere())
      hint.value = 'Your link carries code for the playground. Nothing runs before you press Run.'
  })
  onBeforeUnmount(() => remove?.())
  const start = async (): Promise<void> => {
    state.value = 'loading'
    try {
      const { mountPlayground } = await import('./mount.tsx')
      remove = await mountPlayground(place.value!)
      state.value = 'started'
      place.value!.querySelector('select')?.focus({ preventScroll: true })
    } catch (error) {
      state.value = 'failed'
      hint.value = `The playground did not start: ${String(error)}`
    }
  }
  return () =>
    h('div', { class: 'playground-start' }, [
      ...(state.value === 'started'
        ? []
        : [
            h('p', { role: 'status' }, state.value === 'loading' ? 'Loading…' : hint.value),
            h(
              'button',
              {
                type: 'button',
                class: 'lead',
                disabled: state.value === 'loading',
                onClick: () => void start(),
              },
              'Start the playground',
            ),
          ]),
      h('div', { ref: place }),
    ])
})
