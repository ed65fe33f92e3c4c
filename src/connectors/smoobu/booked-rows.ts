import { readable } from '../../connector-kit/answers.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { everyNumberedRow } from '../../connector-kit/numbered-pages.ts'
import { readRows } from './signals.ts'
import { VendorHeld } from './vendor.ts'

const pageSize = 100
// The vendor does not document if it lists past stays without a filter.
const longAgo = '2000-01-01'

interface Days {
  arrivalFrom?: string
  arrivalTo?: string
  departureFrom?: string
}

/** Returns what a write needs of an apartment's bookings and blocks, cancelled ones included. */
export async function bookedRows(http: VendorHttp, apartmentId: string, days: Days): Promise<VendorHeld[]> {
  const query = { from: longAgo, apartmentId, showCancellation: true, pageSize, ...days }
  const found = await everyNumberedRow(async (page) => {
    const { rows } = readRows(await http.get('/api/reservations', { query: { ...query, page } }), 'bookings')
    return { rows, goesOn: rows.length >= pageSize }
  })
  return readable(VendorHeld, found)
}
