/** A workspace with records of every type in which every column has a value of its own. */
import type { Queryable, Scope } from '../../src/platform/tenant.ts'
import { fillHomes } from './portfolio-homes.ts'
import { made, moment, rowsOf } from './portfolio-rows.ts'
import { fillStays } from './portfolio-stays.ts'

export async function fillPortfolio(db: Queryable, scope: Scope, number: number): Promise<void> {
  const rows = rowsOf(db, scope, number)
  const homes = await fillHomes(rows)
  const { first, lapsed } = await fillStays(rows, homes)
  const { putNumbered, n } = rows
  const { connection, account, listing, guest } = homes
  const conversation = await putNumbered('conversations', {
    connection_id: connection,
    account_id: account,
    external_id: `V${number}`,
    platform: 'airbnb',
    external_thread_id: `th${number}`,
    guest_id: guest,
    listing_id: listing,
    reservation_id: first,
    source_reservation_id: `R${number}`,
    subject: n('Arrival'),
    last_message_at: moment(32),
    last_message_preview: n('Hello'),
    unread_count: 2,
    status: 'archived',
    host: { airbnbId: '9', displayName: n('Eva') },
    ...made(33),
  })
  const inquiry = await putNumbered('inquiries', {
    connection_id: connection,
    account_id: account,
    external_id: `I${number}`,
    conversation_id: conversation,
    listing_id: listing,
    guest_id: guest,
    channel: 'airbnb',
    status: 'booked',
    lapses_at: moment(34),
    lapse_told_at: moment(35),
    check_in: '2026-07-01',
    check_out: '2026-07-03',
    guests: { total: 2 },
    expected_payout_amount: '580.33',
    expected_payout_currency: 'EUR',
    reservation_id: lapsed,
    relayed_by: 'hostaway',
    respond_by: moment(36),
    responded_at: moment(37),
    source_status: 'asked',
    revision: 5,
    ...made(38),
  })
  await putNumbered('special_offers', {
    connection_id: connection,
    external_id: `O${number}`,
    conversation_id: conversation,
    inquiry_id: inquiry,
    listing_id: listing,
    channel: 'airbnb',
    status: 'accepted',
    check_in: '2026-07-01',
    check_out: '2026-07-03',
    guests: { total: 2 },
    price: { total: '600.50' },
    currency: 'EUR',
    message: n('For you'),
    expires_at: moment(39),
    ...made(40),
  })
  await putNumbered('messages', {
    conversation_id: conversation,
    external_id: `M${number}`,
    direction: 'outbound',
    sender_type: 'host',
    sender_name: n('Eva'),
    sender_avatar: 'https://pictures.example.com/e.jpg',
    channel: 'airbnb',
    body: `${n('Hello')}\nSecond line "quoted"\u2028 \\`,
    translated_body: n('Hi'),
    attachments: [{ url: 'https://files.example.com/1.pdf', contentType: 'application/pdf' }],
    is_automated: true,
    ai_generated: true,
    sent_at: moment(41),
    delivered_at: moment(42),
    read_at: moment(43),
    created_at: moment(44),
  })
  await putNumbered('reviews', {
    connection_id: connection,
    account_id: account,
    external_id: `W${number}`,
    platform: 'airbnb',
    pms: 'hostaway',
    listing_id: listing,
    provider_property_id: `L${number}`,
    reservation_id: first,
    reservation_code: `HM${number}A`,
    guest_id: guest,
    guest_name: n('Ada'),
    guest_avatar: 'https://pictures.example.com/g.jpg',
    reviewer_role: 'guest',
    rating: '4.75',
    categories: [{ category: 'value', rating: '5' }],
    public_review: n('Fine'),
    private_feedback: n('Cold'),
    is_reviewee_recommended: true,
    response_body: n('Thanks'),
    response_submitted_at: moment(45),
    submitted_at: moment(46),
    expires_at: moment(47),
    hidden: true,
    language: 'en',
    ...made(48),
  })
}
