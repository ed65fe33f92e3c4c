/** Keys of signatures and hashes outlive the encryption key they were derived from. */
import { changingVault, deriveKey, sealedWith, type KeptKey, type Vault } from '../crypto.ts'
import { purposeList, type KeyPurpose } from '../key-purposes.ts'
import type { Key } from '../key-ring.ts'
import type { Queryable } from '../tenant.ts'
import { dropKeptKeys, insertKeptKey, keptKeyRows, knownKeys } from './key-queries.ts'

const hourMs = 3_600_000

export const keptKeyContext = (purpose: string, keyId: string): string => `kept key:${purpose}:${keyId}`

const isPurpose = (purpose: string): purpose is KeyPurpose =>
  purposeList.some((candidate) => candidate.purpose === purpose)

/**
 * Returns keys that are still valid, decrypted with `ring`. One that the ring cannot decrypt is left out: its
 * key was lost.
 */
export async function keptKeys(db: Queryable, ring: string, now: Date): Promise<KeptKey[]> {
  const { vault, keyIds } = changingVault(ring)
  const lost = new Set((await knownKeys(db)).flatMap(({ id, lost_at: at }) => (at === null ? [] : [id])))
  const rows = await keptKeyRows(db, now)
  return rows.flatMap(({ purpose, key_id: keyId, sealed, until }) => {
    // The ring derives keys of its own members itself.
    if (!isPurpose(purpose) || keyIds().includes(keyId)) return []
    const under = sealedWith(sealed)
    if (lost.has(under) && !keyIds().includes(under)) return []
    const bytes = Buffer.from(vault.decrypt(sealed, keptKeyContext(purpose, keyId)), 'base64')
    return [{ purpose, keyId, bytes, until }]
  })
}

/** Keeps keys of `old`, so that its signatures stay valid as long as their purpose says. Of a leaked key only hash keys are kept. */
export async function keepKeysOf(
  db: Queryable,
  vault: Vault,
  old: Key,
  { now, leaked }: { now: Date; leaked: boolean },
): Promise<void> {
  const [keptPurposes, ended] = [
    purposeList.filter(({ hashes }) => !leaked || hashes),
    purposeList.filter(({ hashes }) => leaked && !hashes),
  ]
  for (const { purpose, hours } of keptPurposes) {
    const sealed = vault.encrypt(deriveKey(old, purpose).toString('base64'), keptKeyContext(purpose, old.id))
    const until = hours === null ? null : new Date(now.getTime() + hours * hourMs)
    await insertKeptKey(db, { purpose, key_id: old.id, sealed, until })
  }
  await dropKeptKeys(db, { id: old.id, purposes: ended.map(({ purpose }) => purpose) })
}

/** Ends links signed by keys replaced earlier as well, since a leak may be noticed late. */
export async function endLinksOf(db: Queryable, ids: readonly string[]): Promise<void> {
  const purposes = purposeList.filter(({ hashes }) => !hashes).map(({ purpose }) => purpose)
  for (const id of ids) await dropKeptKeys(db, { id, purposes })
}
