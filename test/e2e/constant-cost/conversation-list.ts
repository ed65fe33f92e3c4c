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
        last_message_at, last_message_preview)
      select ${workspace.id}, nextval('conversations_id'), (${accounts.map((one) => one.connectionId)}::bigint[])[1 + n / 10 % 3],
        (${accounts.map(({ id }) => id)}::bigint[])[1 + n / 10 % 3], 'T' || n,
        (array['airbnb', 'booking', 'vrbo', 'website', 'email'])[1 + n / 20 % 5],
        (${listings}::bigint[])[1 + n % 20], n % 3,
        case when n % 50 > 0 then timestamptz '2026-06-01' - n % 500 * interval '1 day' - n * interval '1 second' end, 'Hello'
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db),
  )
  return {}
}

export const conversationList: ProvenList = {
  id: 'listConversations',
  fill,
  values: {
    account: [() => 'hostaway:1', () => 'hostaway:9'],
    platform: [() => 'booking'],
    status: [() => 'open', () => 'archived'],
  },
  pairs: [['platform', 'account']],
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
