/** `rotate-encryption-key` re-encrypts everything with a new key while servers run. */
import { sealedPlaces } from '../features/sealed-places.ts'
import { writeEverywhere } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import { changingVault } from '../platform/crypto.ts'
import type { Database } from '../platform/db.ts'
import { enterFirstKey, silentSeconds } from '../platform/encryption/follow-keys.ts'
import { endLinksOf, keepKeysOf } from '../platform/encryption/kept-keys.ts'
import { declareLost, knownKeys, serverRings } from '../platform/encryption/key-queries.ts'
import { awaitEncryptingKey, addKeyToFile } from '../platform/encryption/change-key.ts'
import { closeAndProve, resealAll, type ResealDeps, type Unreadable } from '../platform/encryption/reseal.ts'
import { describeSealedUses, sealedWith } from '../platform/encryption/assert-keys-fit.ts'
import { keySourceOf, loadKeyRing, replaceKeyFile, type KeySource } from '../platform/key-file.ts'
import { keyRingText, parseKeyRing, type Key } from '../platform/key-ring.ts'
import { createLocks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import { commandLog } from './command-log.ts'
import { action, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { print } from './print.ts'

const bySetting = `ENCRYPTION_KEY holds one key, and nothing else encrypts. To replace it:
  1. Make a key: openssl rand -base64 32
  2. Start every server again with ENCRYPTION_KEY=<the key from now>,<the new key>
  3. Start every server again with ENCRYPTION_KEY=<the new key>,<the key from now>
  4. Run this command with that setting
  5. Start every server again with ENCRYPTION_KEY=<the new key>`

export const rotateEncryptionKey = action({
  examples: ['rotate-encryption-key', 'rotate-encryption-key --leaked'],
  options: {
    leaked: {
      type: 'boolean',
      summary: 'The old key is known to others: end links and addresses signed with it, too',
    },
    lost: {
      type: 'string',
      value: '<key id>',
      summary: 'Instead: give up what this key encrypted, because nobody has it any more',
    },
  },
  more: 'Servers may run meanwhile. The same command continues where it stopped. docs/operate/encryption-key.md has the whole way.',
  async run({ leaked, lost }) {
    if (lost !== undefined && leaked) throw new UsageError('--lost and --leaked do not go together.')
    const config = loadConfig()
    const log = commandLog()
    await withDatabase(config, log, async (database) => {
      if (lost !== undefined) return giveUp(database, keySourceOf(config), lost)
      await loadKeyRing(config)
      await alone(database, log, () => rotate(database, keySourceOf(config), { leaked }))
    })
  },
})

/** Two commands at once would each make a key. */
async function alone(database: Database, log: Log, work: () => Promise<void>): Promise<void> {
  const locks = createLocks({ pool: database.sessions, log })
  try {
    if (!(await locks.tryLock('rotate-encryption-key')))
      throw new Error('Another rotate-encryption-key runs. Wait until it has ended.')
    await work()
  } finally {
    await locks.close()
  }
}

async function rotate(
  { kysely: db }: Database,
  source: KeySource,
  { leaked }: { leaked: boolean },
): Promise<void> {
  const stepping = { db, source, tell: print }
  const target =
    source.file === null ? await targetOfSetting(db, source) : await addKeyToFile(stepping, source.file)
  await enterFirstKey(db, source.read())
  await awaitEncryptingKey(stepping, target.id)
  const ring = parseKeyRing(source.read())
  const { vault } = changingVault(source.read())
  const known = await knownKeys(db)
  const lost = known.filter(({ lost_at: at }) => at !== null).map(({ id }) => id)
  const former = known.map(({ id }) => id).filter((id) => id !== target.id && !lost.includes(id))
  await tellEverywhere(db, 'begun', target, former)
  let total = 0
  const resealing: ResealDeps = {
    ...{ db, vault, lost, places: sealedPlaces },
    progress: ({ holds }, replaced) => {
      total += replaced
      print(`${replaced} ${holds} encrypted anew`)
    },
  }
  refuseUnreadable(await resealAll(resealing))
  for (const key of ring.filter(({ id }) => former.includes(id)))
    await keepKeysOf(db, vault, key, { now: new Date(), leaked })
  if (leaked) await endLinksOf(db, former)
  refuseUnreadable(await closeAndProve(resealing, former))
  await tellEverywhere(db, 'done', target, former)
  print(`${total} values were encrypted anew. Nothing is encrypted with another key than "${target.id}".`)
  await retire(source, ring, target)
}

async function targetOfSetting(db: Database['kysely'], source: KeySource): Promise<Key> {
  const ring = parseKeyRing(source.read())
  const known = await knownKeys(db)
  const isAlone = known.every(({ id, closed_at: at }) => id === ring[0].id || at !== null)
  if (ring.length === 1 && isAlone) throw new Error(bySetting)
  const waiting = ring.slice(1).find(({ id }) => !known.some((key) => key.id === id))
  if (waiting && isAlone)
    throw new Error(
      `Everything is encrypted with "${ring[0].id}", the first key of ENCRYPTION_KEY. Put "${waiting.id}" first, start every server again with it, and run the command again.`,
    )
  return ring[0]
}

/** The file keeps the new key only; older things such as backups need the copy. */
async function retire({ file }: KeySource, ring: readonly Key[], target: Key): Promise<void> {
  const former = ring.filter(({ id }) => id !== target.id)
  if (former.length === 0) return
  if (file === null)
    return print(`ENCRYPTION_KEY may be "${target.id}" alone now: start every server again with it.`)
  for (const key of former) await replaceKeyFile(`${file}.before-${target.id}-${key.id}`, keyRingText([key]))
  await replaceKeyFile(file, keyRingText([target]))
  const copies = former.map(({ id }) => `${file}.before-${target.id}-${id}`).join(', ')
  print(`${file} holds the new key alone. Back it up. Backups from before are opened with ${copies}.`)
}

function refuseUnreadable(unreadable: readonly Unreadable[]): void {
  if (unreadable.length === 0) return
  for (const { place, keys, reason } of unreadable.slice(0, 20))
    print(`${place.table} ${keys.join(' ')} ${place.column}: ${reason}`)
  throw new Error(
    `${unreadable.length} values could not be decrypted, so the former key stays. Everything else was encrypted anew. Make them anew (connect the account again, rotate the webhook's secret), and run the command again.`,
  )
}

/** A key that somebody still has is not lost, and declaring it lost would stop every server that uses it. */
async function refuseHeld(db: Database['kysely'], source: KeySource, id: string): Promise<void> {
  if (idsIn(source).includes(id))
    throw new Error(`${source.name} has the key "${id}": it is not lost. Nothing was changed.`)
  const [holder] = (await serverRings(db, silentSeconds)).filter(({ key_ids: ids }) => ids.includes(id))
  if (holder)
    throw new Error(
      `A server has the key "${id}": ${holder.host}, process ${holder.pid}. Take the key from there, or end the server and wait ${silentSeconds} seconds. Nothing was changed.`,
    )
}

function idsIn(source: KeySource): string[] {
  try {
    return parseKeyRing(source.read()).map((key) => key.id)
  } catch {
    // An unreadable ring has no keys.
    return []
  }
}

async function giveUp({ kysely: db }: Database, source: KeySource, id: string): Promise<void> {
  const known = await knownKeys(db)
  if (!known.some((key) => key.id === id))
    throw new UsageError(
      `No key "${id}" encrypted anything. Known: ${known.map((key) => key.id).join(', ') || 'none'}.`,
    )
  await refuseHeld(db, source, id)
  const found = await sealedWith(db, sealedPlaces, id)
  await db.transaction().execute(async (tx) => {
    await declareLost(tx, id, new Date())
    await writeEverywhere(tx, {
      action: 'cli.rotate-encryption-key.lost',
      actor: { kind: 'cli' },
      details: { key: id },
    })
  })
  print(
    found.length === 0
      ? `Nothing is encrypted with "${id}".`
      : `Servers start without "${id}" now. Not to be read any more: ${describeSealedUses(found)}.`,
  )
}

async function tellEverywhere(
  db: Database['kysely'],
  state: 'begun' | 'done',
  target: Key,
  former: readonly string[],
): Promise<void> {
  if (former.length === 0) return
  await writeEverywhere(db, {
    action: `cli.rotate-encryption-key.${state}`,
    actor: { kind: 'cli' },
    details: { key: target.id, former },
  })
}
