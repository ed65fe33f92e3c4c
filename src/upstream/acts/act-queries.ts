import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ActState } from './act-state.ts'

export type ActKind =
  | 'pre_approve'
  | 'send_offer'
  | 'withdraw_offer'
  | 'reply_to_review'
  | 'create_guest'
  | 'write_listing'
  | 'add_photo'
  | 'send_message'

export interface StoredAct {
  id: string
  key: string
  kind: ActKind
  connection_id: string
  request_hash: Buffer
  request: unknown
  state: ActState
  attempts: number
  looks: number
  result: unknown
  outcome: string | null
  asked_at: Date
  settles_at: Date
  next_look_at: Date | null
}

const columns = sql`id, key, kind, connection_id, request_hash, request, state, attempts, looks, result, outcome, asked_at,
  settles_at, next_look_at`

const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

export interface NewAct {
  key: string
  kind: ActKind
  connectionId: string
  hash: Buffer
  request: unknown
  at: Date
  settlesAt: Date
}

/** undefined when the key has one already. */
export async function insertAct(db: Queryable, scope: Scope, act: NewAct): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, request, asked_at, settles_at,
      next_look_at, updated_at)
    values (${scope.workspaceId}, ${act.key}, ${act.kind}, ${act.connectionId}, ${act.hash}, ${json(act.request)},
            ${act.at}, ${act.settlesAt}, ${act.settlesAt}, ${act.at})
    on conflict (workspace_id, key) do nothing
    returning ${columns}`.execute(db)
  return rows[0]
}

export async function actOfKey(db: Queryable, scope: Scope, key: string): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    select ${columns} from vendor_acts where workspace_id = ${scope.workspaceId} and key = ${key}`.execute(db)
  return rows[0]
}

export async function actOfId(db: Queryable, scope: Scope, id: string): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    select ${columns} from vendor_acts where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}

export type ActChange = Pick<
  StoredAct,
  | 'state'
  | 'attempts'
  | 'looks'
  | 'result'
  | 'outcome'
  | 'asked_at'
  | 'settles_at'
  | 'next_look_at'
  | 'request_hash'
  | 'request'
>

/** Only as it was read: undefined when somebody else goes on with it. */
export async function updateAct(
  db: Queryable,
  scope: Scope,
  { id, state, attempts }: StoredAct,
  change: ActChange & { at: Date },
): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    update vendor_acts
    set state = ${change.state}, attempts = ${change.attempts}, looks = ${change.looks}, outcome = ${change.outcome},
        asked_at = ${change.asked_at}, settles_at = ${change.settles_at}, next_look_at = ${change.next_look_at},
        request_hash = ${change.request_hash}, request = ${json(change.request)}, result = ${json(change.result)},
        updated_at = ${change.at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and state = ${state} and attempts = ${attempts}
    returning ${columns}`.execute(db)
  return rows[0]
}

/** What was done at the vendor stands here as well: nothing is left to do. */
export async function closeAct(tx: Queryable, scope: Scope, key: string): Promise<void> {
  await sql`
    update vendor_acts set next_look_at = null, request = null
    where workspace_id = ${scope.workspaceId} and key = ${key} and state = 'done'`.execute(tx)
}

export interface DueAct {
  workspaceId: string
  id: string
}

/** Those to be looked at, which nobody else is given until `leaseUntil`. */
export async function takeDueActs(
  db: Queryable,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<DueAct[]> {
  const { rows } = await sql<DueAct>`
    with due as (
      select workspace_id, id from vendor_acts where next_look_at <= ${now}
      order by next_look_at limit ${most} for update skip locked
    )
    update vendor_acts a set next_look_at = ${leaseUntil} from due
    where a.workspace_id = due.workspace_id and a.id = due.id
    returning a.workspace_id as "workspaceId", a.id`.execute(db)
  return rows
}
