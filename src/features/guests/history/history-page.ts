/** The history of a record as a list, shared by the routes of all records. */
import { HistoryEntry } from '../../../contract/history.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery, type ListOrdering } from '../../../http/list.ts'
import type { Services } from '../../../services.ts'
import { isNarrowed, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { allows } from '../../../http/key-rights.ts'
import type { Principal } from '../../../http/route.ts'
import { toHistoryEntries, type NumberedEntry, type NameVisibility } from './map.ts'
import { replacedLater } from '../../../records/past/queries.ts'
import { changeRows, changeTotal, changesNewestFirst, type HistoryRef } from './queries.ts'

const defaultLimit = 50

export const HistoryQuery = listQuery({}, { defaultLimit })
export const HistoryReply = listOf(HistoryEntry)

type HistoryListContext = Parameters<typeof listPage>[0]
type HistoryContext = HistoryListContext & { services: Services; scope: Scope; principal: Principal }

/** A visible record with its current fields. */
interface HistoryRecord {
  ref: HistoryRef
  now: Record<string, unknown>
}

/** Names of keys and members need the scopes that read them. */
function sightOf({ scope, principal: { scopes, keyId, memberId } }: HistoryContext): NameVisibility {
  const isWhole = !isNarrowed(scope)
  return {
    keys: isWhole && allows(scopes, 'keys:read'),
    members: isWhole && allows(scopes, 'members:read'),
    keyId,
    memberId,
  }
}

/** Reads the record and its changes in one snapshot, because a change in between would mix with older values. */
export function readHistoryPage(context: HistoryContext, read: (db: Queryable) => Promise<HistoryRecord>) {
  const { services, scope } = context
  const snapshot = services.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (db) => {
    const { ref, now } = await read(db)
    const sight = sightOf(context)
    // The record's id counts as a filter, so a cursor of another record is refused.
    const bound = { ...context, routeId: `${context.routeId} ${ref.id}` }
    return listPage(bound, {
      defaultLimit,
      ordering: changesNewestFirst as ListOrdering<NumberedEntry>,
      rows: async (page) => {
        const rows = await changeRows(db, scope, ref, page)
        const [newest] = rows
        if (!newest) return []
        const replaced = await replacedLater(db, scope, ref, newest.revision)
        return toHistoryEntries(rows, { ...now, ...Object.fromEntries(replaced) }, { sight, only: ref.only })
      },
      total: () => changeTotal(db, scope, ref),
      item: ({ entry }) => entry,
    })
  })
}
