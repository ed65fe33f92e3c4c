/** An amount to pay must not have more decimals than its currency. */
import { decimalsOf } from '../connector-kit/minor-units.ts'
import { ApiError } from '../platform/api-error.ts'

/** Trailing zeros are no decimals. An unknown currency refuses nothing. */
export function assertPayable(
  field: string,
  amount: string,
  currency: string | null,
  received: unknown = amount,
): void {
  if (currency === null) return
  const places = decimalsOf(currency)
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '')
  if (fraction.length <= places) return
  const most = places === 0 ? 'no decimals' : `${places} decimals`
  throw new ApiError(
    'invalid_body',
    `\`${field}\` has more decimals than can be paid: ${currency} has ${most}.`,
    {
      field,
      value_received: received,
    },
  )
}
