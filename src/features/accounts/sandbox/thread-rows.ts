/** Fixtures of conversations, inquiries and reviews as rows. Pure. */
import { guests } from './fixtures/stays.ts'
import { conversations, inquiries, reviews, type ConversationFixture } from './fixtures/threads.ts'
import type { Moments } from './moments.ts'
import type { FixtureRow } from './queries.ts'
import type { StayIds } from './stay-rows.ts'

export type ThreadIds = StayIds & {
  conversations: Map<string, string>
  messages: Map<string, string>
  inquiries: Map<string, string>
  reviews: Map<string, string>
}

const readAfterMinutes = 5
const reviewOpenDays = 14

function guestName(ref: string, long = false): string {
  const guest = guests.find((fixture) => fixture.ref === ref)
  return [guest?.firstName, ...(long ? [guest?.lastName] : [])].join(' ')
}

export function conversationRows(ids: ThreadIds, moments: Moments): FixtureRow<'conversations'>[] {
  return conversations.map((fixture) => {
    const last = fixture.messages.at(-1)
    return {
      id: ids.conversations.get(fixture.ref),
      connection_id: ids.connections.get(fixture.connection),
      account_id: ids.accounts.get(fixture.connection),
      external_id: fixture.ref,
      platform: fixture.platform,
      external_thread_id: fixture.externalThreadId,
      guest_id: ids.guests.get(fixture.guest),
      listing_id: ids.listings.get(fixture.listing),
      reservation_id: fixture.reservation === null ? null : ids.reservations.get(fixture.reservation),
      subject: fixture.subject,
      last_message_at: last ? moments.minutesAgo(last.minutesAgo) : null,
      last_message_preview: last?.body ?? null,
      unread_count: fixture.messages.filter((message) => message.unread).length,
      status: 'open',
      host: fixture.host,
      created_at: moments.minutesAgo(fixture.messages[0]?.minutesAgo ?? 0),
      updated_at: moments.writtenAt,
    }
  })
}

export function messageRows(ids: ThreadIds, moments: Moments): FixtureRow<'messages'>[] {
  return conversations.flatMap((thread) => thread.messages.map((message) => toRow(thread, message)))

  function toRow(thread: ConversationFixture, message: ConversationFixture['messages'][number]) {
    const sentAt = moments.minutesAgo(message.minutesAgo)
    const inbound = message.direction === 'inbound'
    return {
      id: ids.messages.get(message.ref),
      conversation_id: ids.conversations.get(thread.ref),
      external_id: message.ref,
      direction: message.direction,
      sender_type: inbound ? 'guest' : 'host',
      sender_name: inbound ? guestName(thread.guest) : (thread.host?.['firstName'] ?? 'Reception'),
      channel: thread.platform,
      body: message.body,
      attachments: (message.attachments ?? []).map((file) => ({ ...file, createdAt: sentAt })),
      is_automated: message.isAutomated ?? false,
      ai_generated: false,
      sent_at: sentAt,
      delivered_at: sentAt,
      read_at: message.unread ? null : moments.minutesAgo(message.minutesAgo - readAfterMinutes),
      created_at: sentAt,
    }
  }
}

export function inquiryRows(ids: ThreadIds, moments: Moments): FixtureRow<'inquiries'>[] {
  return inquiries.map((fixture) => {
    const { days, payout, respondInDays, respondedHoursAgo } = fixture
    const deadline = respondInDays === null ? null : moments.inDays(respondInDays)
    return {
      id: ids.inquiries.get(fixture.ref),
      connection_id: ids.connections.get(fixture.connection),
      account_id: ids.accounts.get(fixture.connection),
      external_id: fixture.ref,
      conversation_id: fixture.conversation === null ? null : ids.conversations.get(fixture.conversation),
      listing_id: ids.listings.get(fixture.listing),
      guest_id: ids.guests.get(fixture.guest),
      channel: 'airbnb',
      status: fixture.status,
      lapses_at: deadline,
      check_in: days && moments.day(days.checkIn),
      check_out: days && moments.day(days.checkOut),
      guests: fixture.party,
      expected_payout_amount: payout?.amount ?? null,
      expected_payout_currency: payout?.currency ?? null,
      respond_by: deadline,
      responded_at: respondedHoursAgo === null ? null : moments.hoursAgo(respondedHoursAgo),
      revision: 1,
      created_at: moments.hoursAgo(fixture.receivedHoursAgo),
      updated_at: moments.writtenAt,
    }
  })
}

export function reviewRows(ids: ThreadIds, moments: Moments): FixtureRow<'reviews'>[] {
  return reviews.map((fixture) => ({
    id: ids.reviews.get(fixture.ref),
    connection_id: ids.connections.get(fixture.connection),
    account_id: ids.accounts.get(fixture.connection),
    external_id: fixture.ref,
    platform: fixture.platform,
    listing_id: ids.listings.get(fixture.listing),
    reservation_code: fixture.reservationCode,
    guest_id: ids.guests.get(fixture.guest),
    guest_name: guestName(fixture.guest, true),
    reviewer_role: fixture.reviewerRole,
    rating: fixture.rating,
    categories: fixture.categories,
    public_review: fixture.publicReview,
    private_feedback: fixture.privateFeedback,
    is_reviewee_recommended: fixture.recommended,
    response_body: fixture.response?.body ?? null,
    response_submitted_at: fixture.response ? moments.inDays(-fixture.response.daysAgo) : null,
    submitted_at: moments.inDays(-fixture.daysAgo),
    expires_at: moments.inDays(reviewOpenDays - fixture.daysAgo),
    hidden: false,
    language: fixture.language,
    created_at: moments.inDays(-fixture.daysAgo),
    updated_at: moments.writtenAt,
  }))
}
