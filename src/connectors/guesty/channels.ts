import type { ConversationRecord, ReservationRecord } from '../../contract/records.ts'
import { presentText } from './map.ts'

type Source = NonNullable<ReservationRecord['source']>
type Text = string | null | undefined

// integration.platform of a booking. `manual` and `direct` say only that no channel brought it.
const sourceByPlatform: Record<string, Source> = {
  airbnb: 'airbnb',
  airbnb2: 'airbnb',
  bookingcom: 'booking.com',
  homeaway: 'vrbo',
  homeaway2: 'vrbo',
  owner: 'owner',
}

// source of a booking: free text that the account can choose, read where the platform does not tell.
const sourceByName: Record<string, Source> = {
  airbnb: 'airbnb',
  airbnb2: 'airbnb',
  'booking.com': 'booking.com',
  bookingcom: 'booking.com',
  homeaway: 'vrbo',
  vrbo: 'vrbo',
  website: 'website',
  'be-api': 'website',
  owner: 'owner',
  'owner-guest': 'owner',
  manual: 'direct',
  direct: 'direct',
}

const own = new Set(['manual', 'direct'])

type Platform = NonNullable<ConversationRecord['platform']>

const platformBySource: Partial<Record<Source, Platform>> = {
  airbnb: 'airbnb',
  'booking.com': 'booking',
  vrbo: 'vrbo',
  website: 'website',
}

/** null: the booking says nothing about where it came from. */
export function sourceOf(platform: Text, source: Text): Source | null {
  const channel = presentText(platform)?.toLowerCase() ?? null
  const name = presentText(source)?.toLowerCase() ?? null
  const known = find(sourceByPlatform, channel) ?? find(sourceByName, name)
  if (known !== undefined) return known
  if (channel === null && name === null) return null
  // A name of the account's own, such as that of a campaign, for a booking no channel brought.
  return channel !== null && own.has(channel) ? 'direct' : 'other'
}

/** The channel as inquiries name it: `booking`, not `booking.com`. */
export function channelOf(platform: Text, source: Text): string {
  const found = sourceOf(platform, source) ?? 'other'
  return platformBySource[found] ?? found
}

export function conversationPlatform(platform: Text): Platform | null {
  const source = sourceOf(platform, null)
  return source === null ? null : (platformBySource[source] ?? null)
}

export function reviewPlatform(channelId: Text): 'airbnb' | 'booking' | 'vrbo' | null {
  const platform = conversationPlatform(channelId)
  return platform === 'airbnb' || platform === 'booking' || platform === 'vrbo' ? platform : null
}

function find<T>(table: Record<string, T>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined
}
