import { allowHeader, optionsReply } from '../handlers/allow.ts'
import type { WireRequest } from '../handlers/wire.ts'
import { builtin } from './builtin.ts'
import type { ServerReply } from './wire.ts'

const { existsSync, readFileSync } = builtin('node:fs')
const { fileURLToPath } = builtin('node:url')

/** The page loads one script from the same server, and nothing else. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Identikit console</title>
<link rel="stylesheet" href="./_console/page.css">
</head>
<body><div id="console"><p>Loading…</p><noscript><p>The console needs JavaScript.</p></noscript></div><script type="module" src="./_console/console.js"></script></body>
</html>
`

/** Styles the page until the console is drawn, which has its own styles. */
const pageStyle =
  'body { margin: 0 } :root { color-scheme: light dark } #console > * { margin: 16px; font: 15px/1.5 system-ui, sans-serif }'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Answers the console and its script.
 *
 * @param file The part of the path below that of the console.
 */
export async function answerConsole(request: WireRequest, file: string | undefined): Promise<ServerReply> {
  if (request.method === 'OPTIONS') return optionsReply(['GET'])
  if (request.method !== 'GET') {
    const refused = reply(405, 'text/plain;charset=UTF-8', 'The console is read with GET')
    return { ...refused, headers: { ...refused.headers, ...allowHeader(['GET']) } }
  }
  if (file === undefined) return reply(200, 'text/html;charset=UTF-8', page)
  if (file === 'page.css') return reply(200, 'text/css;charset=UTF-8', pageStyle)
  if (file === 'console.js') return reply(200, 'text/javascript;charset=UTF-8', await script())
  // Relative addresses of the page are right only without a slash at the end.
  return { ...reply(302, 'text/plain;charset=UTF-8', ''), headers: { Location: '../_console' } }
}

function reply(status: number, type: string, body: string): ServerReply {
  return {
    status,
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
    body,
  }
}

let built: Promise<string> | undefined

/** The script: as the package contains it, or built from source when this module runs from source. */
function script(): Promise<string> {
  built ??= packaged() ?? buildFromSource()
  return built
}

function packaged(): Promise<string> | undefined {
  // Some versions of Bun and Deno do not have it.
  const sea = builtin('node:sea') as typeof import('node:sea') | undefined
  if (sea?.isSea()) return Promise.resolve(sea.getAsset('dist/console/page.js', 'utf8'))
  // Next to the bundled command line, and next to the compiled modules.
  const places = ['../console/page.js', '../../console/page.js']
  for (const place of places) {
    const file = fileURLToPath(new URL(place, import.meta.url))
    if (existsSync(file)) return Promise.resolve(readFileSync(file, 'utf8'))
  }
  return undefined
}

async function buildFromSource(): Promise<string> {
  const { buildScript } = (await import(new URL('../../scripts/console.ts', import.meta.url).href)) as {
    buildScript: () => Promise<string>
  }
  return buildScript()
}
