import { sql } from 'kysely'
import { rowsOf as makerOf } from '../../api/rows.ts'
import {
  inPortions,
  type Filled,
  type FilledWorkspace,
  type Filling,
  type ProvenList,
} from './proven-list.ts'

/** Each platform, role, rating and account is frequent even in the small one. */
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
      insert into reviews (workspace_id, id, connection_id, account_id, external_id, platform, listing_id, reviewer_role, rating,
        public_review, response_body, submitted_at)
      select ${workspace.id}, nextval('reviews_id'), (${accounts.map((one) => one.connectionId)}::bigint[])[1 + n / 10 % 3],
        (${accounts.map(({ id }) => id)}::bigint[])[1 + n / 10 % 3], 'R' || n, (array['airbnb', 'booking', 'vrbo'])[1 + n / 20 % 3],
        -- As many a listing in both: a larger workspace has more listings, as far as a page can tell.
        (${listings}::bigint[])[1 + case when n < 400 then n % 10 else 10 + n % 10 end],
        case when n / 60 % 4 = 0 then 'host' else 'guest' end, nullif((array[5, 4.5, 4, 2, 0])[1 + n / 7 % 5], 0), 'Fine',
        case when n % 3 = 0 then 'Thanks' end,
        case when n % 50 > 0 then timestamptz '2026-06-01' - n % 500 * interval '1 day' - n * interval '1 second' end
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db),
  )
  return { listing: listings[0] ?? '' }
}

export const reviewList: ProvenList = {
  id: 'listReviews',
  fill,
  values: {
    account: [() => 'hostaway:1', () => 'hostaway:9'],
    platform: [() => 'booking'],
    listing_id: [({ listing = '' }) => listing],
    rating_min: [() => '2.5', () => '0'],
    rating_max: [() => '3', () => '1'],
    status: [() => 'unanswered', () => 'responded', () => 'all'],
    reviewer_role: [() => 'host', () => 'all'],
  },
  pairs: [
    ['platform', 'status'],
    ['account', 'status'],
    ['listing_id', 'status'],
    ['listing_id', 'rating_min'],
    ['rating_min', 'rating_max'],
    ['rating_max', 'status'],
    ['status', 'reviewer_role'],
  ],
}

export const airbnbReviewList: ProvenList = {
  id: 'listAirbnbReviews',
  fill,
  values: { account_id: [() => '2'], reviewer_role: ['guest', 'host', 'all'].map((role) => () => role) },
  pairs: [['account_id', 'reviewer_role']],
}

export const bookingReviewList: ProvenList = {
  id: 'listBookingReviews',
  fill,
  values: { property_id: [() => '3'] },
  pairs: [],
}
