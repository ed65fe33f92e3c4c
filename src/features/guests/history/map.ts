/** Maps history rows to the API. Pure. */
import type { Static } from 'typebox'
import { causeKinds, type ChangeCause, type HistoryEntry } from '../../../contract/history.ts'
import type { ChangeRow } from './queries.ts'

type HistoryFields = Record<string, unknown>
type ShownCause = Static<typeof ChangeCause>
type CauseKind = ShownCause['kind']

const isKind = (kind: string | undefined): kind is CauseKind =>
  (causeKinds as readonly string[]).includes(kind ?? '')

/** Rows older than the cause column: their origin decides. */
function kindByOrigin({ origin, run_id: runId }: ChangeRow): CauseKind {
  if (runId !== null) return 'sync_run'
  if (origin === 'lapse') return 'expiry'
  return origin === 'import' || origin === 'sandbox' ? origin : 'unknown'
}

/** Whose names the caller may read. */
export interface NameVisibility {
  keys: boolean
  members: boolean
  /** A key and a member may read their own names. */
  keyId: string
  memberId: string | null
}

function causeOf(row: ChangeRow, sight: NameVisibility): ShownCause {
  const { cause } = row
  const memberId = cause?.memberId ?? null
  // A session is shown as its member.
  const keyId = memberId === null ? (cause?.keyId ?? null) : null
  return {
    kind: isKind(cause?.kind) ? cause.kind : kindByOrigin(row),
    requestId: cause?.requestId ?? null,
    operation: cause?.operation ?? null,
    key:
      keyId === null ? null : { id: keyId, name: sight.keys || keyId === sight.keyId ? row.key_name : null },
    member:
      memberId === null
        ? null
        : { id: memberId, name: sight.members || memberId === sight.memberId ? row.member_name : null },
    connectionId: cause?.connectionId ?? row.connection_id,
    runId: cause?.runId ?? row.run_id,
  }
}

export interface NumberedEntry {
  revision: number
  entry: Static<typeof HistoryEntry>
}

interface HistoryView {
  sight: NameVisibility
  /** If set, only these fields are shown. */
  only?: readonly string[] | undefined
}

const within = (fields: HistoryFields, only: readonly string[] | undefined): HistoryFields =>
  only === undefined
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => only.includes(name)))

/** `rows` are newest first; `after` holds every field's value after the newest of them. */
export function toHistoryEntries(
  rows: readonly ChangeRow[],
  after: HistoryFields,
  { sight, only }: HistoryView,
): NumberedEntry[] {
  let state = within(after, only)
  return rows.map((row) => {
    const { revision, change, created_at: at } = row
    const previous = within(row.previous, only)
    const isNew = change === 'created'
    const names = Object.keys(isNew ? state : previous)
    const entry = {
      id: String(revision),
      change: change as Static<typeof HistoryEntry>['change'],
      at: at.toISOString(),
      before: isNew ? null : previous,
      after: Object.fromEntries(names.map((name) => [name, state[name] ?? null])),
      cause: causeOf(row, sight),
    }
    state = { ...state, ...previous }
    return { revision, entry }
  })
}
