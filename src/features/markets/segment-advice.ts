/** Advice on where a listing stands among others; each sentence has its figures. */
import type { ListingSegments } from '../../contract/comps.ts'
import { shownAmount } from './amounts.ts'
import { qualityTiers, type QualityTier } from './segment-rules.ts'

export interface SegmentStanding {
  hasPlace: boolean
  segment: string | null
  tier: QualityTier | null
  /** How many homes were compared, and how many have an unknown kind. */
  rows: number
  unknown: number
  segments: ListingSegments['segments']
  tiers: ListingSegments['qualityTiers']
  /** The listing's price in hundredths of the compared currency; null if unknown in it. */
  price: number | null
  currency: string | null
}

type SegmentAdvice = ListingSegments['recommendations'][number]

export function adviseOnSegment(standing: SegmentStanding): SegmentAdvice[] {
  if (!standing.hasPlace)
    return [
      {
        kind: 'no_geo',
        message: 'The listing has no coordinates, so nothing can be found near it.',
        evidence: null,
      },
    ]
  if (standing.rows === 0)
    return [
      { kind: 'no_market_signal', message: 'There is nothing near it to compare with.', evidence: null },
    ]
  return [...ofCoverage(standing), ...ofSegment(standing), ...ofTier(standing)]
}

function ofCoverage({ rows, unknown }: SegmentStanding): SegmentAdvice[] {
  if (unknown * 2 <= rows) return []
  return [
    {
      kind: 'low_dna_coverage',
      message: `Of ${unknown} of ${rows} comparables it is not known what kind of home they are.`,
      evidence: { unknown, compared: rows },
    },
  ]
}

function ofSegment({ segment, segments, price, currency }: SegmentStanding): SegmentAdvice[] {
  if (segment === null)
    return [
      {
        kind: 'self_not_scored',
        message:
          'The listing does not say what it is: its room type and bedrooms are needed to compare it with its like.',
        evidence: null,
      },
    ]
  const own = segments.find(({ name }) => name === segment)
  if (!own)
    return [
      {
        kind: 'segment_not_found',
        message: `None of the comparables is a ${segment}.`,
        evidence: { segment },
      },
    ]
  const average = own.avgAdrInSegment
  return [
    {
      kind: 'my_segment',
      message:
        average === null
          ? `${own.sampleSize} comparables are of its kind, ${segment}; too few have a price to average.`
          : `${own.sampleSize} comparables are of its kind, ${segment}, and ask ${average.toFixed(2)} ${currency} a night on average.`,
      evidence: {
        segment,
        sampleSize: own.sampleSize,
        avgAdr: average,
        myPrice: shownAmount(price),
        currency,
      },
    },
  ]
}

/** States only that others ask more, and how many. Whether guests would pay it is not known. */
function ofTier({ tier, tiers, segment, price, currency }: SegmentStanding): SegmentAdvice[] {
  if (tier === null)
    return segment === null || price !== null
      ? []
      : [
          {
            kind: 'self_not_scored',
            message: 'The listing has no price in the currency that is compared, so its tier is not known.',
            evidence: { currency },
          },
        ]
  const next = qualityTiers[qualityTiers.indexOf(tier) + 1]
  const above = tiers.find((one) => one.tier === next)
  if (!above || above.avgAdr === null) return []
  return [
    {
      kind: 'tier_uplift',
      message: `The listing is priced as ${tier}. The ${above.sampleSize} comparables that are ${above.tier} ask ${above.avgAdr.toFixed(2)} ${currency} a night on average; whether its guests would pay that is not known from this.`,
      evidence: { tier, next: above.tier, avgAdr: above.avgAdr, sampleSize: above.sampleSize, currency },
    },
  ]
}
