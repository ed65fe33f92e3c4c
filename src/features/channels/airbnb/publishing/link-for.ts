/** Which Airbnb listing an action means: by the link or by its host. */
import { ApiError } from '../../../../platform/api-error.ts'
import type { ConnectionRow } from '../../../accounts/public.ts'
import type { Writing } from '../../../route.ts'
import { hostsOf, provider } from '../accounts.ts'
import { linkAt, linkId, linksAt, notConnected, type Link } from '../content/link.ts'

interface Named {
  airbnbConnectionId?: string | undefined
  hostId?: string | undefined
}
type Reading = Pick<Writing, 'services' | 'scope'>

/** The link has to be named, so that nobody closes another listing than the one that is meant. */
export async function namedLink(
  context: Reading,
  listingId: string,
  { airbnbConnectionId, hostId }: Named,
): Promise<Link> {
  if (airbnbConnectionId !== undefined) return linkFor(context, listingId, { airbnbConnectionId, hostId })
  const links = await linksAt(context.services, context.scope, listingId)
  throw notNamed(links.map(linkId), ['airbnbConnectionId'])
}

/** The link or its host has to be named: without either nobody knows whether one is to be made. */
export async function assertNamed(context: Reading, listingId: string, named: Named): Promise<void> {
  if (named.airbnbConnectionId !== undefined || named.hostId !== undefined) return
  const links = await linksOrNone(context, listingId)
  if (links.length > 0) throw notNamed(links.map(linkId), ['airbnbConnectionId', 'hostId'])
  const hosts = await hostsOf(context.services, context.scope)
  throw notNamed(
    hosts.map(({ external_account_id: id }) => id),
    ['hostId'],
  )
}

async function linksOrNone({ services, scope }: Reading, listingId: string): Promise<Link[]> {
  try {
    return await linksAt(services, scope, listingId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'airbnb_link_missing') return []
    throw error
  }
}

const notNamed = (known: readonly string[], fields: readonly string[]) =>
  new ApiError('validation_error', `\`${fields.join('` or `')}\` says which Airbnb listing is meant.`, {
    field: fields[0],
    valid_values: [...known],
  })

/** The one that is named, or the only one; the host where the listing is none of his yet. */
export async function linkOrHost(
  { services, scope }: Reading,
  listingId: string,
  { airbnbConnectionId, hostId }: Named,
): Promise<{ link: Link } | { host: ConnectionRow }> {
  if (hostId === undefined) return { link: await linkAt(services, scope, listingId, airbnbConnectionId) }
  const hosts = await hostsOf(services, scope)
  if (hosts.length === 0) throw notConnected('No Airbnb account is connected.')
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
    return { link: await linkAt(services, scope, listingId, named) }
  }
  return { host }
}

/** The link that is named, or the only one. */
async function linkFor(context: Reading, listingId: string, named: Named): Promise<Link> {
  const found = await linkOrHost(context, listingId, named)
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
