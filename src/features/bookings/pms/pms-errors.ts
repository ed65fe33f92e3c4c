/** Maps a vendor's refusal or failure to API errors. Pure. */
import { isCertain, vendorFailure } from '../../../upstream/errors.ts'
import type { VendorError, VendorRefusalReason } from '../../../connector-kit/vendor-error.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'
import type { PmsKind } from './pms-request.ts'

/** Without a code of its own for a reason, a request kind gets the plain refusal. */
const byReason: Record<VendorRefusalReason, Partial<Record<PmsKind, ErrorCode>>> = {
  dates_unavailable: { create: 'pms_unavailable', modify: 'pms_unavailable' },
  duplicate: { create: 'pms_duplicate' },
  owned_by_channel: { modify: 'reservation_owned_by_channel', cancel: 'reservation_owned_by_channel' },
  group_booking: { modify: 'pms_group_booking', cancel: 'pms_group_booking' },
  too_late: { accept: 'request_no_longer_pending', decline: 'request_no_longer_pending' },
  not_eligible: {},
  not_designated: {},
}

export interface PmsErrorContext {
  kind: PmsKind
  provider: string
  /** The booking's channel. */
  source: string | null
}

const sections: Record<PmsKind, string> = {
  create: 'reservation',
  modify: 'reservation',
  cancel: 'reservation',
  accept: 'request',
  decline: 'request',
  change: 'reservation',
  refund: 'refund',
}

/** The error for a final refusal, or for a failure that changed nothing. */
export function toPmsError(error: VendorError, about: PmsErrorContext): ApiError {
  const { kind, provider } = about
  if (error.kind === 'not_found' && kind !== 'create') {
    return new ApiError('not_found', `${provider} no longer has this reservation.`, {}, { cause: error })
  }
  const code = isCertain(error) && error.reason ? byReason[error.reason][kind] : undefined
  return code === undefined
    ? vendorFailure(error, provider, sections[kind])
    : refusalWithReason(error, about, code)
}

function refusalWithReason(
  error: VendorError,
  { kind, provider, source }: PmsErrorContext,
  code: ErrorCode,
): ApiError {
  const said = error.vendorMessage ?? error.message
  const sectionError = { section: sections[kind], code: 'unavailable', message: said }
  const extras: Partial<Record<ErrorCode, ErrorExtras>> = {
    pms_unavailable: { provider, pms: { applied: [], errors: [sectionError] } },
    pms_duplicate: {
      provider,
      existing: { externalId: error.existing ?? null, confirmationCode: null },
    },
    pms_group_booking: { provider },
    reservation_owned_by_channel: { owner: source ?? provider, provider },
    request_no_longer_pending: source === null ? {} : { channel: source },
  }
  return new ApiError(code, `${provider} refused: ${said}`, extras[code] ?? {}, { cause: error })
}
