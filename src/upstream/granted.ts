/** What the owner of an account allowed, where the provider asks him: checked before anything is sent. */
import type { Connector, WriteNeed } from '../connector-kit/connector.ts'
import type { AccessType } from '../contract/connect-session.ts'
import { ApiError } from '../platform/api-error.ts'
import type { ConnectionAccess } from './access.ts'
import { reconnect } from './errors.ts'

/** null: it is not known, or this provider knows no levels. */
export const accessTypeOf = (
  connector: Connector | undefined,
  granted: readonly string[] | null,
): AccessType | null => (granted === null ? null : (connector?.consent?.levelOf(granted) ?? null))

/** What an owner is known not to have allowed of what a kind of writing needs. */
export interface MissingAccess {
  provider: string
  displayName: string
  accessType: AccessType
  /** In the provider's words. */
  missing: string[]
}

/** null: nothing is known to be missing. What nobody told is left to the provider. */
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

/** For people: what is missing, and that nothing happened. */
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

/** Throws where the owner is known not to have allowed it. */
export function assertGranted({ connector, connection }: ConnectionAccess, need: WriteNeed): void {
  const lacking = missingAccess(connector, connection.granted, need)
  if (lacking) throw insufficientAccess(lacking)
}
