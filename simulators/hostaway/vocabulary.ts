/** The vendor's words, from its documentation. */

interface Channel {
  id: number
  name: string
  /** The value of `source` for bookings of this channel. */
  source: string
  /** Calendar feeds have no price, email or number. */
  isFeed: boolean
  commission: number
}

const channel = (id: number, name: string, commission = 0, isFeed = false): Channel => ({
  id,
  name,
  source: name,
  isFeed,
  commission,
})

export const channels: readonly Channel[] = [
  channel(2018, 'airbnbOfficial', 0.155),
  channel(2005, 'bookingcom', 0.15),
  channel(2000, 'direct'),
  channel(2002, 'homeaway', 0.08),
  channel(2007, 'expedia', 0.18),
  channel(2013, 'bookingengine'),
  channel(2017, 'wordpress'),
  channel(2020, 'partner', 0.1),
  channel(2022, 'google'),
  channel(2021, 'gds', 0.1),
  channel(2019, 'marriott', 0.12),
  channel(2009, 'homeawayical', 0, true),
  channel(2010, 'vrboical', 0, true),
  channel(2015, 'customIcal', 0, true),
  channel(2016, 'tripadvisorical', 0, true),
]

/** Old connections use these channels; no list of the vendor has them, but live accounts do. */
const olderChannels: readonly Channel[] = [channel(2001, 'airbnb', 0.155)]

export const channelWeights: readonly (readonly [number, number])[] = [
  [2018, 18],
  [2005, 13],
  [2000, 7],
  [2002, 6],
  [2007, 2],
  [2013, 3],
  [2017, 1],
  [2020, 1],
  [2022, 1],
  [2021, 1],
  [2019, 1],
  [2009, 1],
  [2010, 1],
  [2015, 2],
  [2016, 1],
]

export function channelById(id: number): Channel {
  const found = [...channels, ...olderChannels].find((candidate) => candidate.id === id)
  return found ?? { id, name: `channel${id}`, source: `channel${id}`, isFeed: false, commission: 0 }
}

/** These surely hold a unit's nights. */
export const reservedStatuses: readonly string[] = ['new', 'modified', 'ownerStay']

/** These hold the nights until they are decided. */
export const pendingStatuses: readonly string[] = [
  'pending',
  'awaitingPayment',
  'unconfirmed',
  'awaitingGuestVerification',
]

export const inquiryStatuses: readonly string[] = [
  'inquiry',
  'inquiryPreapproved',
  'inquiryDenied',
  'inquiryTimedout',
  'inquiryNotPossible',
]

export const endedStatuses: readonly string[] = ['cancelled', 'declined', 'expired', 'unknown']

export const pastStatusWeights: readonly (readonly [string, number])[] = [
  ['new', 26],
  ['modified', 6],
  ['cancelled', 5],
  ['declined', 1],
  ['expired', 1],
  ['unknown', 1],
]

export const futureStatusWeights: readonly (readonly [string, number])[] = [
  ['new', 24],
  ['modified', 5],
  ['cancelled', 4],
  ['pending', 2],
  ['awaitingPayment', 1],
  ['unconfirmed', 1],
  ['awaitingGuestVerification', 1],
  ['declined', 1],
  ['expired', 1],
]

export const inquiryStatusWeights: readonly (readonly [string, number])[] = [
  ['inquiry', 5],
  ['inquiryPreapproved', 2],
  ['inquiryDenied', 1],
  ['inquiryTimedout', 1],
  ['inquiryNotPossible', 1],
]

export const reviewStatuses: readonly string[] = [
  'awaiting',
  'pending',
  'scheduled',
  'submitted',
  'published',
  'expired',
]
