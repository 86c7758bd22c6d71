import type { JSX } from 'preact'

/** Outlines on a field of 24 by 24, drawn for this console. No font or image is loaded. */
const outlines = {
  overview: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2.2.7 3.5 2.5 3.5 5.2',
  groups:
    'M12 9a3 3 0 1 0 0-6a3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6a3 3 0 0 0 0 6zM18 21a3 3 0 1 0 0-6a3 3 0 0 0 0 6zM12 9v3M6 15c0-2 1-3 3-3h6c2 0 3 1 3 3',
  rules: 'M4 5h16l-6 7.5V19l-4-2v-4.5z',
  clients: 'M4 5h16v14H4zM4 9.5h16M7 7.3h.01M10 7.3h.01',
  journal: 'M4 8h15M15 4l4 4l-4 4M20 16H5M9 12l-4 4l4 4',
  mails: 'M3 6h18v13H3zM3.5 7l8.5 6.5L20.5 7',
  tokens: 'M8 20a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM11 13l9-9M15.5 8.5l3 3',
  webhook: 'M4 12h11M11 8l4 4l-4 4M20 4v16',
  faults: 'M12 4L2.5 20h19zM12 10v5M12 17.5h.01',
  clock: 'M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18zM12 7v5l3.5 2',
  data: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3s-3.6 3-8 3s-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h11M19 12h1M17 10v4',
  'sign-in': 'M14 4h6v16h-6M4 12h10M10 8l4 4l-4 4',
  actions: 'M4 5h16v14H4zM7.5 9.5l3 2.5l-3 2.5M12.5 15h4',
  organisations: 'M4 21V5l8-2v18M12 9l8 2v10M2.5 21h19',
  add: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
} as const

export type IconName = keyof typeof outlines

/** A small picture next to a text, which says the same. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  )
}
