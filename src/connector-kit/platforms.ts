/** Channels, as each kind of record names them. */
import type { ConversationRecord, ReservationRecord, ReviewRecord } from '../contract/records.ts'

export type Source = NonNullable<ReservationRecord['source']>
export type Platform = NonNullable<ConversationRecord['platform']>

const platforms: Partial<Record<Source, Platform>> = {
  airbnb: 'airbnb',
  'booking.com': 'booking',
  vrbo: 'vrbo',
  website: 'website',
}

/** Where messages of a booking with this source go; null where only the booking itself tells. */
export function platformOf(source: Source | null): Platform | null {
  return source === null ? null : (platforms[source] ?? null)
}

/** The channel as inquiries name it: `booking`, not `booking.com`. */
export function channelNamed(source: Source): string {
  return platformOf(source) ?? source
}

/** Only channels have reviews. */
export function reviewPlatform(source: Source | null): ReviewRecord['platform'] {
  const platform = platformOf(source)
  return platform === 'airbnb' || platform === 'booking' || platform === 'vrbo' ? platform : null
}
