/** The vendor's words, from its documentation. */

interface Channel {
  id: number
  name: string
  /** How often bookings come from it. */
  weight: number
  commission: number
  /** Calendar feeds have no price, email or number. */
  isFeed: boolean
}

const channel = (id: number, name: string, weight: number, commission = 0, isFeed = false): Channel => ({
  ...{ id, name, weight, commission, isFeed },
})

export const channels: readonly Channel[] = [
  channel(2018, 'airbnbOfficial', 18, 0.155),
  channel(2005, 'bookingcom', 13, 0.15),
  channel(2000, 'direct', 7),
  channel(2002, 'homeaway', 6, 0.08),
  channel(2007, 'expedia', 2, 0.18),
  channel(2013, 'bookingengine', 3),
  channel(2017, 'wordpress', 1),
  channel(2020, 'partner', 1, 0.1),
  channel(2022, 'google', 1),
  channel(2021, 'gds', 1, 0.1),
  channel(2019, 'marriott', 1, 0.12),
  channel(2009, 'homeawayical', 1, 0, true),
  channel(2010, 'vrboical', 1, 0, true),
  channel(2015, 'customIcal', 2, 0, true),
  channel(2016, 'tripadvisorical', 1, 0, true),
]

/** Old connections use these channels; no list of the vendor has them, but live accounts do. */
const olderChannels: readonly Channel[] = [channel(2001, 'airbnb', 0, 0.155)]

export function channelById(id: number): Channel {
  const found = [...channels, ...olderChannels].find((candidate) => candidate.id === id)
  return found ?? channel(id, `channel${id}`, 0)
}

/** These surely hold a unit's nights. */
export const reservedStatuses: readonly string[] = ['new', 'modified', 'ownerStay']

/** These hold the nights until they are decided. */
export const pendingStatuses: readonly string[] = [
  ...['pending', 'awaitingPayment', 'unconfirmed', 'awaitingGuestVerification'],
]

export const inquiryStatuses: readonly string[] = [
  ...['inquiry', 'inquiryPreapproved', 'inquiryDenied', 'inquiryTimedout', 'inquiryNotPossible'],
]

export const endedStatuses: readonly string[] = ['cancelled', 'declined', 'expired', 'unknown']

const alwaysPossible: readonly (readonly [string, number])[] = [
  ['cancelled', 5],
  ['declined', 1],
  ['expired', 1],
  ['unknown', 1],
  ['ownerStay', 2],
  ['inquiry', 2],
  ['inquiryPreapproved', 1],
  ['inquiryDenied', 1],
  ['inquiryTimedout', 1],
  ['inquiryNotPossible', 1],
]

export const pastStatuses: typeof alwaysPossible = [['new', 26], ['modified', 6], ...alwaysPossible]

export const comingStatuses: typeof alwaysPossible = [
  ['new', 24],
  ['modified', 5],
  ['pending', 2],
  ['awaitingPayment', 1],
  ['unconfirmed', 1],
  ['awaitingGuestVerification', 1],
  ...alwaysPossible,
]

export const reviewStatuses: readonly string[] = [
  ...['awaiting', 'pending', 'scheduled', 'submitted', 'published', 'expired'],
]
