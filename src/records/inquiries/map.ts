/** Maps stored inquiries to the records of `/v1/inquiries`, without input or output. */
import type { Inquiry } from '../../contract/inquiry.ts'
import type { InquiryColumns } from './queries.ts'

function toParty(stored: unknown): Inquiry['guests'] {
  const party = (stored ?? {}) as Partial<Inquiry['guests']>
  return {
    total: party.total ?? knownTotal(party),
    adults: party.adults ?? null,
    children: party.children ?? null,
    infants: party.infants ?? null,
    pets: party.pets ?? null,
  }
}

/** Adults and children count as guests everywhere; infants and pets do not. */
const knownTotal = ({ adults, children }: Partial<Inquiry['guests']>): number | null =>
  adults === undefined || adults === null ? null : adults + (children ?? 0)

/** Every key is present; unknown values are null. */
export function toInquiry(row: InquiryColumns): Inquiry {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    listingId: row.listing_id,
    channel: row.channel,
    status: row.status as Inquiry['status'],
    checkIn: row.check_in,
    checkOut: row.check_out,
    guests: toParty(row.guests),
    expectedPayout: {
      amount: row.expected_payout_amount === null ? null : Number(row.expected_payout_amount),
      currency: row.expected_payout_currency,
    },
    reservationId: row.reservation_id,
    relayedBy: row.relayed_by,
    respondBy: row.respond_by?.toISOString() ?? null,
    respondedAt: row.responded_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
