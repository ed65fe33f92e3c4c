/** Rows of listings, calendars and stays for the tests of their reads. */
import { sql } from 'kysely'
import { completesAt, lapsesAt } from '../../src/records/stay-times.ts'
import { newId, type Queryable, type Scope } from '../../src/platform/tenant.ts'
import type { TestAnswer, CallOptions, TestApp } from '../harness/app.ts'
import { recordsOf } from '../reads/records.ts'

interface Link {
  platform: 'airbnb' | 'booking' | 'vrbo' | 'plumguide'
  externalId: string
  hotelId?: string
  active?: boolean
  markup?: string
}

interface Night {
  available?: boolean
  price?: string
  minNights?: number
  units?: number
}

interface Stay {
  listing_id: string
  check_in: string
  check_out: string
  status?: 'confirmed' | 'pending' | 'cancelled'
  pending_reason?: 'host_approval' | 'guest_payment'
  respond_by?: string
  [column: string]: unknown
}

export function rowsOf(db: Queryable, scope: Scope) {
  const records = recordsOf(db, scope)
  return {
    ...records,
    async link(listingId: string, { platform, externalId, hotelId, active = true, markup }: Link) {
      await sql`insert into channel_links (workspace_id, listing_id, platform, external_id, hotel_id, active, markup_percent)
        values (${scope.workspaceId}, ${listingId}, ${platform}, ${externalId}, ${hotelId ?? null}, ${active},
          ${markup ?? null})`.execute(db)
    },
    async night(
      listingId: string,
      date: string,
      { available = true, price, minNights, units = 1 }: Night = {},
    ) {
      await sql`insert into calendar_days (workspace_id, listing_id, date, available, price, min_nights, available_units)
        values (${scope.workspaceId}, ${listingId}, ${date}, ${available}, ${price ?? null}, ${minNights ?? null},
          ${units})`.execute(db)
    },
    async unit(listingIds: string[], name: string, parentId: string | null = null) {
      const id = await newId(db, scope, 'units')
      await sql`insert into units (workspace_id, id, name, parent_id, floor, housekeeping_status, source)
        values (${scope.workspaceId}, ${id}, ${name}, ${parentId}, '2', 'clean', 'mews')`.execute(db)
      for (const listingId of listingIds) {
        await sql`insert into listing_units (workspace_id, listing_id, unit_id)
          values (${scope.workspaceId}, ${listingId}, ${id})`.execute(db)
      }
      return id
    },
    /** A stay whose instants follow from its dates and its property's time zone, as the sync engine sets them. */
    async stay({ timeZone = null, ...stay }: Stay & { timeZone?: string | null }) {
      const pending = {
        status: stay.status ?? 'confirmed',
        pendingReason: stay.pending_reason ?? null,
        source: 'airbnb',
        respondBy: stay.respond_by ?? null,
        checkIn: stay.check_in,
      }
      return records.reservation({
        completes_at: completesAt(stay.check_out, timeZone).toISOString(),
        lapses_at: lapsesAt(pending, timeZone)?.toISOString() ?? null,
        ...stay,
      })
    },
  }
}

export type WorkspaceRows = ReturnType<typeof rowsOf>

/** A workspace of its own on the application of the file, with rows of its own. */
export async function freshSpace(app: TestApp, wanted: Parameters<TestApp['addWorkspace']>[0] = {}) {
  const workspace = await app.addWorkspace(wanted)
  const key = workspace.liveKey
  return {
    ...workspace,
    rows: rowsOf(app.db, workspace.live),
    get: (url: string, options: CallOptions = {}): Promise<TestAnswer> => app.get(url, { key, ...options }),
    post: (url: string, body: unknown, options: CallOptions = {}): Promise<TestAnswer> =>
      app.post(url, body, { key, ...options }),
    async ids(url: string): Promise<string[]> {
      const { status, body } = await app.get(url, { key })
      if (status !== 200) throw new Error(`${url}: ${JSON.stringify(body)}`)
      const ids = recordsIn({ body }).map((row) => String(row['id']))
      const total = body['pagination']?.['total']
      if (Number(total) !== ids.length)
        throw new Error(`${url}: total ${String(total)} for ${ids.length} rows`)
      return ids
    },
  }
}

export type Space = Awaited<ReturnType<typeof freshSpace>>

/** The records of a list's answer. */
export const recordsIn = ({ body }: Pick<TestAnswer, 'body'>) => [...(body['data'] ?? [])]
