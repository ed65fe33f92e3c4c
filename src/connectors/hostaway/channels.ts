import type { Source } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'

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

export function sourceOf(channelId: string | number | null | undefined): Source {
  return meaningOf(sourceByChannel, channelId) ?? 'other'
}
