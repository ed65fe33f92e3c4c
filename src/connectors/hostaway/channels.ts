import type { StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'

// The vendor's documentation of the reservation object lists these channel ids.
const sourceByChannel: Record<string, StaySource> = {
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

// These words appear in channelName; older channels (2001 is `airbnb`) are in no list of ids.
const sourceByWord: [word: RegExp, source: StaySource][] = [
  [/airbnb/i, 'airbnb'],
  [/booking\.?com/i, 'booking.com'],
  [/vrbo|homeaway|abritel|fewo|stayz/i, 'vrbo'],
]

/** Bookings made by the account itself have this channel. */
export const directChannel = 2000

interface ChannelFields {
  channelId?: string | number | null | undefined
  channelName?: string | null | undefined
}

/** Finds the source by channel id, or by name if the id is unknown or names no particular channel. */
export function sourceOf({ channelId, channelName }: ChannelFields): StaySource {
  const byId = meaningOf(sourceByChannel, channelId) ?? 'other'
  if (byId !== 'other') return byId
  return sourceByWord.find(([word]) => word.test(channelName ?? ''))?.[1] ?? 'other'
}
