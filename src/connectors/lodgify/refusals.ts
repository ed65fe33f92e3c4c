import { because, VendorError, type VendorRefusalReason } from '../../connector-kit/vendor-error.ts'

// The vendor's description lists these error codes, which precede the words.
const reasons: Record<string, VendorRefusalReason> = {
  PropertyNotAvailable: 'dates_unavailable',
  ArrivalNotValid: 'dates_unavailable',
  DepartureNotValid: 'dates_unavailable',
  MinStayRequired: 'dates_unavailable',
  MaxStayExceeded: 'dates_unavailable',
  BookingCannotChangeStatus: 'too_late',
}

/** Adds the reason to a refusal whose code gives one. */
export async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    const reason = reasons[/^\w+/.exec(error.vendorMessage ?? '')?.[0] ?? '']
    throw reason === undefined ? error : because(error, reason)
  }
}
