/** Maps stored guests to `/v1/guests`. Pure. */
import type { GuestContact, GuestFlag, GuestNote, GuestProfile, GuestRow } from '../../contract/guest.ts'
import { guestNames } from '../../records/guests/names.ts'
import type { GuestStays } from './figures-queries.ts'
import type { ContactColumns, GuestColumns, GuestDetailColumns } from './queries.ts'

export interface GuestWithStays {
  guest: GuestColumns
  stays: GuestStays | undefined
}

/** Stay dates have no time, so the timestamp is midnight UTC. */
const dayAsTimestamp = (date: string | null | undefined) => (date ? `${date}T00:00:00.000Z` : null)

const shared = (guest: GuestColumns, stays: GuestStays | undefined) => ({
  id: guest.id,
  ...guestNames(guest.first_name, guest.last_name),
  avatarUrl: guest.avatar_url,
  language: guest.language,
  country: guest.country,
  phone: guest.phone,
  email: guest.email,
  totalReservations: stays ? stays.total - stays.cancelled : 0,
  totalRevenue: stays?.revenue ?? '0.00',
})

export function toGuestRow({ guest, stays }: GuestWithStays): GuestRow {
  return {
    ...shared(guest, stays),
    firstStayedAt: dayAsTimestamp(stays?.first_check_in),
    lastStayedAt: dayAsTimestamp(stays?.last_check_in),
    createdAt: guest.created_at.toISOString(),
  }
}

const toContact = (contact: Omit<ContactColumns, 'created_at'>): GuestContact => ({
  type: contact.type,
  value: contact.value,
  verified: contact.verified,
  isPrimary: contact.is_primary,
  lastUsed: contact.last_used_at?.toISOString() ?? null,
})

const toFlag = (flag: Partial<GuestFlag>): GuestFlag => ({
  type: flag.type ?? 'info',
  note: flag.note ?? null,
  isActive: flag.isActive ?? true,
  createdAt: flag.createdAt ?? null,
})

const toNote = (note: Partial<GuestNote>, index: number): GuestNote => ({
  id: note.id ?? String(index + 1),
  body: note.body ?? null,
  category: note.category ?? null,
  createdAt: note.createdAt ?? null,
  createdBy: note.createdBy ?? null,
})

/** Drops details that may come from bookings the caller cannot see. */
export const hideUnseenDetails = (guest: GuestDetailColumns): GuestDetailColumns => ({
  ...guest,
  ...{ currency: null, blacklisted_reason: null, risk_level: null, verification_level: null },
  ...{ flags: [], notes: [] },
})

export function toGuestProfile(
  guest: GuestDetailColumns,
  contacts: readonly Omit<ContactColumns, 'created_at'>[],
  stays: GuestStays | undefined,
): GuestProfile {
  const { total, past, cancelled } = stays ?? { total: 0, past: 0, cancelled: 0 }
  return {
    ...shared(guest, stays),
    currency: stays?.currency ?? guest.currency,
    isBlacklisted: guest.is_blacklisted,
    blacklistedReason: guest.blacklisted_reason,
    riskLevel: guest.risk_level,
    verificationLevel: guest.verification_level,
    createdAt: guest.created_at.toISOString(),
    contacts: contacts.map(toContact),
    flags: (guest.flags as Partial<GuestFlag>[]).map(toFlag),
    notes: (guest.notes as Partial<GuestNote>[]).map(toNote),
    reservationsSummary: { total, future: total - past - cancelled, past, cancelled },
  }
}
