/** An account of a channel that was connected and read, and requests to any route that name its records. */
import { sql, type RawBuilder } from 'kysely'
import { startVendorWorld, type VendorWorld, type VendorWorldOptions } from '../bookings/vendor-world.ts'
import { bodyOf, urlOf, type AnyRoute } from '../cross-cutting/world.ts'
import type { TestAnswer } from '../harness/app.ts'

export const channels = ['airbnb', 'booking', 'vrbo', 'plumguide'] as const
export type Channel = (typeof channels)[number]

export interface ChannelWorld extends VendorWorld {
  ids: Record<string, string>
}

export async function startChannelWorld(
  channel: string,
  options: VendorWorldOptions = {},
): Promise<ChannelWorld> {
  const world = await startVendorWorld(channel, { listings: 2, writePolicy: {}, ...options })
  return Object.assign(world, { ids: await idsOf(world, world.app.workspace.id, channel) })
}

/** What the account of a provider has, the first of each kind. */
export async function idsOf(
  { app }: Pick<VendorWorld, 'app'>,
  workspaceId: string,
  provider: string,
): Promise<Record<string, string>> {
  const { db, clock } = app
  const first = async (table: string, more = sql``, order = sql`t.id`) => {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(table)} t join connections c
        on c.workspace_id = t.workspace_id and c.id = ${sql.ref(table === 'connections' ? 't.id' : 't.connection_id')}
      where t.workspace_id = ${workspaceId} and c.provider = ${provider} ${more} order by ${order} limit 1`.execute(
      db,
    )
    return rows[0]?.id ?? '1'
  }
  const one = async (ofWorkspace: RawBuilder<{ id: string }>) =>
    (await ofWorkspace.execute(db)).rows[0]?.id ?? '1'
  const upcoming = sql`and t.check_in > ${clock.now()}::date + 1 and t.status = 'confirmed'`
  // What came to a PMS from a channel is changed there.
  const reservation = await first('reservations', upcoming, sql`t.source = 'direct' desc, t.id`)
  const { rows } = await sql<{ code: string; listing_id: string; guest_id: string }>`
    select confirmation_code as code, listing_id, guest_id from reservations where id = ${reservation}`.execute(
    db,
  )
  const [conversation, review] = [
    await first('conversations'),
    await first('reviews', sql`and t.reviewer_role = 'guest'`, sql`t.response_body is not null, t.id`),
  ]
  return {
    listing: rows[0]?.listing_id ?? (await first('listings')),
    reservation,
    code: rows[0]?.code ?? 'none',
    guest: rows[0]?.guest_id ?? '1',
    conversation,
    thread: conversation,
    review,
    channelReview: review,
    // No move of ours; its own workspace may be exported.
    migration: workspaceId,
    connection: await first('connections'),
    apiKey: await one(sql`select id from api_keys where workspace_id = ${workspaceId} order by id limit 1`),
    run: await one(sql`select id from sync_runs where workspace_id = ${workspaceId} order by id limit 1`),
  }
}

/** A request that its schema accepts. */
export function ask({ ids, send }: ChannelWorld, channel: string, route: AnyRoute): Promise<TestAnswer> {
  const url = urlOf(route, (kind) => ids[kind], { provider: channel })
  const body = route.body ? bodyOf(route) : undefined
  const named = body && 'listingId' in body ? { ...body, listingId: ids['listing'] } : body && { ...body }
  return send(route.method, url, named)
}
