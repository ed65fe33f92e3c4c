import { sql } from 'kysely'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'
import { notifyWork } from '../../platform/due-work/work-notices.ts'
import { claimEach, findDueInTurn } from '../../platform/fairness/due-rows.ts'
import type { DueTable, WorkerPlaces } from '../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ActState } from './act-state.ts'

export type ActKind =
  | 'create_reservation'
  | 'modify_reservation'
  | 'cancel_reservation'
  | 'accept_request'
  | 'decline_request'
  | 'change_reservation'
  | 'refund_reservation'
  | 'pre_approve'
  | 'send_offer'
  | 'withdraw_offer'
  | 'reply_to_review'
  | 'review_guest'
  | 'create_guest'
  | 'write_listing'
  | 'add_photo'
  | 'send_message'
  | 'request_alteration'
  | 'answer_alteration'
  | 'invite_partner'
  | 'create_property'
  | 'create_property_unit'
  | 'add_channel_content'
  | 'remove_channel_content'
  | 'add_property_unit'
  | 'create_channel_listing'

export interface StoredAct {
  id: string
  key: string
  kind: ActKind
  connection_id: string
  listing_id: string | null
  reservation_id: string | null
  external_id: string | null
  request_hash: Buffer
  request: unknown
  state: ActState
  attempts: number
  looks: number
  result: unknown
  outcome: string | null
  outcome_code: string | null
  holder: string | null
  asked_at: Date
  settles_at: Date
  next_look_at: Date | null
  created_at: Date
  updated_at: Date
}

export const actColumns = sql`id, key, kind, connection_id, listing_id, reservation_id, external_id, request_hash, request,
  state, attempts, looks, result, outcome, outcome_code, holder, asked_at, settles_at, next_look_at, created_at, updated_at`

const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

export interface ActHold {
  holder: string
  until: Date
}

export interface ActSubject {
  listingId: string
  reservationId: string | null
  externalId: string | null
}

export interface NewAct {
  key: string
  kind: ActKind
  connectionId: string
  hash: Buffer
  request: unknown
  state: 'started' | 'asking'
  at: Date
  settlesAt: Date
  hold?: ActHold
  subject?: ActSubject | undefined
}

/** Returns undefined if the key has an act already. */
export async function insertAct(db: Queryable, scope: Scope, act: NewAct): Promise<StoredAct | undefined> {
  const { hold, subject, at } = act
  const { rows } = await sql<StoredAct>`
    insert into vendor_acts (workspace_id, key, kind, connection_id, listing_id, reservation_id, external_id, request_hash,
      request, state, attempts, holder, held_until, asked_at, settles_at, next_look_at, created_at, updated_at)
    values (${scope.workspaceId}, ${act.key}, ${act.kind}, ${act.connectionId}, ${subject?.listingId ?? null},
            ${subject?.reservationId ?? null}, ${subject?.externalId ?? null}, ${act.hash}, ${json(act.request)},
            ${act.state}, ${act.state === 'asking' ? 1 : 0}, ${hold?.holder ?? null}, ${hold?.until ?? null}, ${at},
            ${act.settlesAt}, ${hold?.until ?? act.settlesAt}, ${at}, ${at})
    on conflict (workspace_id, key) do nothing
    returning ${actColumns}`.execute(db)
  return rows[0]
}

export async function actOfKey(db: Queryable, scope: Scope, key: string): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    select ${actColumns} from vendor_acts where workspace_id = ${scope.workspaceId} and key = ${key}`.execute(
    db,
  )
  return rows[0]
}

export type ActChange = Pick<
  StoredAct,
  | 'kind'
  | 'listing_id'
  | 'reservation_id'
  | 'external_id'
  | 'state'
  | 'attempts'
  | 'looks'
  | 'result'
  | 'outcome'
  | 'outcome_code'
  | 'asked_at'
  | 'settles_at'
  | 'next_look_at'
  | 'request_hash'
  | 'request'
>

/** Updates the act if state and holder are unchanged; returns undefined if another process has it. */
export async function updateAct(
  db: Queryable,
  scope: Scope,
  { id, state, attempts, next_look_at: known }: StoredAct,
  change: ActChange & { at: Date },
  holder?: string,
): Promise<StoredAct | undefined> {
  const isHeld = holder === undefined ? sql`` : sql`and holder = ${holder}`
  const { rows } = await sql<StoredAct>`
    update vendor_acts
    set kind = ${change.kind}, listing_id = ${change.listing_id}, reservation_id = ${change.reservation_id},
        external_id = ${change.external_id}, state = ${change.state}, attempts = ${change.attempts},
        looks = ${change.looks}, outcome = ${change.outcome}, outcome_code = ${change.outcome_code},
        asked_at = ${change.asked_at}, settles_at = ${change.settles_at}, next_look_at = ${change.next_look_at},
        request_hash = ${change.request_hash}, request = ${json(change.request)}, result = ${json(change.result)},
        updated_at = ${change.at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and state = ${state} and attempts = ${attempts} ${isHeld}
    returning ${actColumns}`.execute(db)
  const { next_look_at: next, state: now } = change
  const isSooner = next !== null && (known === null || next < known)
  // The caller that did an act records it too, so a done one wakes nobody.
  if (rows[0] && isSooner && now !== 'done') await notifyWork(db, 'act')
  return rows[0]
}

/** When the first act of any workspace is to be searched for; null if none. */
export async function nextActDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_look_at) as due from vendor_acts where next_look_at is not null`.execute(db)
  return rows[0]?.due ?? null
}

/** Closes a recorded act and releases it. Returns false if another process recorded it first. */
export async function closeAct(
  tx: Queryable,
  scope: Scope,
  key: string,
  { reservationId = null, externalId = null }: Partial<Omit<ActSubject, 'listingId'>> = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update vendor_acts
    set next_look_at = null, request = null, holder = null, held_until = null, outcome = null, outcome_code = null,
        reservation_id = coalesce(${reservationId}, reservation_id), external_id = coalesce(${externalId}, external_id)
    where workspace_id = ${scope.workspaceId} and key = ${key} and state = 'done'
      and next_look_at is not null`.execute(tx)
  return numAffectedRows === 1n
}

/** Holds the act unless another process has it. */
export async function holdAct(
  db: Queryable,
  scope: Scope,
  id: string,
  { holder, until }: ActHold,
  now: Date,
): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    update vendor_acts set holder = ${holder}, held_until = ${until}
    where workspace_id = ${scope.workspaceId} and id = ${id} and (held_until is null or held_until <= ${now})
    returning ${actColumns}`.execute(db)
  return rows[0]
}

/** Extends the hold; null as the new end releases it. */
export async function prolongHold(
  db: Queryable,
  scope: Scope,
  { id, holder }: Pick<StoredAct, 'id' | 'holder'>,
  until: Date | null,
): Promise<void> {
  await sql`
    update vendor_acts set held_until = ${until}, holder = ${until === null ? null : holder}
    where workspace_id = ${scope.workspaceId} and id = ${id} and holder = ${holder}`.execute(db)
}

/** Holds due acts of any workspace that no process has. */
export async function takeDueActs(
  db: Queryable,
  now: Date,
  { holder, until }: ActHold,
  places: WorkerPlaces,
): Promise<(StoredAct & { workspace_id: string })[]> {
  const where = sql`(held_until is null or held_until <= ${now})`
  const table: DueTable = { table: 'vendor_acts', due: 'next_look_at', key: { id: 'uuid' }, where }
  return claimEach(await findDueInTurn(db, table, now, places), ({ workspaceId, lockFree }) =>
    sql<StoredAct & { workspace_id: string }>`
      update vendor_acts set holder = ${holder}, held_until = ${until}
      where workspace_id = ${workspaceId} and id in ${lockFree}
      returning workspace_id, ${actColumns}`.execute(db),
  )
}

/** Covers every workspace. Acts with an unknown outcome are never deleted. */
export async function deleteEnded(
  db: Queryable,
  kinds: readonly ActKind[],
  before: Date,
  limit: number,
): Promise<number> {
  const isOver = sql`
    next_look_at is null and updated_at < ${before} and state in ('done', 'refused', 'absent')
    and kind = any(${[...kinds]})`
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from vendor_acts where ${isOver} limit ${limit}`.execute(db)
  let deleted = 0
  for (const [workspaceId, old] of Map.groupBy(rows, (row) => row.workspace_id)) {
    const ids = old.map(({ id }) => id)
    deleted += await countAffectedRows(
      db,
      sql`delete from vendor_acts where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and ${isOver}`,
    )
  }
  return deleted
}
