/** What a body asks for. Pure. */
import type { AvailabilityBody } from '../../../contract/availability-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Settings } from '../pushes/queries.ts'
import { decimalText } from '../../../platform/decimal.ts'

const refuse = (message: string, field: string, value: unknown) =>
  new ApiError('invalid_body', message, { field, value_received: value })

const names = ['available', 'price', 'minNights', 'maxNights'] as const

/** Throws for a body that asks for nothing, or for what contradicts itself. */
export function settingsOf(body: Omit<AvailabilityBody, 'dates'>): Settings {
  const { available, price, minNights, maxNights } = body
  if (names.every((name) => body[name] === undefined)) {
    throw new ApiError('invalid_body', `Nothing is set: send at least one of ${names.join(', ')}.`, {
      field: 'body',
      valid_values: [...names],
    })
  }
  const amount = price === undefined ? undefined : decimalText(price)
  if (amount === null) throw refuse('`price` has more than three decimals.', 'price', price)
  if (minNights !== undefined && maxNights !== undefined && minNights > maxNights) {
    throw refuse(`\`maxNights\` is less than \`minNights\`, ${minNights}.`, 'maxNights', maxNights)
  }
  return {
    ...(available === undefined ? {} : { available }),
    ...(amount === undefined ? {} : { price: amount }),
    ...(minNights === undefined ? {} : { minNights }),
    ...(maxNights === undefined ? {} : { maxNights }),
  }
}

export const uniqueDates = (dates: readonly string[]): string[] => [...new Set(dates)].toSorted()
