/**
 * What is derived from the passage of time, in one place for lists, filters, totals and details: a confirmed stay reads as
 * completed once the property's date has passed check-out, a request nobody answered as cancelled.
 */
import { sql, type RawBuilder } from 'kysely'

export function shownStatus(now: Date): RawBuilder<string> {
  return sql<string>`case
    when reservations.status = 'confirmed' and reservations.completes_at <= ${now} then 'completed'
    when reservations.status = 'pending' and reservations.lapses_at <= ${now} then 'cancelled'
    else reservations.status end`
}

const isoText = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The record's JSON: the stored text with the derived fields put in behind the id. */
export function reservationJson(now: Date): RawBuilder<string> {
  return sql<string>`concat(
    '{"id":"', reservations.id, '","status":"', ${shownStatus(now)},
    case
      when reservations.status = 'cancelled' then '","statusDetail":"' || reservations.status_detail
      when reservations.status = 'pending' and reservations.lapses_at <= ${now} then '","statusDetail":"request_expired'
      when reservations.status = 'pending' then concat(
        '","pendingReason":"' || reservations.pending_reason,
        case when reservations.pending_reason = 'host_approval'
             then '","respondBy":"' || ${isoText('reservations.respond_by')} end)
    end, '",', substr(reservations.doc, 2))`
}
