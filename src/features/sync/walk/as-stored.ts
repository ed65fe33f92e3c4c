/** Finds rows of stays that came before in the same form and whose stored record is still what they became. */
import { hash } from 'node:crypto'
import type { StoredRows } from '../../../connector-kit/vendor-context.ts'
import { onceAnswered } from '../../../platform/once.ts'
import { sourceHash } from '../../../platform/source-hash.ts'
import type { SyncTurn } from '../state/turn.ts'
import { comparedFrom } from '../reconcile/proof-queries.ts'
import { compares } from '../reconcile/reconcile.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import { sortRows } from './row-queries.ts'

/** Another version of the code may make something else of the same row. */
const version = onceAnswered(sourceHash)

export interface StoredRowReading {
  asStored: StoredRows
  /** By id, for every given row. */
  digests: ReadonlyMap<string, string>
  /** Unchanged rows that need no storing. */
  blocks: ReadonlySet<string>
}

export function readRows(turn: SyncTurn, run: SyncRunRow): StoredRowReading {
  const { scope, connection, environment } = turn
  const { db } = environment.services
  const digests = new Map<string, string>()
  const blocks = new Set<string>()
  return {
    digests,
    blocks,
    async asStored(given) {
      // An import of a part of an account makes other records of the same row.
      const reader = JSON.stringify([await version(), connection.provider, connection.importScope])
      const came = new Map<string, string>()
      const twice = new Set<string>()
      for (const { externalId, row } of given) {
        if (came.has(externalId)) twice.add(externalId)
        // 22 characters are 132 bits.
        came.set(externalId, hash('sha256', `${reader}${JSON.stringify(row)}`, 'base64url').slice(0, 22))
      }
      // If a row comes twice, the last one counts, so neither is compared.
      for (const externalId of twice) came.delete(externalId)
      for (const [externalId, digest] of came) digests.set(externalId, digest)
      // A first import finds nothing that was read before.
      if (connection.importing || came.size === 0) return new Set()
      const rows = [...came].map(([externalId, digest]) => ({ externalId, digest }))
      // Stays that are not over are compared field by field, so they count as news.
      const endedBefore = compares(run) ? ((await comparedFrom(db, scope, run.id)) ?? null) : null
      const sorted = await sortRows(db, scope, connection.id, rows, endedBefore)
      for (const externalId of sorted.blocks) blocks.add(externalId)
      return new Set(came.keys()).difference(new Set(sorted.news))
    },
  }
}
