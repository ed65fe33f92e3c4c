import { sql } from 'kysely'
import type { AccessType, AppDisplay, ConnectCopy, SessionStatus } from '../../../contract/connect-session.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { SessionKey } from './session-id.ts'

export interface ConnectSessionRow {
  workspace_id: string
  id_hash: Buffer
  state: SessionStatus
  purpose: 'connect' | 'migrate'
  provider: string | null
  allowed_providers: string[] | null
  connection_id: string | null
  reconnect: boolean
  redirect_url: string | null
  app_state: string | null
  access_type: AccessType | null
  locale: 'en' | 'fr' | null
  /** Kinds of records to take over; null: all. */
  /** How many months of history are read. */
  reservation_history_months: number | null
  scope: string[] | null
  copy: ConnectCopy | null
  display: AppDisplay | null
  error: string | null
  expires_at: Date
  finished_at: Date | null
}

const columns = sql`workspace_id, id_hash, state, purpose, provider, allowed_providers, connection_id, reconnect,
  redirect_url, app_state, access_type, reservation_history_months, locale, scope, copy, display, error, expires_at, finished_at`

export interface NewConnectSession {
  purpose: 'connect' | 'migrate'
  provider: string | null
  allowedProviders: readonly string[] | null
  /** The connection whose credentials are renewed. */
  renews: string | null
  redirectUrl: string | null
  appState: string | null
  accessType: AccessType | null
  reservationHistoryMonths: number | null
  locale: string | null
  scope: readonly string[] | null
  copy: ConnectCopy | null
  display: AppDisplay | null
}

export async function insertSession(
  db: Queryable,
  { scope, hash }: SessionKey,
  session: NewConnectSession,
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<void> {
  const [copy, display] = [session.copy, session.display].map((it) =>
    it === null ? null : JSON.stringify(it),
  )
  await sql`
    insert into connect_sessions (workspace_id, id_hash, purpose, provider, allowed_providers, connection_id, reconnect,
      redirect_url, app_state, access_type, reservation_history_months, locale, scope, copy, display, created_at, expires_at)
    values (${scope.workspaceId}, ${hash}, ${session.purpose}, ${session.provider}, ${session.allowedProviders}::text[],
      ${session.renews}, ${session.renews !== null}, ${session.redirectUrl}, ${session.appState},
      ${session.accessType}, ${session.reservationHistoryMonths}, ${session.locale}, ${session.scope}::text[],
      ${copy}::jsonb, ${display}::jsonb, ${at}, ${expiresAt})`.execute(db)
}

export interface SessionCounts {
  /** Sessions created since `youngSince`. */
  young: number
  oldestYoung: Date | null
  open: number
  /** When the first open session expires. */
  firstEnd: Date | null
}

/** Counts sessions of the workspace, its creator and all its siblings, because each migration has a workspace of its own. */
export async function countSessions(
  tx: Queryable,
  scope: Scope,
  { at, youngSince, openSince }: { at: Date; youngSince: Date; openSince: Date },
): Promise<SessionCounts> {
  const { rows } = await sql<SessionCounts>`
    with top as (select coalesce(parent_id, id) as id from workspaces where id = ${scope.workspaceId}),
    family as (select w.id from workspaces w, top where w.id = top.id or w.parent_id = top.id)
    select count(*) filter (where s.created_at > ${youngSince})::integer as young,
           min(s.created_at) filter (where s.created_at > ${youngSince}) as "oldestYoung",
           count(*) filter (where s.finished_at is null and s.expires_at > ${at})::integer as open,
           min(s.expires_at) filter (where s.finished_at is null and s.expires_at > ${at}) as "firstEnd"
    from family f join connect_sessions s on s.workspace_id = f.id and s.created_at > ${openSince}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('nothing was counted')
  return row
}

export async function dropSessionsBefore(db: Queryable, scope: Scope, before: Date): Promise<void> {
  await sql`
    delete from connect_sessions
    where workspace_id = ${scope.workspaceId} and expires_at < ${before}`.execute(db)
}

export async function sessionRow(
  db: Queryable,
  { scope, hash }: SessionKey,
): Promise<ConnectSessionRow | undefined> {
  const { rows } = await sql<ConnectSessionRow>`
    select ${columns} from connect_sessions
    where workspace_id = ${scope.workspaceId} and id_hash = ${hash}`.execute(db)
  return rows[0]
}

/** Locks the session until the transaction ends. */
export async function lockSession(
  tx: Queryable,
  { scope, hash }: SessionKey,
): Promise<ConnectSessionRow | undefined> {
  const { rows } = await sql<ConnectSessionRow>`
    select ${columns} from connect_sessions
    where workspace_id = ${scope.workspaceId} and id_hash = ${hash} for update`.execute(tx)
  return rows[0]
}

export interface SessionChange {
  state: SessionStatus
  provider?: string
  connectionId?: string
  finishedAt?: Date
}

export async function changeSession(
  tx: Queryable,
  { scope, hash }: SessionKey,
  { state, provider, connectionId, finishedAt }: SessionChange,
): Promise<void> {
  await sql`
    update connect_sessions
    set state = ${state}, provider = coalesce(${provider ?? null}, provider),
        connection_id = coalesce(${connectionId ?? null}::bigint, connection_id),
        finished_at = coalesce(finished_at, ${finishedAt ?? null}::timestamptz)
    where workspace_id = ${scope.workspaceId} and id_hash = ${hash}`.execute(tx)
}
