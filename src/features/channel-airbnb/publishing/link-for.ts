/** Which Airbnb listing an action means: by the link or by its host. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Writing } from '../../route.ts'
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
  throw notNamed(await linksAt(context.services, context.scope, listingId), ['airbnbConnectionId'])
}

/** The link or its host has to be named. */
export async function chosenLink(context: Reading, listingId: string, named: Named): Promise<Link> {
  if (named.airbnbConnectionId !== undefined || named.hostId !== undefined)
    return linkFor(context, listingId, named)
  throw notNamed(await linksAt(context.services, context.scope, listingId), ['airbnbConnectionId', 'hostId'])
}

const notNamed = (links: readonly Link[], fields: readonly string[]) =>
  new ApiError('validation_error', `\`${fields.join('` or `')}\` says which Airbnb listing is meant.`, {
    field: fields[0],
    valid_values: links.map(linkId),
  })

/** The one that is named, or the only one. */
export async function linkFor(
  { services, scope }: Reading,
  listingId: string,
  { airbnbConnectionId, hostId }: Named,
): Promise<Link> {
  if (hostId === undefined) return linkAt(services, scope, listingId, airbnbConnectionId)
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
  const links = await linksAt(services, scope, listingId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'airbnb_link_missing') return []
    throw error
  })
  const own = links.filter(
    (link) =>
      link.connectionId === host.id &&
      (airbnbConnectionId === undefined || linkId(link) === airbnbConnectionId),
  )
  const [link] = own
  if (link && own.length === 1) return link
  if (own.length > 1 || airbnbConnectionId !== undefined)
    return linkAt(services, scope, listingId, own.length > 1 ? undefined : airbnbConnectionId)
  throw new ApiError(
    'channel_not_supported',
    `Listing ${listingId} is no listing of that host yet, and none is made on Airbnb from here: a request whose answer is lost could make two.`,
    { channel: provider },
    {
      fix: 'Make the listing on Airbnb, map it with `POST /v1/channels/airbnb/listings/map`, and repeat the request.',
    },
  )
}
