/** Replaces what the process draws by chance, and what differs from one process to the next, by what a seed gives. */
import crypto from 'node:crypto'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import type { SeededRandom } from '../../simulators/kit/random.ts'

export function installSeededRandomness(random: SeededRandom): void {
  const fill = <T extends ArrayBufferView>(into: T): T => {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.int(0, 255)
    return into
  }
  type RandomCallback<T> = (error: null, value: T) => void
  const give = <T>(value: T, done?: RandomCallback<T>): T | undefined => {
    if (!done) return value
    setImmediate(done, null, value)
    return undefined
  }
  const uuid = () => {
    const bytes = fill(Buffer.alloc(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  const int = (low: number, high?: number | RandomCallback<number>, done?: RandomCallback<number>) =>
    typeof high === 'number' ? give(random.int(low, high - 1), done) : give(random.int(0, low - 1), high)
  Object.assign(crypto, {
    randomBytes: (size: number, done?: RandomCallback<Buffer>) => give(fill(Buffer.alloc(size)), done),
    randomFillSync: fill,
    randomInt: int,
    randomUUID: uuid,
  })
  for (const [name, value] of Object.entries({ getRandomValues: fill, randomUUID: uuid }))
    Object.defineProperty(globalThis.crypto, name, { value })
  Math.random = () => random.next()
  hideMachine()
  syncBuiltinESMExports()
}

/** The server writes down figures of its process, which no two processes share. */
function hideMachine(): void {
  const memory = { rss: 2e8, heapTotal: 1e8, heapUsed: 5e7, external: 1e6, arrayBuffers: 1e6 }
  const memoryUsage = Object.assign(() => ({ ...memory }), { rss: () => memory.rss })
  Object.defineProperty(process, 'memoryUsage', { value: memoryUsage })
  Object.defineProperty(process, 'cpuUsage', { value: () => ({ user: 0, system: 0 }) })
  Object.defineProperty(process, 'pid', { value: 4242 })
  Object.assign(os, { hostname: () => 'simulated' })
  const disk = { bavail: 1e8, blocks: 2e8, bsize: 4096 }
  Object.assign(fsPromises, { statfs: () => Promise.resolve(disk) })
}
