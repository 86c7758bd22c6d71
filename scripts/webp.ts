import type { Page } from 'playwright-core'

/** Each picture of the docs is taken in both. */
export const schemes = ['light', 'dark'] as const

export type Scheme = (typeof schemes)[number]

/** A picture of a page as WebP, which Playwright itself does not take. */
export async function takenWebp(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await session.detach()
  return Buffer.from(data, 'base64')
}

/**
 * A WebP animation of still pictures, which repeats. Each frame stays for its time. The format is the container of WebP:
 * chunks VP8X, ANIM and ANMF.
 */
export function animatedWebp(
  frames: readonly { readonly picture: Buffer; readonly milliseconds: number }[],
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([0b10, 0, 0, 0]), size])),
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames.map(({ picture, milliseconds }) =>
      chunk(
        'ANMF',
        Buffer.concat([
          uint24(0),
          uint24(0),
          size,
          uint24(milliseconds),
          Buffer.from([0b10]),
          imageOf(picture),
        ]),
      ),
    ),
  ])
  return chunk('RIFF', body)
}

/** The coded image of a still picture: its chunk VP8 or VP8L, without what surrounds it. */
function imageOf(picture: Buffer): Buffer {
  for (let at = 12; at < picture.length;) {
    const length = picture.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (/^VP8[ L]$/.test(picture.toString('latin1', at, at + 4))) return picture.subarray(at, end)
    at = end
  }
  throw new TypeError('picture: expected a WebP, got no image in it')
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)])
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntLE(value, 0, 3)
  return bytes
}
