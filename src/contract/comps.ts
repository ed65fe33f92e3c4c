/** A listing is compared with others and ranked among them. */
import { Type, type Static } from 'typebox'
import {
  currencyOrNull,
  dateOnly,
  flag,
  id,
  integer,
  integerOrNull,
  linkOrNull,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
} from './fields.ts'
import { DateRange, told } from './market-shared.ts'

export const CompNight = record({
  date: dateOnly('The night.'),
  rate: numberOrNull('What it asks; null: not known.'),
  available: flag('Whether it was free when the data was read.'),
})

export const Comp = record(
  {
    compId: text('What its source calls it.', { examples: ['1000001'] }),
    listingName: textOrNull('Its name.'),
    distanceKm: number('How far it is, in a straight line.', { minimum: 0 }),
    bedrooms: integerOrNull('Bedrooms.'),
    maxGuests: integerOrNull('Most guests.'),
    ratings: record({
      avg: numberOrNull('Of 5; null: nobody has rated it, or it is not known.'),
      count: integer('How many reviews.', { minimum: 0 }),
    }),
    currency: currencyOrNull('What its rates are in.'),
    currentNightlyRate: numberOrNull('What a night of it asks as a rule.'),
    nightly: Type.Array(CompNight, {
      description: 'Nights that are known. Empty: its calendar is not.',
    }),
    lat: number('Latitude. Public files are blurred by up to 150 metres.'),
    lng: number('Longitude.'),
    platform: text('Where it is offered: `airbnb`, or `own` for a listing of this workspace.'),
    externalUrl: linkOrNull('Its page there.'),
  },
  { description: 'A home or room near the listing.' },
)
export type Comp = Static<typeof Comp>

/** Answer of `GET /v1/listings/{id}/comps`. */
export const ListingComps = record({
  listingId: id('The listing.'),
  dateRange: DateRange,
  radiusKm: number('How far around it was looked.'),
  total: integer('How many there are; counted up to 1,000.', { minimum: 0 }),
  data: Type.Array(Comp, { description: 'The nearest first.' }),
  ...told,
})
export type ListingComps = Static<typeof ListingComps>

export const segmentLevels = ['comp_set', 'market'] as const
export const recommendationKinds = [
  'low_dna_coverage',
  'self_not_scored',
  'my_segment',
  'tier_uplift',
  'segment_not_found',
  'no_market_signal',
  'no_geo',
] as const
const Tier = oneOfStrings(['budget', 'standard', 'upscale', 'luxury'], {
  description:
    'By what a guest costs: the cheapest quarter, up to three quarters, up to nine tenths, and above.',
})

const Segment = record({
  name: text('What kind of home it is.', { examples: ['2-bedroom entire home'] }),
  sharePct: number('Its share of what was compared, in percent.'),
  sampleSize: integer('How many there are.', { minimum: 0 }),
  avgAdrInSegment: numberOrNull('What they ask on average; null: fewer than five have a price.'),
  currency: currencyOrNull('What that is in.'),
  qualityTier: nullable(Tier),
  designStyle: textOrNull('Always null: no data here says how a home looks.'),
  bedrooms: integerOrNull('Bedrooms; null: any, or not known.'),
  myListingMatch: flag('Whether the listing is of it.'),
})

/** Answer of `GET /v1/listings/{id}/segments`. */
export const ListingSegments = record({
  listingId: id('The listing.'),
  level: oneOfStrings(segmentLevels, { description: 'What was compared.' }),
  scope: record({
    radiusKm: numberOrNull('How far around the listing; null: the whole market.'),
    city: textOrNull('The market.'),
  }),
  mySegment: textOrNull('The segment of the listing; null: it does not say what it is.'),
  myQualityTier: nullable(Tier),
  totalCompsAnalyzed: integer('How many were compared.', { minimum: 0 }),
  segments: Type.Array(Segment, { description: 'The largest first.' }),
  qualityTiers: Type.Array(
    record({
      tier: Tier,
      sharePct: number('Its share of those with a price, in percent.'),
      avgAdr: numberOrNull('What they ask on average; null: fewer than five.'),
      sampleSize: integer('How many there are.', { minimum: 0 }),
    }),
    { description: 'From the cheapest on.' },
  ),
  recommendations: Type.Array(
    record({
      kind: oneOfStrings(recommendationKinds, { description: 'What it is about.' }),
      message: text('In words.'),
      evidence: nullable(openObject('The figures it rests on.')),
    }),
    { description: 'What follows from it.' },
  ),
  ...told,
})
export type ListingSegments = Static<typeof ListingSegments>
