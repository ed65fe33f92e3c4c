/** Changes the encryption key step by step. Every running server must have taken a step before the next begins. */
import { setTimeout as pause } from 'node:timers/promises'
import { newKeyBytes, replaceKeyFile, type KeySource } from '../key-file.ts'
import { keyRingText, parseKeyRing, type Key } from '../key-ring.ts'
import { createHash } from 'node:crypto'
import type { Queryable } from '../tenant.ts'
import { enterFirstKey, silentSeconds } from './follow-keys.ts'
import { knownKeys, serverRings, type ServerRing } from './key-queries.ts'

/**
 * Picks the key to change to. A key that never encrypted anything is the new one; otherwise the first is, as an interrupted command left
 * it. Pure.
 */
export function pickTargetKey(ring: readonly [Key, ...Key[]], used: ReadonlySet<string>): Key {
  return ring.find(({ id }) => !used.has(id)) ?? ring[0]
}

const pollMs = 250
/** Waits longer than a killed server counts as running. */
const patienceMs = (silentSeconds + 10) * 1000

export interface KeyFileStepDeps {
  db: Queryable
  source: KeySource
  tell(text: string): void
  signal?: AbortSignal
}

/** Adds a new key to the file, first as known and then as the encrypting one. Returns the key. */
export async function addKeyToFile(stepping: KeyFileStepDeps, file: string): Promise<Key> {
  const { db, source, tell } = stepping
  const before = parseKeyRing(source.read())
  let ring = before
  if (ring.length === 1) {
    await enterFirstKey(db, source.read())
    ring = [...ring, newKey()]
    await replaceKeyFile(file, keyRingText(ring))
    tell(`A new key was added to ${file}.`)
  }
  const used = new Set((await knownKeys(db)).map(({ id }) => id))
  const target = pickTargetKey(ring, used)
  if (ring[0].id !== target.id) {
    await awaitServers(stepping, `do not have the key "${target.id}" of ${file} yet`, ({ key_ids: ids }) =>
      ids.includes(target.id),
    )
    await replaceKeyFile(file, keyRingText([target, ...ring.filter(({ id }) => id !== target.id)]))
    tell(`Key "${target.id}" encrypts from now on.`)
  }
  return target
}

function newKey(): Key {
  const bytes = newKeyBytes()
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** Resolves when every running server encrypts with `id`. */
export const awaitEncryptingKey = (stepping: KeyFileStepDeps, id: string): Promise<void> =>
  awaitServers(stepping, `do not encrypt with the key "${id}" yet`, ({ key_ids: [first] }) => first === id)

async function awaitServers(
  { db, source, signal }: KeyFileStepDeps,
  not: string,
  isThere: (ring: ServerRing) => boolean,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    signal?.throwIfAborted()
    const late = (await serverRings(db, silentSeconds)).filter((ring) => !isThere(ring))
    if (late.length === 0) return
    if (performance.now() > deadline) throw new Error(lateText(late, not, source))
    await pause(pollMs)
  }
}

function lateText(late: readonly ServerRing[], not: string, { file }: KeySource): string {
  const names = late.map(({ host, pid, key_ids: ids }) => `process ${pid} on ${host} (${ids.join(', ')})`)
  const todo = file
    ? `They have another file, or ENCRYPTION_KEY: give every server the file ${file}`
    : 'Start them again with the ENCRYPTION_KEY of this command'
  return `Servers that run ${not}: ${names.join('; ')}. ${todo}, and run the command again.`
}
