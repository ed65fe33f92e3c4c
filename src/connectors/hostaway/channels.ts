import type { ReservationRecord, ReviewRecord, ConversationRecord } from '../../contract/records.ts'

type Source = NonNullable<ReservationRecord['source']>

// channelId of a reservation; vendor documentation, reservation object.
const sourceByChannel: Record<string, Source> = {
  2000: 'direct',
  2002: 'vrbo',
  2005: 'booking.com',
  2007: 'other',
  2009: 'vrbo',
  2010: 'vrbo',
  2013: 'website',
  2015: 'other',
  2016: 'other',
  2017: 'website',
  2018: 'airbnb',
  2019: 'other',
  2020: 'other',
  2021: 'other',
  2022: 'other',
}

/** The channel of bookings made by the account itself. */
export const directChannel = 2000

type Platform = NonNullable<ConversationRecord['platform']>

const platformBySource: Partial<Record<Source, Platform>> = {
  airbnb: 'airbnb',
  'booking.com': 'booking',
  vrbo: 'vrbo',
  website: 'website',
}

type ChannelId = string | number | null | undefined

export function sourceOf(channelId: ChannelId): Source {
  return sourceByChannel[String(channelId)] ?? 'other'
}

/** The channel as inquiries name it: `booking`, not `booking.com`. */
export function channelOf(channelId: ChannelId): string {
  const source = sourceOf(channelId)
  return platformBySource[source] ?? source
}

export function conversationPlatform(channelId: ChannelId): Platform | null {
  return platformBySource[sourceOf(channelId)] ?? null
}

export function reviewPlatform(channelId: ChannelId): ReviewRecord['platform'] {
  const platform = conversationPlatform(channelId)
  return platform === 'airbnb' || platform === 'booking' || platform === 'vrbo' ? platform : null
}
