/** Manages the encryption keys of a server, from its start to its end. */
import { changingVault, type Vault } from '../crypto.ts'
import { useHashKeys } from '../keyed-hash.ts'
import { keySourceOf, loadKeyRing } from '../key-file.ts'
import type { Log } from '../log.ts'
import type { Queryable } from '../tenant.ts'
import { followKeys } from './follow-keys.ts'
import type { SealedPlace } from './sealed-place.ts'
import { assertKeysFit } from './assert-keys-fit.ts'

export interface ServerKeys {
  vault: Vault
  /** Called once the database is up: throws when the keys do not fit its data, and keeps checking them. */
  follow(deps: {
    db: Queryable
    log: Log
    places: readonly SealedPlace[]
  }): Promise<{ stop(): Promise<void> }>
}

export async function openServerKeys(settings: {
  encryptionKey: string | undefined
  dataDir: string
}): Promise<ServerKeys> {
  const ring = await loadKeyRing(settings)
  const source = keySourceOf(settings)
  // The key file may change while the server runs; the setting cannot.
  const keys = changingVault(ring, source.file === null ? undefined : source.read)
  const onChange = () => useHashKeys(keys.vault.deriveKeys('forgotten guests'))
  onChange()
  return {
    vault: keys.vault,
    async follow({ db, log, places }) {
      await assertKeysFit(db, places, source)
      return followKeys({ db, log, keys, source, onChange })
    },
  }
}
