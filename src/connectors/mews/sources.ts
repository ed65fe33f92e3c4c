import type { Source } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import type { VendorReservation } from './vendor.ts'

// Names that hotels give the companies of these channels; only the name tells which one it is.
const agencies: [RegExp, Source][] = [
  [/booking\s*\.?\s*com/i, 'booking.com'],
  [/\bair\s?bnb\b/i, 'airbnb'],
  [/\b(vrbo|home\s?away|abritel|fewo-?\s?direkt|stayz|bookabach)\b/i, 'vrbo'],
]

// Origin of a reservation; vendor documentation, service order origin.
const byOrigin: Record<string, Source> = {
  Distributor: 'website',
  Navigator: 'website',
  Commander: 'direct',
  ChannelManager: 'other',
  // Written down by another system for the hotel itself; what channels bring has an agency.
  Connector: 'direct',
  Import: 'other',
}

// How staff came to write a reservation down; vendor documentation, commander origin.
const byCommanderOrigin: Record<string, Source> = { Website: 'website', Channel: 'other' }

/** The channel is named by the travel agency alone; the origin only says through which door a booking came. */
export function sourceOf(row: VendorReservation, agency: string | null): Source | null {
  const channel = agencies.find(([name]) => agency !== null && name.test(agency))?.[1]
  if (channel !== undefined) return channel
  if (agency !== null) return 'other'
  const { Origin, CommanderOrigin } = row
  if (!Origin) return null
  const told = Origin === 'Commander' ? meaningOf(byCommanderOrigin, CommanderOrigin) : undefined
  return told ?? meaningOf(byOrigin, Origin) ?? 'other'
}
