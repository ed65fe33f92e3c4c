import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { InquiryState } from './state.ts'

/** Moves an inquiry that is still in state `from`. Readings go on; only a change at the source overrides the move. */
export async function moveInquiry(
  tx: Queryable,
  scope: Scope,
  id: string,
  { from, to, at }: { from: InquiryState; to: InquiryState; at: Date },
): Promise<{ revision: number; respondedAt: Date | null } | undefined> {
  const { rows } = await sql<{ revision: number; responded_at: Date | null }>`
    with old as (select responded_at from inquiries where workspace_id = ${scope.workspaceId} and id = ${id} for update)
    update inquiries
    set status = ${to}, responded_at = coalesce(inquiries.responded_at, ${at}), updated_at = ${at},
        revision = revision + 1
    from old
    where inquiries.workspace_id = ${scope.workspaceId} and inquiries.id = ${id} and inquiries.status = ${from}
    returning revision, old.responded_at`.execute(tx)
  const [row] = rows
  return row && { revision: row.revision, respondedAt: row.responded_at }
}
