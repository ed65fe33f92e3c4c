/** People who book at a vendor: as tests play them through the control interface of a simulator, or as Vrbo asks for them. */
import type { CallMeaning, JsonFields, ParsedExchange } from './meaning.ts'

const bookingPaths = /^\/_control\/(?:guests\/book|guest\/bookings|reservations)$/

export function vendorControlMeaning(exchange: ParsedExchange): CallMeaning | null {
  const { method, path, sent } = exchange
  if (method !== 'POST') return null
  if (path === '/vrbo/calls/booking') return causing([/<lastName>([^<]+)<\/lastName>/.exec(sent)?.[1]])
  return bookingPaths.test(path) ? causing(namesIn(exchange)) : null
}

const causing = (names: readonly unknown[]): CallMeaning => ({
  causes: names.filter((name) => name !== undefined && name !== '').map((name) => `stay ${String(name)}`),
})

/** Vendors and PMSs have codes and references of a booking in fields of many names, also within other fields. */
const nameFields =
  /^(?:id|_id|code|reference)$|(?:Id|Code|Reference|_id|-id|_code|_reference|Number|_number)$/

function namesIn({ body, answer }: ParsedExchange): unknown[] {
  const names: unknown[] = []
  const look = (fields: JsonFields) => {
    for (const [field, value] of Object.entries(fields)) {
      if (value !== null && typeof value === 'object') look(value as JsonFields)
      else if (nameFields.test(field) && value !== null) names.push(value)
    }
  }
  look(answer)
  look(body)
  return names
}
