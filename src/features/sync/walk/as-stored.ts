/** Which rows of a list of stays came before just as they come now, and what they became is what is stored. */
import { hash } from 'node:crypto'
import type { StoredRows } from '../../../connector-kit/vendor-context.ts'
import { onceAnswered } from '../../../platform/once.ts'
import { sourceHash } from '../../../platform/source-hash.ts'
import type { SyncTurn } from '../state/turn.ts'
import { comparedFrom } from '../reconcile/proof-queries.ts'
import { compares } from '../reconcile/reconcile.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import { sortRows } from './row-queries.ts'

/** Code that changed may make something else of the same row. */
const version = onceAnswered(sourceHash)

export interface StoredRowReading {
  asStored: StoredRows
  /** Of every row that was given, by its id. */
  digests: ReadonlyMap<string, string>
  /** Of the unchanged ones, those that are nothing to keep. */
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
      // Of a part of an account another record is made.
      const reader = JSON.stringify([await version(), connection.provider, connection.importScope])
      const came = new Map<string, string>()
      const twice = new Set<string>()
      for (const { externalId, row } of given) {
        if (came.has(externalId)) twice.add(externalId)
        // 132 bits of it.
        came.set(externalId, hash('sha256', `${reader}${JSON.stringify(row)}`, 'base64url').slice(0, 22))
      }
      // Of a row that comes twice the last one counts, whatever the first was.
      for (const externalId of twice) came.delete(externalId)
      for (const [externalId, digest] of came) digests.set(externalId, digest)
      // A first import finds nothing that was read before.
      if (connection.importing || came.size === 0) return new Set()
      const rows = [...came].map(([externalId, digest]) => ({ externalId, digest }))
      // Stays that are not over are compared field by field then, whatever the row says.
      const endedBefore = compares(run) ? ((await comparedFrom(db, scope, run.id)) ?? null) : null
      const sorted = await sortRows(db, scope, connection.id, rows, endedBefore)
      for (const externalId of sorted.blocks) blocks.add(externalId)
      return new Set(came.keys()).difference(new Set(sorted.news))
    },
  }
}
