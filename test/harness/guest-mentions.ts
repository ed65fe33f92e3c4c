/** Guests as they are stored, and bookings that name them, for tests of matching. */
import { matchGuests, type GuestMention, type KnownGuest } from '../../src/records/guests/matching.ts'

export const known = (id: string, more: Partial<KnownGuest> = {}): KnownGuest => ({
  id,
  externalId: null,
  firstName: 'Ada',
  lastName: 'Byron',
  language: null,
  country: null,
  avatarUrl: null,
  contacts: [],
  bookings: 1,
  ...more,
})
export const email = (value: string, lastUsedAt = '2026-01-01T00:00:00.000Z') => ({
  type: 'email' as const,
  value,
  lastUsedAt,
})
export const phone = (value: string) => ({
  type: 'phone' as const,
  value,
  lastUsedAt: '2026-01-01T00:00:00.000Z',
})
export const mention = (
  key: string,
  guest: GuestMention['guest'],
  more: Partial<GuestMention> = {},
): GuestMention => ({
  key,
  guest,
  attachedId: null,
  usedAt: '2026-05-01T00:00:00.000Z',
  ...more,
})
export const matched = (mentions: GuestMention[], guests: KnownGuest[]) => {
  const { guestOf, drafts } = matchGuests(mentions, guests)
  return (key: string) => drafts[guestOf.get(key) ?? -1]
}
