/** The Airbnb listing that a request about one of our listings means. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { reconnect } from '../../../../upstream/errors.ts'
import type { ConnectionRow } from '../../../accounts/public.ts'
import { hostsOf, provider } from '../accounts.ts'
import { linksOf, type LinkRow } from './queries.ts'

/** Names a link, as mapping answers it. */
export const linkId = ({ connectionId, externalId }: Pick<LinkRow, 'connectionId' | 'externalId'>) =>
  `${connectionId}:${externalId}`

export interface Link extends LinkRow {
  host: ConnectionRow
}

export const notConnected = (message: string): ApiError =>
  new ApiError('no_connection', message, { provider, ...reconnect(provider) })

/** Every link of the listing. Throws `no_connection` without any host, and `airbnb_link_missing` for a listing that is not on Airbnb. */
export async function linksAt(services: Services, scope: Scope, listingId: string): Promise<Link[]> {
  const [hosts, rows] = await Promise.all([
    hostsOf(services, scope),
    linksOf(services.db, scope, provider, listingId),
  ])
  if (hosts.length === 0) throw notConnected('No Airbnb account is connected.')
  const links = rows.flatMap((row) => {
    const host = hosts.find(({ id }) => id === row.connectionId)
    return host === undefined ? [] : [{ ...row, host }]
  })
  if (links.length > 0) return links
  throw new ApiError(
    'airbnb_link_missing',
    `Listing ${listingId} is no listing of a connected Airbnb account.`,
    { channel: provider },
    { fix: 'Map an Airbnb listing to it with `POST /v1/channels/airbnb/listings/map`.' },
  )
}

/** The one that is named, or the only one. Throws also where several are meant. */
export async function linkAt(
  services: Services,
  scope: Scope,
  listingId: string,
  named: string | undefined,
): Promise<Link> {
  const links = await linksAt(services, scope, listingId)
  const meant = named === undefined ? links : links.filter((link) => linkId(link) === named)
  const [link] = meant
  const about = { field: 'airbnbConnectionId', valid_values: links.map(linkId) }
  if (!link) {
    throw new ApiError('not_found', `Listing ${listingId} has no link ${named} with Airbnb.`, {
      ...about,
      value_received: named,
    })
  }
  if (meant.length === 1) return link
  throw new ApiError(
    'invalid_params',
    `Listing ${listingId} is on Airbnb ${links.length} times: say which one is meant as \`airbnbConnectionId\`.`,
    about,
  )
}
