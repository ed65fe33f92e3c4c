import { sql } from 'kysely'
import { rowsOf as makerOf } from '../../api/rows.ts'
import {
  inPortions,
  today,
  type Filled,
  type FilledWorkspace,
  type Filling,
  type ProvenList,
} from './proven-list.ts'

/**
 * Each state, lifecycle, account and channel is frequent even in the small one. Every listing is on Airbnb through one
 * of two hosts, and sixty have a street of their own.
 */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const accounts = [await make.account('hostaway', '1'), await make.account('guesty', '2')]
  const hosts = [await make.account('airbnb', '3'), await make.account('airbnb', '4')]
  await inPortions(size, async ({ from, to }) => {
    const made = sql`(
      select * from listings where workspace_id = ${workspace.id} order by id desc limit ${to - from + 1}) made`
    await sql`
    insert into listings (workspace_id, id, account_id, name, street, city, active, inactive_reason, archived_at, lifecycle_status,
      updated_at)
    select ${workspace.id}, nextval('listings_id'), (${accounts.map(({ id }) => id)}::bigint[])[1 + n % 2], 'Listing ' || n,
        case when n % 20 = 1 and n < 1200 then 'Xyquzzi' else 'Street' end, 'City',
      n % 10 <> 0, case when n % 10 = 0 then 'deactivated' end, case when n % 7 = 0 then timestamptz '2026-01-01' end,
      (array['live', 'draft', null])[1 + n % 3],
      case when n < 20 then ${app.clock.now()}::timestamptz - interval '1 minute'
           else ${app.clock.now()}::timestamptz - interval '1 day' - n % 4 * interval '100 days' end
    from generate_series(${from}::int, ${to}::int) n`.execute(app.db)
    await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select workspace_id, (${hosts.map(({ connectionId }) => connectionId)}::bigint[])[1 + id % 2], id::text, id
    from ${made}`.execute(app.db)
    await sql`
    insert into channel_links (workspace_id, listing_id, platform, external_id, active)
    select workspace_id, id, platform, id::text, id % 5 <> 0
    from ${made} cross join unnest(array['airbnb', 'vrbo', 'booking']) platform
    where platform = 'vrbo' or id % 4 <> 0`.execute(app.db)
  })
  return {}
}

const q = [() => 'xyQuzz', () => 'nobody-has-this']
const channel = ['airbnb', 'vrbo'].map((name) => () => name)

export const listingList: ProvenList = {
  id: 'listListings',
  fill,
  values: {
    status: ['active', 'inactive', 'archived', 'all'].map((status) => () => status),
    channel,
    q,
    include: [() => 'content,thumbnail'],
  },
  pairs: [
    ['status', 'channel'],
    ['q', 'channel'],
    ['channel', 'include'],
  ],
}

export const propertyList: ProvenList = {
  id: 'listProperties',
  fill,
  values: {
    account: [() => 'hostaway:1', () => 'hostaway:9'],
    status: ['active', 'inactive', 'all'].map((status) => () => status),
    lifecycle_status: ['live', 'archived', 'all', 'unheard'].map((status) => () => status),
    channel,
    q,
    updated_since: [() => `${today}T11:50:00Z`, () => '2025-12-01T00:00:00Z'],
    provider: [() => 'guesty', () => 'mews'],
  },
  pairs: [
    ['status', 'channel'],
    ['q', 'account'],
    ['status', 'account'],
    ['account', 'channel'],
    ['account', 'lifecycle_status'],
    ['provider', 'status'],
  ],
}

export const airbnbListingList: ProvenList = {
  id: 'listAirbnbListings',
  fill,
  values: {
    status: ['active', 'inactive', 'all'].map((status) => () => status),
    account_id: [() => '3'],
    include: [() => 'amenities,thumbnail'],
  },
  pairs: [['status', 'account_id']],
}

export const vrboListingList: ProvenList = {
  id: 'listVrboListings',
  fill,
  values: { status: ['active', 'inactive'].map((status) => () => status) },
  pairs: [],
}
