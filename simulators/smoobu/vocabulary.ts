/** The vendor's words, as third parties report them. */

export interface Channel {
  id: number
  name: string
  /** The channel's own code goes into `reference-id`. */
  hasCode: boolean
  commission: number
  /** Calendar feeds bring neither price nor guest. */
  isFeed: boolean
}

const channel = (id: number, name: string, more: Partial<Channel> = {}): Channel => ({
  id,
  name,
  hasCode: false,
  commission: 0,
  isFeed: false,
  ...more,
})

export const userId = 18_402

export const blockedChannel = channel(11, 'Blocked channel')

/** Numbers of channels differ between accounts. */
export const channels: readonly (readonly [Channel, number])[] = [
  [channel(70_214, 'Airbnb', { hasCode: true, commission: 0.155 }), 8],
  [channel(70_215, 'Booking.com', { hasCode: true, commission: 0.15 }), 8],
  [channel(70_216, 'Vrbo', { hasCode: true, commission: 0.08 }), 2],
  [channel(70_217, 'FeWo-direkt', { hasCode: true, commission: 0.08 }), 1],
  [channel(70_218, 'Expedia', { hasCode: true, commission: 0.18 }), 1],
  [channel(70_219, 'Homepage'), 3],
  [channel(13, 'Direct booking'), 4],
  [channel(70_301, 'Village tourist office'), 1],
  [channel(70_302, 'Calendar feed', { isFeed: true }), 2],
]

export const equipments: readonly string[] = [
  'Internet',
  'Whirlpool',
  'Heating',
  'TV',
  'Pool',
  'Washing machine',
  'Parking',
  'Kitchen',
  'Balcony/Terrace',
]

export const apartmentTypes: readonly string[] = ['Apartment', 'House', 'Studio', 'Villa']
