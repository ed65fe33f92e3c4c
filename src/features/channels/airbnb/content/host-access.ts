/** Access to the host's account, and the calls for a content section. */
import type { ContentPart } from '../../../../connector-kit/channel-content.ts'
import type { ContentSection } from '../../../../contract/channel-content/sections.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import type { ConnectionAccess } from '../../../../upstream/access.ts'
import { relayAccess } from '../../../../upstream/acts/public.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import { provider } from '../accounts.ts'
import { notConnectedError } from '../errors.ts'
import type { AirbnbLink } from './find-link.ts'

/** Throws where the account must be reconnected or is gone, and with `isWritten` where it forbids writes. */
export function openHostAccess(
  services: Services,
  scope: Scope,
  { host }: Pick<AirbnbLink, 'host'>,
  { isWritten }: { isWritten: boolean },
): Promise<ConnectionAccess> {
  const { id: connectionId, status, external_account_id: account } = host
  if (status === 'disconnected')
    throw notConnectedError(`The Airbnb account ${account} is not connected any more.`)
  return relayAccess(services, scope, { connectionId, provider, status }, isWritten ? 'listings' : null)
}

/** Throws where no call is known for the section. */
export function findPart<S extends ContentSection>(
  { connector }: ConnectionAccess,
  section: S,
): ContentPart<S> {
  const part: ContentPart<S> | undefined = connector.operations.channelContent?.[section]
  if (part) return part
  throw unsupported(provider, `read the ${section} of a listing`)
}

type SectionWriter<S extends ContentSection> = NonNullable<ContentPart<S>['write']>

/** Throws where no call is known to write the section, or one of the fields. */
export function findWriter<S extends ContentSection>(
  part: ContentPart<S>,
  section: S,
  change: object,
): SectionWriter<S> {
  const unknown = (part.unknownFields ?? []).filter((field) => Object.hasOwn(change, field))
  if (part.write && unknown.length === 0) return part.write
  throw unsupported(provider, `write the ${unknown.join(', ') || section} of a listing`, unknown)
}
