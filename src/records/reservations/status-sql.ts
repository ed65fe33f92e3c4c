/**
 * What is derived from the passage of time, in one place for lists, filters, totals and details: a confirmed stay reads as
 * completed once the property's date has passed check-out, a request nobody answered as cancelled.
 */
import { sql, type RawBuilder } from 'kysely'
import { isoText } from '../../platform/iso-text-sql.ts'

export function shownStatus(now: Date, table = 'reservations'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<string>`case
    when ${column('status')} = 'confirmed' and ${column('completes_at')} <= ${now} then 'completed'
    when ${column('status')} = 'pending' and ${column('lapses_at')} <= ${now} then 'cancelled'
    else ${column('status')} end`
}

/** The beginning of the record's JSON, up to where the stored text goes on: the id and what time derives. */
export function shownHead(now: Date, table = 'reservations'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<string>`concat(
    '{"id":"', ${column('id')}, '","status":"', ${shownStatus(now, table)},
    case
      when ${column('status')} = 'cancelled' then '","statusDetail":"' || ${column('status_detail')}
      when ${column('status')} = 'pending' and ${column('lapses_at')} <= ${now} then '","statusDetail":"request_expired'
      when ${column('status')} = 'pending' then concat(
        '","pendingReason":"' || ${column('pending_reason')},
        case when ${column('pending_reason')} = 'host_approval'
             then '","respondBy":"' || ${isoText(column('respond_by'))} end)
    end, '",')`
}

/** The record's JSON: the stored text with the derived fields put in behind the id. */
export function reservationJson(now: Date, table = 'reservations'): RawBuilder<string> {
  return sql<string>`concat(${shownHead(now, table)}, substr(${sql.ref(`${table}.doc`)}, 2))`
}

/** The same, of a text that is not stored yet. */
export const withHead = (head: string, doc: string): string => head + doc.slice(1)
