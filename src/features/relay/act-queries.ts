import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ActState } from './act-state.ts'

export type ActKind = 'pre_approve' | 'send_offer' | 'withdraw_offer' | 'reply_to_review' | 'create_guest'

export interface StoredAct {
  id: string
  kind: ActKind
  request_hash: Buffer
  state: ActState
  attempts: number
  result: unknown
  asked_at: Date
  settles_at: Date
}

const columns = sql`id, kind, request_hash, state, attempts, result, asked_at, settles_at`

export interface NewAct {
  key: string
  kind: ActKind
  connectionId: string
  hash: Buffer
  at: Date
  settlesAt: Date
}

/** undefined when the key has one already. */
export async function insertAct(db: Queryable, scope: Scope, act: NewAct): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, asked_at, settles_at, updated_at)
    values (${scope.workspaceId}, ${act.key}, ${act.kind}, ${act.connectionId}, ${act.hash}, ${act.at},
            ${act.settlesAt}, ${act.at})
    on conflict (workspace_id, key) do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function actOfKey(db: Queryable, scope: Scope, key: string): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    select ${columns} from vendor_acts where workspace_id = ${scope.workspaceId} and key = ${key}`.execute(db)
  return rows[0]
}

/** Only as it was read: undefined when somebody else goes on with it. */
export async function updateAct(
  db: Queryable,
  scope: Scope,
  { id, state, attempts }: StoredAct,
  change: Pick<StoredAct, 'state' | 'attempts' | 'result' | 'settles_at' | 'request_hash'> & { at: Date },
): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    update vendor_acts
    set state = ${change.state}, attempts = ${change.attempts}, settles_at = ${change.settles_at},
        request_hash = ${change.request_hash}, updated_at = ${change.at},
        result = ${change.result === null ? null : JSON.stringify(change.result)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id} and state = ${state} and attempts = ${attempts}
    returning ${columns}`.execute(db)
  return rows[0]
}
