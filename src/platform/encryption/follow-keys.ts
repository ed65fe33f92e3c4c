/** A server follows its key file while it runs, and records in the database which keys it has. */
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { startLoop, type BackgroundLoop } from '../background-loop.ts'
import { deriveKey, type ChangingVault } from '../crypto.ts'
import type { KeySource } from '../key-file.ts'
import { parseKeyRing } from '../key-ring.ts'
import type { Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'
import { dropEndedKeptKeys, enterKey, forgetRing, forgetSilentRings, sayRing } from './key-queries.ts'
import { keptKeys } from './kept-keys.ts'

const lookEveryMs = 1_000
const sayEveryMs = 14_000
/** A server that was silent for this long counts as ended. */
export const silentSeconds = 30

interface FollowKeysDeps {
  db: Queryable
  log: Log
  keys: ChangingVault
  source: KeySource
  /** Called when the keys have changed. */
  onChange(): void
}

/** The key is recorded before anything is encrypted with it. */
export async function enterFirstKey(db: Queryable, ring: string): Promise<void> {
  const [first] = parseKeyRing(ring)
  await enterKey(db, first.id, fingerprintOf(first))
}

export const fingerprintOf = (key: Parameters<typeof deriveKey>[0]): string =>
  deriveKey(key, 'fingerprint').toString('base64url').slice(0, 16)

export async function followKeys({
  db,
  log,
  keys,
  source,
  onChange,
}: FollowKeysDeps): Promise<Pick<BackgroundLoop, 'stop'>> {
  const own = { process: randomUUID(), host: os.hostname(), pid: process.pid }
  let ring = ''
  let lastMessage = ''
  let saidAt = -Infinity

  const look = async () => {
    const now = source.read()
    if (now !== ring) {
      await enterFirstKey(db, now)
      keys.use(now, await keptKeys(db, now, new Date()))
      ring = now
      onChange()
    }
    const ids = keys.keyIds()
    if (ids.join() === lastMessage && performance.now() - saidAt < sayEveryMs) return
    await sayRing(db, { ...own, key_ids: ids })
    ;[lastMessage, saidAt] = [ids.join(), performance.now()]
  }

  await look()
  await forgetSilentRings(db, silentSeconds)
  await dropEndedKeptKeys(db, new Date())
  const failed = 'the encryption keys were not looked at; those from before are used'
  const loop = startLoop({ everyMs: lookEveryMs, firstAfterMs: lookEveryMs, log, failed }, look)
  return {
    async stop() {
      await loop.stop()
      await forgetRing(db, own.process)
    },
  }
}
