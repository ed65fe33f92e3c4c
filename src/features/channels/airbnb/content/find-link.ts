/** The Airbnb listing of one of our listings. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import type { ConnectionRow } from '../../../accounts/public.ts'
import { listHosts, provider } from '../accounts.ts'
import { linkedUnits, type LinkedUnit } from '../../engine/linked-unit-queries.ts'
import { notConnectedError } from '../errors.ts'

/** A link's id, as mapping answers it. */
export const linkId = ({ connectionId, externalId }: Pick<LinkedUnit, 'connectionId' | 'externalId'>) =>
  `${connectionId}:${externalId}`

export interface AirbnbLink extends LinkedUnit {
  host: ConnectionRow
}

/** All links of the listing. Throws `no_connection` without any host, and `airbnb_link_missing` for a listing not on Airbnb. */
export async function findLinks(services: Services, scope: Scope, listingId: string): Promise<AirbnbLink[]> {
  const [hosts, rows] = await Promise.all([
    listHosts(services, scope),
    linkedUnits(services.db, scope, provider, { listingId }),
  ])
  if (hosts.length === 0) throw notConnectedError('No Airbnb account is connected.')
  const links = rows.flatMap((row) => {
    const host = hosts.find(({ id }) => id === row.connectionId)
    return host === undefined ? [] : [{ ...row, host }]
  })
  const isGone = ({ host }: AirbnbLink) => Number(host.status === 'disconnected')
  if (links.length > 0) return links.toSorted((a, b) => isGone(a) - isGone(b))
  throw new ApiError(
    'airbnb_link_missing',
    `Listing ${listingId} is no listing of a connected Airbnb account.`,
    { channel: provider },
    { fix: 'Map an Airbnb listing to it with `POST /v1/channels/airbnb/listings/map`.' },
  )
}

/** The named link, or the only one. Throws where several match. */
export async function findLink(
  services: Services,
  scope: Scope,
  listingId: string,
  id: string | undefined,
): Promise<AirbnbLink> {
  const links = await findLinks(services, scope, listingId)
  const matches = id === undefined ? links : links.filter((link) => linkId(link) === id)
  const [link] = matches
  const about = { field: 'airbnbConnectionId', valid_values: links.map(linkId) }
  if (!link) {
    throw new ApiError('not_found', `Listing ${listingId} has no link ${id} with Airbnb.`, {
      ...about,
      value_received: id,
    })
  }
  if (matches.length === 1) return link
  throw new ApiError(
    'invalid_params',
    `Listing ${listingId} is on Airbnb ${links.length} times: say which one is meant as \`airbnbConnectionId\`.`,
    about,
  )
}
