import type { ConformanceResult, Sentence } from '../engine/judge/result.ts'
import { escapeXml } from './escape.ts'

const colours: Readonly<Record<Sentence, { name: string; fill: string }>> = {
  Conforms: { name: 'brightgreen', fill: '#1a7f37' },
  'Conforms as far as shown': { name: 'blue', fill: '#0b5cad' },
  'Does not conform': { name: 'red', fill: '#b3261e' },
  'No verdict': { name: 'lightgrey', fill: '#6b7280' },
}

/**
 * A badge, as shields.io endpoint JSON and as SVG. Undefined for a run that was filtered, sharded or stopped: a part of
 * the suite earns no badge.
 */
export function badgeOf({
  sentence,
  run,
  counts,
}: ConformanceResult): { json: string; svg: string } | undefined {
  if (!run.whole || run.interrupted) return undefined
  const { observed: _observed, ...others } = counts
  const graded = Object.values(others).reduce((sum, count) => sum + count, 0)
  const message =
    sentence === 'No verdict' ? 'no verdict' : `${sentence.toLowerCase()} (${counts.pass}/${graded})`
  const { name, fill } = colours[sentence]
  const { requirementSet } = run
  const label = `conformance${requirementSet === undefined ? '' : ` ${requirementSet}`}`
  const json = `${JSON.stringify({ schemaVersion: 1, label, message, color: name })}\n`
  return { json, svg: svgOf(label, message, fill) }
}

function svgOf(label: string, message: string, fill: string): string {
  const left = Math.round(label.length * 6.6 + 12)
  const right = Math.round(message.length * 6.6 + 12)
  const width = left + right
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${escapeXml(`${label}: ${message}`)}"><title>${escapeXml(`${label}: ${message}`)}</title><rect width="${width}" height="20" rx="3" fill="#444"/><path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${fill}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="6" y="14">${escapeXml(label)}</text><text x="${left + 6}" y="14">${escapeXml(message)}</text></g></svg>\n`
}
