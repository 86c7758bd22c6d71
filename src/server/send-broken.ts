import type { ServerResponse } from 'node:http'
import { bodiless } from '../contract/formats/header.ts'
import { pieces } from '../handlers/broken-response.ts'
import type { BrokenReply } from '../handlers/wire.ts'
import type { ServerReply } from './wire.ts'

/** Sends a reply damaged by a fault. */
export function sendBroken(
  response: ServerResponse,
  { status, headers, body }: ServerReply,
  broken: BrokenReply,
  isHead: boolean,
): void {
  const { socket } = response
  if (broken.kind === 'connection-reset') {
    socket?.resetAndDestroy()
    return
  }
  // The connection stays open until the client gives up, or the server closes.
  if (broken.kind === 'no-answer') return
  const bytes = Buffer.from(body)
  const length = bodiless.has(status) ? {} : { 'Content-Length': bytes.length }
  response.writeHead(status, { ...(headers as Record<string, string>), ...length })
  if (isHead || bytes.length === 0) {
    response.end()
    return
  }
  if (broken.kind !== 'slow-body') {
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => socket?.destroy())
    return
  }
  const { size, pause } = pieces(broken.bytesPerSecond)
  let sent = 0
  const timer = setInterval(() => {
    const piece = bytes.subarray(sent, (sent += size))
    if (sent < bytes.length) response.write(piece)
    else {
      clearInterval(timer)
      response.end(piece)
    }
  }, pause)
  response.on('close', () => clearInterval(timer))
}
