/** The way to the account that has the Airbnb listing, and the calls for a section of it. */
import type { ContentPart } from '../../../../connector-kit/channel-content.ts'
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import { relayAccess } from '../../../../upstream/acts/public.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import { provider } from '../accounts.ts'
import { notConnected, type Link } from './link.ts'

/** Throws where the account has to be connected again, is gone, or lets nothing be written to its listings and `isWritten`. */
export function accessOf(
  services: Services,
  scope: Scope,
  { host }: Pick<Link, 'host'>,
  { isWritten }: { isWritten: boolean },
): Promise<ConnectionAccess> {
  const { id: connectionId, status, external_account_id: account } = host
  if (status === 'disconnected')
    throw notConnected(`The Airbnb account ${account} is not connected any more.`)
  return relayAccess(services, scope, { connectionId, provider, status }, isWritten ? 'listings' : null)
}

/** Throws where no call is known for it. */
export function partOf<S extends ContentSection>(
  { connector }: ConnectionAccess,
  section: S,
): ContentPart<S> {
  const part: ContentPart<S> | undefined = connector.operations.channelContent?.[section]
  if (part) return part
  throw unsupported(provider, `read the ${section} of a listing`)
}

type Writer<S extends ContentSection> = NonNullable<ContentPart<S>['write']>

/** Throws where no call is known to write it, or not for one of the fields. */
export function writerOf<S extends ContentSection>(
  part: ContentPart<S>,
  section: S,
  change: object,
): Writer<S> {
  const unknown = (part.unknownFields ?? []).filter((field) => Object.hasOwn(change, field))
  if (part.write && unknown.length === 0) return part.write
  throw unsupported(provider, `write the ${unknown.join(', ') || section} of a listing`, unknown)
}
