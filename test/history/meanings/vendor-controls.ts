/** People who book at a vendor, as tests play them through the control interface of a simulator. */
import type { CallMeaning, JsonFields, ParsedExchange } from './meaning.ts'

const bookingPaths = /^\/_control\/(?:guests\/book|guest\/bookings|reservations)$/

export function vendorControlMeaning({ method, path, body, answer }: ParsedExchange): CallMeaning | null {
  if (method !== 'POST' || !bookingPaths.test(path)) return null
  const reservation = (answer.reservation ?? {}) as JsonFields
  const names = [
    ...[answer.id, answer.reference, answer.code, answer['reference-id'], reservation.confirmation_code],
    ...[body.code, body.confirmationCode],
  ]
  return { causes: names.filter((name) => name !== undefined).map((name) => `stay ${String(name)}`) }
}
