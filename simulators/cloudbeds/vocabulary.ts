/** The vendor's words, from its description. */

export interface Source {
  name: string
  category: string
  /** Channels give a number of their own. */
  isChannel: boolean
}

const source = (name: string, category: string): Source => ({ name, category, isChannel: category === 'ota' })

export const sources: readonly (readonly [Source, number])[] = [
  [source('Booking.com', 'ota'), 7],
  [source('Airbnb (API)', 'ota'), 3],
  [source('Vrbo', 'ota'), 1],
  [source('Expedia', 'ota'), 3],
  [source('Website/Booking Engine', 'direct'), 4],
  [source('Walk-In', 'direct'), 2],
  [source('Phone', 'direct'), 1],
  [source('Acme Travel', 'wholesaler'), 1],
]

export function sourceOf(sourceID: string): Source | undefined {
  return sources[Number(/^s-(\d+)$/.exec(sourceID)?.[1]) - 1]?.[0]
}

/** These take a room for their nights. */
export const blockingStatuses: readonly string[] = ['confirmed', 'not_confirmed', 'checked_in', 'checked_out']

export const statuses: readonly string[] = [...blockingStatuses, 'canceled', 'no_show']

export const roomStatuses: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  checked_in: 'in_house',
  checked_out: 'checked_out',
}

export const roomTypeNames: readonly string[] = ['Double Room', 'Family Room', 'Garden Suite', 'Dorm Bed']
export const amenities: readonly string[] = ['Free WiFi', 'Parking', 'Breakfast', 'Luggage storage', 'Bar']
export const features: readonly string[] = ['Air conditioning', 'Private bathroom', 'Desk', 'TV', 'Balcony']
