/** Which Airbnb listing an action means, by link or by host. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { ConnectionRow } from '../../../accounts/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { listHosts, provider } from '../accounts.ts'
import { findLink, linkId, findLinks, type AirbnbLink } from '../content/find-link.ts'
import { notConnectedError } from '../errors.ts'

interface LinkSelector {
  airbnbConnectionId?: string | undefined
  hostId?: string | undefined
}
type LinkReadContext = Pick<RouteWriteContext, 'services' | 'scope'>

/** The link must be named, so that no other listing is closed by mistake. */
export async function findNamedLink(
  context: LinkReadContext,
  listingId: string,
  { airbnbConnectionId, hostId }: LinkSelector,
): Promise<AirbnbLink> {
  if (airbnbConnectionId !== undefined)
    return findSelectedLink(context, listingId, { airbnbConnectionId, hostId })
  const links = await findLinks(context.services, context.scope, listingId)
  throw notNamedError(links.map(linkId), ['airbnbConnectionId'])
}

/** The link or its host must be named: otherwise it is unclear whether to create a listing. */
export async function assertLinkNamed(
  context: LinkReadContext,
  listingId: string,
  selector: LinkSelector,
): Promise<void> {
  if (selector.airbnbConnectionId !== undefined || selector.hostId !== undefined) return
  const links = await linksOrNone(context, listingId)
  if (links.length > 0) throw notNamedError(links.map(linkId), ['airbnbConnectionId', 'hostId'])
  const hosts = await listHosts(context.services, context.scope)
  throw notNamedError(
    hosts.map(({ external_account_id: id }) => id),
    ['hostId'],
  )
}

async function linksOrNone({ services, scope }: LinkReadContext, listingId: string): Promise<AirbnbLink[]> {
  try {
    return await findLinks(services, scope, listingId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'airbnb_link_missing') return []
    throw error
  }
}

const notNamedError = (known: readonly string[], fields: readonly string[]) =>
  new ApiError('validation_error', `\`${fields.join('` or `')}\` says which Airbnb listing is meant.`, {
    field: fields[0],
    valid_values: [...known],
  })

/** The named link, or the only one; the host where it has no listing yet. */
export async function findLinkOrHost(
  { services, scope }: LinkReadContext,
  listingId: string,
  { airbnbConnectionId, hostId }: LinkSelector,
): Promise<{ link: AirbnbLink } | { host: ConnectionRow }> {
  if (hostId === undefined) return { link: await findLink(services, scope, listingId, airbnbConnectionId) }
  const hosts = await listHosts(services, scope)
  if (hosts.length === 0) throw notConnectedError('No Airbnb account is connected.')
  const host = hosts.find(({ external_account_id: id }) => id === hostId)
  if (!host) {
    throw new ApiError('not_found', 'No such Airbnb account is connected here.', {
      field: 'hostId',
      value_received: hostId,
      valid_values: hosts.map(({ external_account_id: id }) => id),
    })
  }
  const links = await linksOrNone({ services, scope }, listingId)
  const own = links.filter(
    (link) =>
      link.connectionId === host.id &&
      (airbnbConnectionId === undefined || linkId(link) === airbnbConnectionId),
  )
  const [link] = own
  if (link && own.length === 1) return { link }
  if (own.length > 1 || airbnbConnectionId !== undefined) {
    const linkName = own.length > 1 ? undefined : airbnbConnectionId
    return { link: await findLink(services, scope, listingId, linkName) }
  }
  return { host }
}

/** The named link, or the only one. */
async function findSelectedLink(
  context: LinkReadContext,
  listingId: string,
  selector: LinkSelector,
): Promise<AirbnbLink> {
  const found = await findLinkOrHost(context, listingId, selector)
  if ('link' in found) return found.link
  throw new ApiError(
    'airbnb_link_missing',
    `Listing ${listingId} is no listing of that host.`,
    { channel: provider },
    {
      fix: 'Map an Airbnb listing to it with `POST /v1/channels/airbnb/listings/map`, or publish it with `hostId`.',
    },
  )
}
