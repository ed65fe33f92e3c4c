import type { Queryable, Scope } from '../../platform/tenant.ts'
import { marketAreas } from './list-queries.ts'
import { ownCities, type OwnCity } from './own-cities.ts'
import { ownPlaces } from './own-queries.ts'

/** Beyond this many listings a city gets no figures, since nights are read one by one. */
const ownOfCityAtMost = 500

/** By the markets' keys. */
export async function ownMarkets(db: Queryable, scope: Scope): Promise<Map<string, OwnCity>> {
  const [places, areas] = await Promise.all([ownPlaces(db, scope), marketAreas(db)])
  return ownCities(places, areas)
}

export const cutWarning = ({ listings }: OwnCity): string[] =>
  listings.length > ownOfCityAtMost
    ? [`Of ${listings.length} own listings the first ${ownOfCityAtMost} are reckoned with.`]
    : []

export const idsOf = ({ listings }: OwnCity): string[] =>
  listings.slice(0, ownOfCityAtMost).map(({ id }) => id)
