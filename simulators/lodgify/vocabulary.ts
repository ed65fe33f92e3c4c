/** The vendor's words, from its description of the API. */

export const statuses = ['Open', 'Tentative', 'Booked', 'Declined'] as const

export interface Source {
  name: string
  /** Feeds have no price and no contact. */
  isFeed: boolean
  /** The channel's own code goes into `source_text`. */
  hasCode: boolean
}

const source = (name: string, hasCode = false, isFeed = false): Source => ({ name, isFeed, hasCode })

export const sources: readonly (readonly [Source, number])[] = [
  [source('AirbnbIntegration', true), 16],
  [source('BookingCom', true), 12],
  [source('HomeAway', true), 6],
  [source('OH'), 5],
  [source('Manual'), 6],
  [source('Expedia', true), 2],
  [source('PublicApi'), 1],
  [source('Email'), 1],
  [source('FacebookMessenger'), 1],
  [source('NineFlats'), 1],
  [source('Airbnb', false, true), 1],
  [source('ICal', false, true), 2],
  [source('Other'), 1],
]

export function sourceNamed(name: string): Source {
  return sources.find(([known]) => known.name === name)?.[0] ?? source(name)
}

type Weights = readonly (readonly [string, number])[]

/** Rows are bookings, enquiries, and nights that are not let. */
const otherRows = { Unavailable: 2, Enquiry: 4 }
export const pastStatuses: Weights = Object.entries({ Booked: 27, Declined: 6, Open: 1, ...otherRows })
export const comingStatuses: Weights = Object.entries({
  ...{ Booked: 23, Tentative: 4, Declined: 5, Open: 2 },
  ...otherRows,
})

export const webhookEvents: readonly string[] = [
  ...['rate_change', 'availability_change', 'guest_message_received'],
  ...['booking_new_any_status', 'booking_new_status_booked', 'booking_change'],
  ...statuses.map((status) => `booking_status_change_${status.toLowerCase()}`),
]

export const amenities: Readonly<Record<string, readonly string[]>> = {
  cooking: ['Oven', 'Microwave', 'Dishwasher', 'Coffee maker', 'Refrigerator'],
  further_info: ['Elevator', 'Private entrance', 'Wheelchair accessible'],
  heating: ['Air conditioning', 'Central heating', 'Fireplace'],
  laundry: ['Washing machine', 'Dryer', 'Iron'],
  miscellaneous: ['Safe', 'Cot', 'Fire extinguisher', 'Smoke detector'],
  outside: ['Garden', 'Balcony', 'Terrace', 'Barbecue'],
  parking: ['Private parking', 'Street parking'],
  wifi: ['Wifi', 'TV', 'Streaming'],
}
