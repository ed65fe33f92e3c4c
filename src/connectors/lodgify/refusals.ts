import { because, VendorError, type VendorRefusalReason } from '../../connector-kit/vendor-error.ts'

// code of an error, which stands before its words; vendor description.
const reasons: Record<string, VendorRefusalReason> = {
  PropertyNotAvailable: 'dates_unavailable',
  ArrivalNotValid: 'dates_unavailable',
  DepartureNotValid: 'dates_unavailable',
  MinStayRequired: 'dates_unavailable',
  MaxStayExceeded: 'dates_unavailable',
  BookingCannotChangeStatus: 'too_late',
}

/** The reason of a refusal, where its code tells one. */
export async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    const reason = reasons[/^\w+/.exec(error.vendorMessage ?? '')?.[0] ?? '']
    throw reason === undefined ? error : because(error, reason)
  }
}
