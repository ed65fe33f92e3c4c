/** Occupancy, revenue and the cleaning rota: figures computed from nights and stays. */
import { Type, type Static } from 'typebox'
import {
  currency,
  dateOnly,
  flag,
  id,
  integer,
  integerOrNull,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timeOfDayOrNull,
} from './fields.ts'
import { ReservationUnit } from './reservation.ts'

export const figureGroupings = ['month', 'listing', 'channel'] as const
export type FigureGrouping = (typeof figureGroupings)[number]

const count = (description: string) => integer(description, { minimum: 0 })
const window = {
  from: dateOnly('First night.', { examples: ['2026-07-01'] }),
  to: dateOnly('Last night.', { examples: ['2026-07-31'] }),
  groupBy: oneOfStrings(figureGroupings, { description: 'What `groups` are.' }),
}
const group = {
  key: text('The month (`2026-07`), the id of the listing, or the channel as in `source`.', {
    examples: ['2026-07'],
  }),
  name: textOrNull('Name of the listing; null for other groups.'),
}
const groupsLeftOut = count('Listings beyond the first 1,000, by id; they count in `total`.')

const nights = {
  nightsAvailable: count(
    'Nights that could be sold: all nights of all units, less `ownerNights` and `nightsBlocked`. In groups by channel those of all channels together.',
  ),
  nightsSold: count('Nights of confirmed and completed stays, without those of the owner.'),
  nightsBlocked: count('Nights that the host closed.'),
  ownerNights: count('Nights of stays with the source `owner`.'),
  occupancy: numberOrNull('`nightsSold` / `nightsAvailable`, from 0 to 1; null without available nights.', {
    examples: [0.7419],
  }),
}

export const OccupancyTotal = record(nights)
export const OccupancyGroup = record({ ...group, ...nights })
export const OccupancyReport = record({
  ...window,
  total: OccupancyTotal,
  groups: Type.Array(OccupancyGroup, { description: 'Ordered by `key`.' }),
  groupsLeftOut,
})
export type OccupancyTotal = Static<typeof OccupancyTotal>
export type OccupancyReport = Static<typeof OccupancyReport>

export const RevenueAmount = record(
  {
    currency: currency('Amounts of different currencies are never added.'),
    stays: count('Stays with a night here.'),
    nights: count('Their nights here.'),
    roomRevenue: number('What their nights cost, without fees and taxes.', { examples: [4210.5] }),
    fees: number('Fees that guests pay, as far as the stays have them.', { examples: [310] }),
    adr: number('Average daily rate: `roomRevenue` / `nights`.', { examples: [183.07] }),
    revPar: numberOrNull('`roomRevenue` / `nightsAvailable`; null without available nights.', {
      examples: [135.82],
    }),
  },
  { description: 'What was earned in one currency.' },
)
export type RevenueAmount = Static<typeof RevenueAmount>

const revenue = {
  nightsAvailable: nights.nightsAvailable,
  unpricedNights: count('Nights of stays without a price or currency; in no amount.'),
  amounts: Type.Array(RevenueAmount, { description: 'By currency.' }),
}
export const RevenueTotal = record(revenue)
export const RevenueGroup = record({ ...group, ...revenue })
export type RevenueTotal = Static<typeof RevenueTotal>
export type RevenueGroup = Static<typeof RevenueGroup>

export const RevenueComparison = record(
  {
    from: dateOnly('First night.', { examples: ['2025-07-01'] }),
    to: dateOnly('Last night.', { examples: ['2025-07-31'] }),
    total: RevenueTotal,
    groups: Type.Array(RevenueGroup, { description: 'Ordered by `key`.' }),
    onTheBooks: Type.Array(RevenueAmount, {
      description:
        'What was booked of these nights a year before this request: compare it with `total` of now for the pace. Stays without `bookedAt` are left out.',
    }),
  },
  { description: 'The same nights a year before.' },
)
export const RevenueReport = record({
  ...window,
  total: RevenueTotal,
  groups: Type.Array(RevenueGroup, { description: 'Ordered by `key`.' }),
  groupsLeftOut,
  previousYear: Type.Optional(RevenueComparison),
})
export type RevenueReport = Static<typeof RevenueReport>

export const TurnoverStay = record({
  reservationId: id('Id of the reservation.'),
  date: dateOnly('The day.'),
  time: timeOfDayOrNull('Agreed time, local time of the property; null when not known.'),
  guests: integerOrNull('Guests in total; null when not known.'),
  ownerStay: flag('Whether it is a stay of the owner.'),
})
export const Turnover = record({
  id: id('Id of the reservation that leaves.'),
  date: dateOnly('Day of the departure.'),
  listingId: id('The listing.'),
  listingName: text('Its name.', { examples: ['Seaside Loft'] }),
  unit: nullable(ReservationUnit, { description: 'The room, where the stay has one.' }),
  checkOut: TurnoverStay,
  checkIn: nullable(TurnoverStay, { description: 'The next stay; null when none is booked.' }),
  sameDay: flag('Whether the next stay arrives on this day.'),
  gapHours: numberOrNull('Hours from departure to arrival; null when one of the times is not known.', {
    examples: [5],
  }),
  nightsUntilNextArrival: integerOrNull('0 on the same day; null when no stay is booked.'),
})
export type Turnover = Static<typeof Turnover>
