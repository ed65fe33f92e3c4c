import { sql } from 'kysely'
import { rowsOf as makerOf } from '../../api/rows.ts'
import {
  inPortions,
  type Filled,
  type FilledWorkspace,
  type Filling,
  type ProvenList,
} from './proven-list.ts'

async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const listings: string[] = []
  for (let n = 0; n < 20; n += 1) listings.push(await make.listing())
  const accounts = [
    await make.account('hostaway', '1'),
    await make.account('airbnb', '2'),
    await make.account('booking', '3'),
  ]
  await inPortions(size, ({ from, to }) =>
    sql`
      insert into conversations (workspace_id, id, connection_id, account_id, external_id, platform, listing_id, unread_count,
        last_message_at, last_message_preview, subject)
      select ${workspace.id}, nextval('conversations_id'), (${accounts.map((one) => one.connectionId)}::bigint[])[1 + n / 10 % 3],
        (${accounts.map(({ id }) => id)}::bigint[])[1 + n / 10 % 3], 'T' || n,
        (array['airbnb', 'booking', 'vrbo', 'website', 'email'])[1 + n / 20 % 5],
        (${listings}::bigint[])[1 + n % 20], n % 3,
        case when n % 50 > 0 then timestamptz '2026-06-01' - n % 500 * interval '1 day' - n * interval '1 second' end, 'Hello',
        case when n < 60 then 'Xyquzzi' else substr(md5(n::text), 1, 9) end
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db),
  )
  return { listing: listings[1] ?? '' }
}

export const conversationList: ProvenList = {
  id: 'listConversations',
  fill,
  values: {
    account: [() => 'hostaway:1', () => 'hostaway:9'],
    platform: [() => 'booking'],
    status: [() => 'open', () => 'archived'],
    q: [() => 'xyQuzz', () => 'nobody-has-this'],
    listing_id: [({ listing = '' }) => listing],
    reservation_id: [() => '123456789'],
  },
  pairs: [
    ['platform', 'account'],
    ['listing_id', 'platform'],
    ['q', 'platform'],
  ],
}

export const airbnbThreadList: ProvenList = {
  id: 'listAirbnbThreads',
  fill,
  values: { account_id: [() => '2'] },
  pairs: [],
}

export const bookingThreadList: ProvenList = {
  id: 'listBookingThreads',
  fill,
  values: { property_id: [() => '3'] },
  pairs: [],
}
