import type { BrowsedMarket, BrowsedMarkets, browseSorts } from '../../contract/markets.ts'
import { listPage } from '../../http/list.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { shownAmount } from './amounts.ts'
import { describeSample } from './answer.ts'
import { ageWarnings, howToLoad } from './comp-set.ts'
import {
  marketsByName,
  citiesByName,
  citiesLargestFirst,
  citiesPage,
  marketsLargestFirst,
  marketsPage,
  marketsTotal,
} from './list-queries.ts'
import { marketKey } from './market-key.ts'
import { ownCities, type OwnCity } from './own-cities.ts'
import { readOwnFigures, readShownListings } from './own-figures.ts'
import { ownPlaces } from './own-queries.ts'
import { hasMarkets } from './queries.ts'
import { toBrowsedMarket, fromSample } from './show-market.ts'

export const marketsAtFirst = 30
export const leastListings = 5
/** Own listings' nights are read one by one, so at most this many per city. */
const ownAtMost = 10

type CityPaging = Parameters<typeof listPage>[0]
interface BrowseRequest extends CityPaging {
  services: Services
  scope: Scope
  query: CityPaging['query'] & {
    q?: string
    country?: string
    min_listings?: number
    sort?: (typeof browseSorts)[number]
  }
}

export async function browseMarkets(context: BrowseRequest): Promise<BrowsedMarkets> {
  return (await hasMarkets(context.services.db)) ? loadedMarkets(context) : ownMarkets(context)
}

async function loadedMarkets(context: BrowseRequest): Promise<BrowsedMarkets> {
  const { services, query } = context
  const wanted = {
    q: query.q === undefined ? undefined : marketKey(query.q),
    country: query.country,
    leastListings: query.min_listings ?? leastListings,
  }
  const { data, pagination } = await listPage(context, {
    defaultLimit: marketsAtFirst,
    ordering: query.sort === 'name_asc' ? marketsByName : marketsLargestFirst,
    rows: (page) => marketsPage(services.db, wanted, page),
    total: () => marketsTotal(services.db, wanted),
    item: (market): BrowsedMarket => ({
      ...toBrowsedMarket(market),
      source: 'market',
      snapshotDate: market.taken_on,
    }),
  })
  const days = data.map(({ snapshotDate }) => snapshotDate)
  return {
    data,
    pagination,
    ...describeSample('market', days.toSorted()[0] ?? null, ageWarnings(days, services.clock.now())),
  }
}

/** Without loaded markets, lists the cities that the workspace has listings in. */
async function ownMarkets(context: BrowseRequest): Promise<BrowsedMarkets> {
  const { services, scope, query } = context
  const { q, country, min_listings: least = 1 } = query
  const cities = ownCities(await ownPlaces(services.db, scope), [])
  const counted = [...cities.values()]
    .filter(
      (city) =>
        city.listings.length >= least &&
        (q === undefined || city.key.includes(marketKey(q))) &&
        (country === undefined || city.country === country),
    )
    .map(({ key, listings }) => ({ key, listings: listings.length }))
  const { data: page, pagination } = await listPage(context, {
    defaultLimit: marketsAtFirst,
    ordering: query.sort === 'name_asc' ? citiesByName : citiesLargestFirst,
    rows: (page) => citiesPage(services.db, counted, page),
    total: () => Promise.resolve(counted.length),
    item: ({ key }) => cities.get(key) as OwnCity,
  })
  const looked = page.map(({ listings }) => listings.slice(0, ownAtMost).map(({ id }) => id))
  const shown = await readShownListings(services, scope, looked.flat())
  const data = page.map((city, at): BrowsedMarket => {
    const own = (looked[at] ?? []).flatMap((id) => shown.get(id) ?? [])
    const { currency, avgRate } = readOwnFigures(own)
    return {
      city: city.name,
      country: city.country,
      listings: city.listings.length,
      avgAdr: shownAmount(fromSample(avgRate, own.length)),
      currency,
      subscribed: true,
      source: 'own',
      snapshotDate: null,
    }
  })
  return {
    data,
    pagination,
    ...describeSample(data.length > 0 ? 'own' : 'none', null, [
      `No market data is loaded: these are the cities that this workspace has listings in. ${howToLoad}`,
      ...(page.some(({ listings }) => listings.length > ownAtMost)
        ? [`Their rates are those of the first ${ownAtMost} listings of each.`]
        : []),
    ]),
  }
}
