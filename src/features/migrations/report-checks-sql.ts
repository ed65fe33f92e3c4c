/** The checks of a migration's report; each finds rows that a person must decide about. */
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'
import { standsUntilDeparture } from './upcoming-sql.ts'

export interface ReportCheck {
  code: string
  severity: 'error' | 'warning' | 'info'
  entity: string
  message: string
  /** The ids of its findings, as `id`. */
  ids(child: Scope, now: Date): RawBuilder<unknown>
}

const listings = (child: Scope, lacks: RawBuilder<unknown>) => sql`
  select id from listings where workspace_id = ${child.workspaceId} and archived_at is null and ${lacks}`

const upcoming = (child: Scope, now: Date, which: RawBuilder<unknown>) => sql`
  select r.id from reservations r
  where r.workspace_id = ${child.workspaceId} and ${standsUntilDeparture(now, 'r')} and ${which}`

/** A new check is one entry here. */
export const checks: readonly ReportCheck[] = [
  {
    code: 'listing_missing_address',
    severity: 'warning',
    entity: 'listings',
    message: 'Without a street or a city: enter the address.',
    ids: (child) => listings(child, sql`(street is null or city is null)`),
  },
  {
    code: 'listing_missing_time_zone',
    severity: 'warning',
    entity: 'listings',
    message: 'Without a time zone: days begin by UTC until one is set.',
    ids: (child) => listings(child, sql`time_zone is null`),
  },
  {
    code: 'listing_missing_currency',
    severity: 'warning',
    entity: 'listings',
    message: 'Without a currency: prices cannot be shown.',
    ids: (child) => listings(child, sql`currency is null`),
  },
  {
    code: 'listing_missing_coordinates',
    severity: 'info',
    entity: 'listings',
    message: 'Without coordinates: channels ask for them.',
    ids: (child) => listings(child, sql`(latitude is null or longitude is null)`),
  },
  {
    code: 'reservation_missing_guest_contact',
    severity: 'warning',
    entity: 'reservations',
    message: 'Upcoming stays of guests without an email address and a phone number.',
    // Owners are no guests, and guests outside the scope are missing on purpose (`left_out_of_scope`).
    ids: (child, now) =>
      upcoming(
        child,
        now,
        sql`r.source is distinct from 'owner'
            and (r.guest_id is null or r.guest_id not in (
              select c.guest_id from guest_contacts c where c.workspace_id = ${child.workspaceId}))
            and not exists (select from connections c where c.workspace_id = r.workspace_id and c.id = r.connection_id
                            and not 'guests' = any(c.import_scope))`,
      ),
  },
  {
    code: 'reservation_overlapping',
    severity: 'error',
    entity: 'reservations',
    message: 'Upcoming stays that share nights of a home or unit with another stay.',
    ids: (child, now) =>
      upcoming(
        child,
        now,
        sql`exists (select from stay_conflicts s
                    where s.workspace_id = r.workspace_id and r.id in (s.stay_id, s.other_id))`,
      ),
  },
  {
    code: 'channel_reservations_upcoming',
    severity: 'warning',
    entity: 'reservations',
    message:
      'Upcoming stays that channels brought. Do not make them again: they come by themselves once the property manager has connected the channels.',
    ids: (child, now) => upcoming(child, now, sql`r.source in ('airbnb', 'booking.com', 'vrbo')`),
  },
  {
    code: 'guest_duplicate',
    severity: 'info',
    entity: 'guests',
    message: 'Guests who share an email address or a phone number with another.',
    // Sorted instead of joined: after an import the planner expects one contact and would compare all pairs.
    ids: (child) => sql`
      select distinct guest_id as id from (
        select guest_id, min(guest_id) over same as first, max(guest_id) over same as last
        from guest_contacts where workspace_id = ${child.workspaceId}
        window same as (partition by type, value)) shared
      where first <> last`,
  },
  {
    code: 'record_kept_aside',
    severity: 'error',
    entity: 'records',
    message:
      'Records of the old system that could not be read or stored: see the failures of the connection.',
    ids: (child) =>
      sql`select id from sync_failures where workspace_id = ${child.workspaceId} and severity = 'failure'`,
  },
]
