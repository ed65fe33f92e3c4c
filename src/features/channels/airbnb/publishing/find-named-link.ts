/** Which Airbnb listing an action means: by the link or by its host. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { ConnectionRow } from '../../../accounts/public.ts'
import type { Writing } from '../../../route.ts'
import { listHosts, provider } from '../accounts.ts'
import { findLink, linkId, findLinks, notConnectedError, type AirbnbLink } from '../content/find-link.ts'

interface LinkSelector {
  airbnbConnectionId?: string | undefined
  hostId?: string | undefined
}
type LinkReadContext = Pick<Writing, 'services' | 'scope'>

/** The link has to be named, so that nobody closes another listing than the one that is meant. */
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

/** The link or its host has to be named: without either nobody knows whether one is to be made. */
export async function assertLinkNamed(
  context: LinkReadContext,
  listingId: string,
  named: LinkSelector,
): Promise<void> {
  if (named.airbnbConnectionId !== undefined || named.hostId !== undefined) return
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

/** The one that is named, or the only one; the host where the listing is none of his yet. */
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
    const named = own.length > 1 ? undefined : airbnbConnectionId
    return { link: await findLink(services, scope, listingId, named) }
  }
  return { host }
}

/** The link that is named, or the only one. */
async function findSelectedLink(
  context: LinkReadContext,
  listingId: string,
  named: LinkSelector,
): Promise<AirbnbLink> {
  const found = await findLinkOrHost(context, listingId, named)
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
