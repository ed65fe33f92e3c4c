/** Pictures for tests, drawn as they are needed. */
import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A PNG of a sky over a ground of one colour, so that each picture can be told from the others. */
export function drawPicture([red, green, blue]: readonly [number, number, number]): Buffer {
  const [width, height] = [600, 400]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    const isSky = y < height * 0.55
    const [r, g, b] = isSky ? [150 + y / 4, 190 + y / 6, 225] : [red, green, blue]
    for (let x = 0; x < width; x += 1) rows.set([r, g, b], y * (1 + width * 3) + 1 + x * 3)
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
