import { readable } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { everyNumberedRow } from '../../connector-kit/numbered-pages.ts'
import { readRows } from './signals.ts'
import { VendorHeld } from './vendor.ts'

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
  const found = await everyNumberedRow(async (page) => {
    const { rows } = readRows(await http.get('/api/reservations', { query: { ...query, page } }), 'bookings')
    return { rows, goesOn: rows.length >= pageSize }
  })
  return readable(VendorHeld, found)
}
