/** Finds where a record is read from and how old the stored one is. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { FetchRow } from '../state/fetch-queries.ts'

/** A record by the id of the account it was read from. */
export interface ReadSource {
  /** `changes` are the changed bookings of an account that sends no notices of them. */
  entity: 'calendar' | 'reservations' | 'changes'
  /** Our id of the listing whose nights are read, or of the reservation. */
  recordId: string
  connectionId: string
  /** Empty for `changes`, which are read for the whole account. */
  externalId: string
  /** For nights, the last requested one. */
  lastNight?: string
}

/** Returns the source of a listing's nights, unless they are kept here. */
export async function sourceOfNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  lastNight: string,
): Promise<ReadSource[]> {
  const { rows } = await sql<ReadSource>`
    select 'calendar' as entity, k.listing_id as "recordId", k.connection_id as "connectionId",
           k.external_id as "externalId", ${lastNight}::text as "lastNight"
    from listings l
    join listing_links k on k.workspace_id = l.workspace_id and k.connection_id = l.connection_id
      and k.external_id = l.external_id
    where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}`.execute(db)
  return rows
}

/** Returns the source of a reservation with its listing, unless it is kept here. */
export async function sourceOfReservation(
  db: Queryable,
  scope: Scope,
  reservationId: string,
): Promise<{ listingId: string | null; sources: ReadSource[] }> {
  const { rows } = await sql<ReadSource & { listingId: string | null; isRead: boolean }>`
    select 'reservations' as entity, id as "recordId", connection_id as "connectionId", external_id as "externalId",
           listing_id as "listingId", connection_id is not null and external_id is not null as "isRead"
    from reservations where workspace_id = ${scope.workspaceId} and id = ${reservationId}`.execute(db)
  return {
    listingId: rows[0]?.listingId ?? null,
    sources: rows.flatMap(({ listingId: _, isRead, ...source }) => (isRead ? source : [])),
  }
}

/** Returns accounts of these vendors that sell the listing, since something may have been booked there. */
export async function changesOf(
  db: Queryable,
  scope: Scope,
  listingId: string,
  providers: readonly string[],
): Promise<ReadSource[]> {
  if (providers.length === 0) return []
  const { rows } = await sql<ReadSource>`
    select distinct 'changes' as entity, k.listing_id as "recordId", k.connection_id as "connectionId", '' as "externalId"
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId} and c.status <> 'disconnected'
      and c.provider = any(${providers}::text[])`.execute(db)
  return rows
}

export interface SourceState {
  importing: boolean
  /** When the last reading that included it began; null if nobody knows. */
  readAt: Date | null
  /** A notice said that it changed, and it was not read since. */
  isAwaited: boolean
  /** The last attempt to read or store it failed. */
  isFailing: boolean
}

const sameRecord = (alias: string, { entity, connectionId, externalId }: ReadSource) => sql`
  ${sql.ref(`${alias}.connection_id`)} = ${connectionId} and ${sql.ref(`${alias}.entity`)} = ${entity}
  and ${sql.ref(`${alias}.external_id`)} = ${externalId}`

/** Only a full pass proves a reservation's state: a list of changes lacks ended stays as well as deleted ones. */
export async function sourceState(
  db: Queryable,
  scope: Scope,
  source: ReadSource,
): Promise<SourceState | undefined> {
  const { rows } = await sql<SourceState>`
    select c.first_import_at is null as importing,
           case when ${source.entity} = 'calendar' then r.read_at else c.last_full_at end as "readAt",
           f.external_id is not null and not f.by_itself and f.run_id is null as "isAwaited",
           x.external_id is not null as "isFailing"
    from connections c
    left join calendar_reads r on r.workspace_id = c.workspace_id and r.listing_id = ${source.recordId}
      and r.read_order > 0
    left join sync_fetches f on f.workspace_id = c.workspace_id and ${sameRecord('f', source)}
    left join sync_failures x on x.workspace_id = c.workspace_id and ${sameRecord('x', source)} and x.severity = 'failure'
    where c.workspace_id = ${scope.workspaceId} and c.id = ${source.connectionId}`.execute(db)
  return rows[0]
}

/** Returns when the last complete reading of changes began, and whether a stay waits or fails. */
export async function stateOfChanges(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<SourceState | undefined> {
  const { rows } = await sql<SourceState>`
    select c.first_import_at is null as importing, (s.swept->>'reservations')::timestamptz as "readAt",
           exists (select from sync_fetches f where f.workspace_id = ${scope.workspaceId} and f.connection_id = c.id
                   and f.entity = 'reservations' and not f.by_itself and f.run_id is null) as "isAwaited",
           exists (select from sync_failures x where x.workspace_id = ${scope.workspaceId} and x.connection_id = c.id
                   and x.entity = 'reservations' and x.severity = 'failure') as "isFailing"
    from connections c
    left join sync_schedule s on s.workspace_id = c.workspace_id and s.connection_id = c.id
    where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}`.execute(db)
  return rows[0]
}

/** Returns the record's place in the queue, unless a run put it there. */
export async function askedOutsideRuns(
  db: Queryable,
  scope: Scope,
  source: ReadSource,
): Promise<FetchRow | undefined> {
  const { rows } = await sql<FetchRow>`
    select f.entity, f.external_id as "externalId", f.generation, f.attempts from sync_fetches f
    where f.workspace_id = ${scope.workspaceId} and ${sameRecord('f', source)} and f.run_id is null`.execute(
    db,
  )
  return rows[0]
}

/** The version changes whenever the reservation is stored or requested again. */
export async function reservationVersion(db: Queryable, scope: Scope, source: ReadSource): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', r.revision, encode(r.source_hash, 'hex'), f.generation) as version
    from reservations r
    left join sync_fetches f on f.workspace_id = r.workspace_id and ${sameRecord('f', source)}
    where r.workspace_id = ${scope.workspaceId} and r.id = ${source.recordId}`.execute(db)
  return rows[0]?.version ?? 'gone'
}

/** Returns which of these stays were stored at this moment or later. */
export async function staysStoredSince(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ externalId: string }>`
    select external_id as "externalId" from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[]) and updated_at >= ${at}`.execute(db)
  return new Set(rows.map(({ externalId }) => externalId))
}

/** True if a reading that began earlier may be running. Call it while the schedule's row is locked. */
export async function isBeingRead(db: Queryable, scope: Scope, connectionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sync_schedule
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and holder is not null`.execute(
    db,
  )
  return rows.length > 0
}
