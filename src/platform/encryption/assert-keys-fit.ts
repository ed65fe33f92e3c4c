/** Checks that a starting process has the keys its data is encrypted with. */
import type { KeySource } from '../key-file.ts'
import { parseKeyRing } from '../key-ring.ts'
import type { Queryable } from '../tenant.ts'
import { fingerprintOf } from './follow-keys.ts'
import { knownKeys } from './key-queries.ts'
import type { SealedPlace } from './sealed-place.ts'
import { sealedCounts } from './seal-queries.ts'
import { ownCommand } from '../own-command.ts'

export class KeyError extends Error {
  override name = 'KeyError'
}

/** Throws with instructions when a value could not be decrypted, or would be encrypted with a replaced key. */
export async function assertKeysFit(
  db: Queryable,
  places: readonly SealedPlace[],
  source: KeySource,
): Promise<void> {
  const ring = parseKeyRing(source.read())
  const [first] = ring
  const recordedKeys = await knownKeys(db)
  const other = ring.find((key) => {
    const fingerprint = recordedKeys.find(({ id }) => id === key.id)?.fingerprint ?? null
    return fingerprint !== null && fingerprint !== fingerprintOf(key)
  })
  if (other)
    throw new KeyError(
      `${source.name}: the key "${other.id}" is not the one that data was encrypted with under that name. Put the former key back, or give the new one another name: other-name:key.`,
    )
  const closed = recordedKeys.find(({ id, closed_at: at }) => id === first.id && at !== null)
  if (closed)
    throw new KeyError(
      `${source.name}: the first key, "${first.id}", was replaced and is closed. Put the newest key first.`,
    )
  const missing = recordedKeys.filter(
    ({ id, closed_at: closedAt, lost_at: lostAt }) =>
      closedAt === null && lostAt === null && !ring.some((key) => key.id === id),
  )
  for (const { id } of missing) {
    const found = await sealedWith(db, places, id)
    if (found.length > 0) throw new KeyError(missingText(source, id, found))
  }
}

export interface SealedUse {
  holds: string
  values: number
}

/** Counts what a key has encrypted, place by place. */
export async function sealedWith(
  db: Queryable,
  places: readonly SealedPlace[],
  id: string,
): Promise<SealedUse[]> {
  const found: SealedUse[] = []
  for (const place of places) {
    const values = (await sealedCounts(db, place)).get(id) ?? 0
    if (values > 0) found.push({ holds: place.holds, values })
  }
  return found
}

export const describeSealedUses = (found: readonly SealedUse[]): string =>
  found.map(({ holds, values }) => `${values} ${holds}`).join(', ')

function missingText({ name, file }: KeySource, id: string, found: readonly SealedUse[]): string {
  const back = file
    ? `Put the file from before back, or set ENCRYPTION_KEY to that key.`
    : `Add it behind the others: ENCRYPTION_KEY=…,${id}:<key>.`
  return `${name} does not have the key "${id}", which encrypted: ${describeSealedUses(found)}. ${back} If nobody has it any more: ${ownCommand} rotate-encryption-key --lost ${id}`
}
