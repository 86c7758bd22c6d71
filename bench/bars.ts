import type { Figures } from './figures.ts'
import { figureAfter, ours, rounded, type Row, theirs } from './report.ts'

interface Bar {
  readonly name: string
  readonly value: number
}

interface Chart {
  readonly title: string
  readonly unit: string
  readonly bars: readonly Bar[]
}

const colours = {
  light: { text: '#1f2328', faint: '#59636e', own: '#0969da', other: '#afb8c1' },
  dark: { text: '#f0f6fc', faint: '#9198a1', own: '#4493f8', other: '#545d68' },
} as const

/** The colour schemes that a picture of bars is drawn for. */
export type Scheme = keyof typeof colours

const own = 'Identikit'
const [nameWidth, barWidth, width, step] = [150, 430, 700, 26] as const

/** A picture of two figures: the calls that a server answers a second, and the time to its first answer. */
export function barsPicture(figures: Figures, scheme: Scheme): string {
  const { text, faint } = colours[scheme]
  let at = 0
  const parts = charts(figures).map(({ title, unit, bars }) => {
    const heading = `<text x="0" y="${at + 16}" font-size="14" font-weight="600" fill="${text}">${escaped(title)}</text>`
    at += 28
    const most = Math.max(...bars.map(({ value }) => value))
    const lines = bars.map((bar) => {
      const line = lineOf(bar, at, most, unit, scheme)
      at += step
      return line
    })
    at += 18
    return [heading, ...lines].join('\n')
  })
  const note = `Node ${figures.node.slice(1)}, ${figures.machine.processors} × ${figures.machine.model}, ${figures.on}`
  parts.push(`<text x="0" y="${at + 4}" font-size="11" fill="${faint}">${escaped(note)}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${at + 12}" width="${width}" height="${at + 12}" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif">
${parts.join('\n')}
</svg>
`
}

function lineOf({ name, value }: Bar, top: number, most: number, unit: string, scheme: Scheme): string {
  const { text, own: ownColour, other } = colours[scheme]
  const isOwn = name === own
  const length = Math.max(2, Math.round((value / most) * barWidth))
  const weight = isOwn ? ' font-weight="600"' : ''
  return [
    `<text x="${nameWidth - 10}" y="${top + 14}" font-size="13" text-anchor="end" fill="${text}"${weight}>${escaped(name)}</text>`,
    `<rect x="${nameWidth}" y="${top}" width="${length}" height="18" rx="3" fill="${isOwn ? ownColour : other}"/>`,
    `<text x="${nameWidth + length + 8}" y="${top + 14}" font-size="13" fill="${text}"${weight}>${escaped(`${rounded(value)}${unit}`)}</text>`,
  ].join('\n')
}

function charts({ rows }: Figures): readonly Chart[] {
  const reads = rows.find(({ name }) => name.startsWith('GET one user, 10'))
  const cold = rows.find(({ name }) => name.startsWith('cold start'))
  const others = rows.filter(isPeer)
  const started = others.map((row) => ({ name: peerOf(row), value: figureAfter('first answer after ', row) }))
  const all: readonly Chart[] = [
    {
      title: 'Reads of one user in a second (longer is better)',
      unit: '/s',
      bars: [
        ...(reads ? [{ name: own, value: ours(reads) }] : []),
        ...others.map((row) => ({ name: peerOf(row), value: theirs(row) })),
        ...(reads ? [{ name: 'bare node:http', value: theirs(reads) }] : []),
      ],
    },
    {
      title: 'From the start of a process to its first answer (shorter is better)',
      unit: ' ms',
      bars: [
        ...(cold ? [{ name: own, value: ours(cold) }] : []),
        ...started,
        ...(cold ? [{ name: 'bare node:http', value: theirs(cold) }] : []),
      ],
    },
  ]
  return all.map((chart) => ({ ...chart, bars: chart.bars.filter(({ value }) => Number.isFinite(value)) }))
}

/** Whether a row compares with another mock server that the run measured. */
export function isPeer({ name, other }: Row): boolean {
  return /^\S+[ @]\d+\.\d/.test(name) && name.includes('GET one user') && /\d\/s/.test(other)
}

/** The name of the other mock server of a row. */
export function peerOf({ name }: Row): string {
  return (name.split(':')[0] ?? '').replace(/@| on .*$/g, (part) => (part === '@' ? ' ' : ''))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
