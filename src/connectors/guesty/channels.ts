import { platformOf } from '../../connector-kit/stay-readings.ts'
import type { StayPlatform, StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'

type Text = string | null | undefined

// integration.platform of a booking. `manual` and `direct` say only that no channel brought it.
const sourceByPlatform: Record<string, StaySource> = {
  airbnb: 'airbnb',
  airbnb2: 'airbnb',
  bookingcom: 'booking.com',
  homeaway: 'vrbo',
  homeaway2: 'vrbo',
  owner: 'owner',
}

// source of a booking: free text that the account can choose, read where the platform does not tell.
const sourceByName: Record<string, StaySource> = {
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

/** null: the booking says nothing about where it came from. */
export function sourceOf(platform: Text, source: Text): StaySource | null {
  const channel = presentText(platform)?.toLowerCase() ?? null
  const name = presentText(source)?.toLowerCase() ?? null
  const known = meaningOf(sourceByPlatform, channel) ?? meaningOf(sourceByName, name)
  if (known !== undefined) return known
  if (channel === null && name === null) return null
  // A name of the account's own, such as that of a campaign, for a booking no channel brought.
  return channel !== null && own.has(channel) ? 'direct' : 'other'
}

export const conversationPlatform = (platform: Text): StayPlatform | null =>
  platformOf(sourceOf(platform, null))
