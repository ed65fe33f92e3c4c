/** Checks the permissions that an account's owner granted, before anything is sent. */
import type { Connector, WriteNeed } from '../connector-kit/connector.ts'
import type { AccessType } from '../contract/connect-session.ts'
import { ApiError } from '../platform/api-error.ts'
import type { ConnectionAccess } from './access.ts'
import { reconnect } from './errors.ts'

/** Returns null if the level is unknown, or if the provider has no levels. */
export const accessTypeOf = (
  connector: Connector | undefined,
  granted: readonly string[] | null,
): AccessType | null => (granted === null ? null : (connector?.consent?.levelOf(granted) ?? null))

/** A write needs these permissions, and the owner is known to have withheld them. */
export interface MissingAccess {
  provider: string
  displayName: string
  accessType: AccessType
  /** The names are the provider's own. */
  missing: string[]
}

/** Returns null if no permission is known to be missing; the provider judges unknown ones. */
export function missingAccess(
  connector: Connector | undefined,
  granted: readonly string[] | null,
  need: WriteNeed,
): MissingAccess | null {
  const consent = connector?.consent
  if (granted === null || !consent) return null
  const missing = consent.needs[need].filter((permission) => !granted.includes(permission))
  if (missing.length === 0) return null
  const { id: provider, displayName } = connector.manifest
  return { provider, displayName, accessType: consent.levelOf(granted), missing }
}

/** The message names what is missing and says that nothing happened. */
export const insufficientAccess = ({ displayName, provider, ...about }: MissingAccess): ApiError =>
  new ApiError('insufficient_access', accessNotGranted({ displayName, ...about }), {
    ...about,
    provider,
    ...reconnect(provider),
  })

export const accessNotGranted = ({
  displayName,
  missing,
}: Pick<MissingAccess, 'displayName' | 'missing'>): string =>
  `The owner of the ${displayName} account did not allow ${missing.map((one) => `\`${one}\``).join(' and ')}, which this needs; nothing was sent.`

/** Throws if the owner is known to have withheld a permission. */
export function assertGranted({ connector, connection }: ConnectionAccess, need: WriteNeed): void {
  const lacking = missingAccess(connector, connection.granted, need)
  if (lacking) throw insufficientAccess(lacking)
}
