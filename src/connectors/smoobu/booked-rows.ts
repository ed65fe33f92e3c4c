import type { VendorHttp } from '../../connector-kit/http.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { readRows } from './signals.ts'
import { VendorHeld } from './vendor.ts'

const heldCheck = compileCheck(VendorHeld)
const pageSize = 100
// Whether past stays are listed without being asked for is not documented.
const longAgo = '2000-01-01'

interface Days {
  arrivalFrom?: string
  arrivalTo?: string
  departureFrom?: string
}

/** What a write has to know of the bookings and blocks of an apartment, cancelled ones included. */
export async function bookedRows(http: VendorHttp, apartmentId: string, days: Days): Promise<VendorHeld[]> {
  const query = { from: longAgo, apartmentId, showCancellation: true, pageSize, ...days }
  const held: VendorHeld[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = readRows(await http.get('/api/reservations', { query: { ...query, page } }), 'bookings')
    held.push(...rows.filter((row) => heldCheck.fits(row)))
    if (rows.length < pageSize) return held
  }
}
