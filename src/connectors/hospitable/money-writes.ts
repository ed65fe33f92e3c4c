import { toMinorUnits } from '../../connector-kit/minor-units.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

/** An amount as the vendor takes it. How it counts currencies without two decimals is not documented. */
export function cents(amount: string, currency: string | null): number {
  const whole = currency === null ? null : toMinorUnits(amount, currency)
  if (whole !== null) return whole
  throw new VendorError('rejected', `${amount} ${currency ?? 'without currency'} cannot be written in cents`)
}
