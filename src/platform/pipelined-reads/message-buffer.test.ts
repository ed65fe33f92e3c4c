import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MessageBuffer } from './message-buffer.ts'

const message = (letter: string, says: string): Buffer => {
  const head = Buffer.from(`${letter}    `)
  head.writeUInt32BE(4 + Buffer.byteLength(says), 1)
  return Buffer.concat([head, Buffer.from(says)])
}

/** Feeds at most `atOnce` bytes per read and collects the messages. */
function handedOn(bytes: Buffer, atOnce: number): Buffer[] {
  const messages = new MessageBuffer()
  const handed: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const room = messages.room()
    const count = Math.min(atOnce, room.length, bytes.length - at)
    assert.ok(count > 0)
    bytes.copy(room, 0, at, at + count)
    at += count
    const whole = messages.read(count)
    if (whole) handed.push(Buffer.from(whole))
  }
  return handed
}

const small = ['', 'a', 'Zürich', 'x'.repeat(300)]
const large = 'y'.repeat(1_000_000)
const all = [...small, large, ...small, large, ...small].map((says) => message('D', says))

for (const atOnce of [1, 3, 7, 4_096, 65_536, 10_000_000])
  it(`hands on every message whole and in order, ${atOnce} bytes at a time`, () => {
    const handed = handedOn(Buffer.concat(all), atOnce)
    assert.ok(Buffer.concat(handed).equals(Buffer.concat(all)))
    const ends = new Set(all.map((_, at) => Buffer.concat(all.slice(0, at + 1)).length))
    let read = 0
    for (const part of handed) assert.ok(ends.has((read += part.length)), `${read} is within a message`)
  })

it('holds no more than it reads at once, once a large message is handed on', () => {
  const messages = new MessageBuffer()
  const bytes = message('D', large)
  const usual = messages.room().length
  for (let at = 0; at < bytes.length;) {
    const room = messages.room()
    const count = bytes.copy(room, 0, at)
    at += count
    messages.read(count)
  }
  assert.equal(messages.room().length, usual)
})
