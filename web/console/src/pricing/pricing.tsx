/** Where prices begin: the listings whose prices can be recommended, and the markets they are in. */
import './pricing.css'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { money, percent } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { ConnectOffer } from '../ui/demo-offer.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Listing = components['schemas']['ListingList']['data'][number]
type MarketRow = components['schemas']['MarketRow']

const share = (value: number | null) => (value === null ? '–' : percent(value / 100))

const listingColumns: Column<Listing>[] = [
  {
    title: text('stay.listing'),
    cell: ({ id, name }) => <a href={pathTo(`/pricing/${id}/nights`)}>{name}</a>,
  },
  {
    title: text('listing.place'),
    cell: (row) => ('city' in row ? (row.city ?? '–') : '–'),
  },
  {
    title: text('price.tab.strategy'),
    cell: ({ id }) => <a href={pathTo(`/pricing/${id}/strategy`)}>{text('price.toStrategy')}</a>,
  },
  {
    title: text('price.tab.comparables'),
    cell: ({ id }) => <a href={pathTo(`/pricing/${id}/comparables`)}>{text('price.toComparables')}</a>,
  },
]

const marketColumns: Column<MarketRow>[] = [
  {
    title: text('price.market'),
    cell: ({ city }) => <a href={pathTo(`/markets/${encodeURIComponent(city)}`)}>{city}</a>,
  },
  { title: text('price.source'), cell: ({ source }) => wordFor('marketSource', source) },
  { title: text('move.listings'), isNumber: true, cell: ({ myListings }) => myListings },
  {
    title: text('price.myRate'),
    isNumber: true,
    cell: ({ myAvgAdr, myCurrency }) => money(myAvgAdr, myCurrency),
  },
  {
    title: text('price.marketRate'),
    isNumber: true,
    cell: ({ marketAvgAdr, currency }) => money(marketAvgAdr, currency),
  },
  { title: text('price.myTaken'), isNumber: true, cell: ({ myOccupancyPct }) => share(myOccupancyPct) },
  {
    title: text('price.marketTaken'),
    isNumber: true,
    cell: ({ marketOccupancyPct }) => share(marketOccupancyPct),
  },
]

function Markets() {
  const query = useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/markets', { params: { query: { limit: 100 } }, signal })),
    retry: false,
  })
  return (
    <section>
      <h2>{text('price.markets')}</h2>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="soft">{text('price.noMarkets')}</p>
          ) : (
            <Table
              caption={text('price.markets')}
              columns={marketColumns}
              rows={data}
              keyOf={({ city }) => city}
            />
          )
        }
      </Loaded>
      <Freshness query={query} />
    </section>
  )
}

export default function Pricing() {
  const [q, setQ] = useAddressState('q')
  return (
    <Screen title={text('nav.pricing')}>
      <p class="prose soft">{text('price.lead')}</p>
      <search class="filters">
        <SearchField label={text('listing.search')} value={q} onChange={setQ} />
      </search>
      <PagedList
        queryKey={['pricing', 'listings', q]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/listings', {
              params: {
                query: {
                  status: 'active',
                  limit: 20,
                  ...(q === '' ? {} : { q }),
                  ...(cursor === undefined ? {} : { cursor }),
                },
              },
              signal,
            }),
          )
        }
        empty={q === '' ? <ConnectOffer /> : <p class="soft">{text('listing.noneLead')}</p>}
      >
        {(rows) => (
          <Table caption={text('nav.pricing')} columns={listingColumns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      <Markets />
    </Screen>
  )
}
