/** Homes nearby of about the same size: what they ask, how far they are, and where this listing stands among them. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { count, money, percent } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { MarketSource } from './market-source.tsx'
import { pricingKey, usePricing } from './pricing-api.ts'
import { Scatter, type ScatterPoint } from './scatter.tsx'
import { addDays, todayHere } from '../format/dates.ts'

type Comp = components['schemas']['Comp']

const radiuses = ['1', '2', '5', '10', '25']
const usualRadius = '5'
const mostComps = 100
const daysLookedAt = 30

/** How many of its known nights are free. */
function freeShare({ nightly }: Comp): string {
  if (nightly.length === 0) return '–'
  return percent(nightly.filter(({ available }) => available).length / nightly.length)
}

const columns: Column<Comp>[] = [
  {
    title: text('price.comp'),
    cell: ({ compId, listingName, externalUrl }) =>
      externalUrl === null ? (
        (listingName ?? compId)
      ) : (
        <a href={externalUrl} rel="noreferrer" target="_blank">
          {listingName ?? compId}
        </a>
      ),
  },
  {
    title: text('price.distance'),
    isNumber: true,
    cell: ({ distanceKm }) => text('price.km', { km: count(distanceKm) }),
  },
  { title: text('listing.bedrooms'), isNumber: true, cell: ({ bedrooms }) => bedrooms ?? '–' },
  {
    title: text('price.rating'),
    isNumber: true,
    cell: ({ ratings }) => (ratings.avg === null ? '–' : `${count(ratings.avg)} (${count(ratings.count)})`),
  },
  { title: text('price.free'), isNumber: true, cell: freeShare },
  {
    title: text('price.asks'),
    isNumber: true,
    cell: ({ currentNightlyRate, currency }) => money(currentNightlyRate, currency),
  },
]

function pointsOf(comps: readonly Comp[], currency: string | null | undefined): ScatterPoint[] {
  return comps.flatMap(({ compId, listingName, distanceKm, currentNightlyRate, currency: theirs }) =>
    // Amounts of another currency have no place on the same axis.
    currentNightlyRate === null || (currency != null && theirs !== currency)
      ? []
      : [{ key: compId, name: listingName ?? compId, distanceKm, rate: currentNightlyRate, isOwn: false }],
  )
}

/** This listing among them: at no distance, at what its next night asks. */
function useOwnPoint(listing: string): { point: ScatterPoint | null; currency: string | null | undefined } {
  const today = todayHere()
  const { data } = usePricing(listing, { startDate: today, endDate: addDays(today, daysLookedAt) })
  const rate = data?.recommendations.find(({ currentPrice }) => currentPrice !== null)?.currentPrice
  return {
    currency: data?.listing?.currency,
    point:
      rate == null ? null : { key: 'own', name: text('price.thisListing'), distanceKm: 0, rate, isOwn: true },
  }
}

export function ComparablesTab({ listing }: { listing: string }) {
  const [wanted, setRadius] = useAddressState('radius')
  const radius = radiuses.includes(wanted) ? wanted : usualRadius
  const own = useOwnPoint(listing)
  const query = useQuery({
    queryKey: [...pricingKey(listing), 'comps', radius],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/listings/{id}/comps', {
          params: { path: { id: listing }, query: { radius_km: Number(radius), limit: mostComps } },
          signal,
        }),
      ),
    retry: false,
  })
  return (
    <>
      <search class="filters">
        <Select
          label={text('price.radius')}
          value={radius}
          onChange={setRadius}
          options={radiuses.map((value) => ({ value, label: text('price.km', { km: value }) }))}
        />
        <Freshness query={query} />
      </search>
      <Loaded query={query}>
        {({ data, total, source, snapshotDate, attribution, warning }) => (
          <>
            <MarketSource
              source={source}
              snapshotDate={snapshotDate}
              attribution={attribution}
              warning={warning}
            />
            {data.length === 0 ? (
              <p class="soft">{text('price.noComps')}</p>
            ) : (
              <>
                <Scatter
                  label={text('price.scatter')}
                  points={[...pointsOf(data, own.currency), ...(own.point === null ? [] : [own.point])]}
                />
                <Table
                  caption={wordFor('price', 'tab.comparables')}
                  columns={columns}
                  rows={data}
                  keyOf={({ compId }) => compId}
                />
                <p class="soft">{text('list.of', { shown: count(data.length), total: count(total) })}</p>
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
