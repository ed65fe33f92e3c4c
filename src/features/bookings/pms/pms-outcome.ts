/** What a caller is told of a write that went to a PMS. Pure. */
import type { VendorQuote } from '../../../connector-kit/write-operations.ts'
import type { PmsOutcome, ReservationCreateBody } from '../../../contract/reservation-write.ts'

const toNumber = (decimal: string | null) => (decimal === null ? null : Number(decimal))

export function toPmsOutcome(
  provider: string,
  quote?: VendorQuote,
  errors: PmsOutcome['errors'] = [],
): PmsOutcome {
  return {
    provider,
    applied: [],
    errors,
    ...(errors.length > 0 ? { partial: true, failedSections: errors } : {}),
    ...(quote === undefined
      ? {}
      : { quote: { available: quote.available, total: toNumber(quote.total), currency: quote.currency } }),
  }
}

const bodySections = ['guest', 'totalPrice', 'notes', 'unitId', 'sendConfirmationEmail'] as const

/** The sections of the body that the PMS took. */
export function appliedSections(body: ReservationCreateBody, errors: PmsOutcome['errors']): string[] {
  const failed = new Set(errors.map(({ section }) => section))
  return ['reservation', ...bodySections.filter((name) => body[name] !== undefined && !failed.has(name))]
}
