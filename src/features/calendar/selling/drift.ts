import type { DriftAction } from '../../../contract/channel-mapping.ts'
import { ApiError } from '../../../platform/api-error.ts'

/**
 * The stored form of `onDrift`; undefined keeps the stored value. Throws `invalid_body` where our calendar is not to
 * be written.
 */
export function toMendsDrift(
  onDrift: DriftAction | undefined,
  { isWritten, field }: { isWritten: boolean; field: string },
): boolean | undefined {
  if (onDrift === undefined) return undefined
  if (isWritten) return onDrift === 'mend'
  throw new ApiError(
    'invalid_body',
    `\`${field}\` says what becomes of our calendar there, and it is not to be written there.`,
    { field, value_received: onDrift },
    { fix: 'Leave it out, or have the calendar written.' },
  )
}
