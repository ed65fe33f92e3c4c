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

const statuses = [
  'open',
  'pre_approved',
  'special_offer_sent',
  'booked',
  'expired',
  'declined',
  'not_possible',
]

/** Twenty have lapsed without having been reported. */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const listings: string[] = []
  for (let n = 0; n < 20; n += 1) listings.push(await make.listing())
  const conversation = await make.conversation()
  await inPortions(size, ({ from, to }) =>
    sql`
      insert into inquiries (workspace_id, id, channel, conversation_id, listing_id, status, lapses_at, lapse_told_at, created_at)
      select ${workspace.id}, nextval('inquiries_id'), 'airbnb', case when n % 20 = 0 and n < 400 then ${conversation}::bigint end,
        (${listings}::bigint[])[1 + case when n < 400 then n % 10 else 10 + n % 10 end],
        (${statuses}::text[])[1 + n / 20 % 7],
        timestamptz '${sql.raw(today)}' + case when n < 20 or n % 4 = 0 then interval '-1 hour' else interval '30 days' end,
        case when n >= 20 and n % 4 = 0 then timestamptz '${sql.raw(today)}' end,
        timestamptz '2026-06-01' - n % 500 * interval '1 day' - n * interval '1 second'
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db),
  )
  return { listing: listings[0] ?? '', conversation }
}

export const inquiryList: ProvenList = {
  id: 'listInquiries',
  fill,
  values: {
    status: [...statuses, 'all'].map((status) => () => status),
    listing_id: [({ listing = '' }) => listing],
    conversation_id: [({ conversation = '' }) => conversation],
  },
  pairs: [
    ['status', 'listing_id'],
    ['status', 'conversation_id'],
  ],
}
