import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (items|count|total)$/, /^GET \/v2\/messaging\/\* \[\]\.messages$/],
  essential: [
    /^GET \/v2\/properties items\[\]\.id$/,
    /^GET \/v2\/properties\/\*\/rooms \[\]\.id$/,
    /^GET \/v1\/availability\/\*\/\* \[\]\.(period_start|period_end)$/,
    /^GET \/v2\/reservations\/bookings\S* (items\[\]\.)?(id|arrival|departure)$/,
    /^GET \/v2\/reservations\/bookings\S* (items\[\]\.)?(property_id|rooms|rooms\[\]\.room_type_id)$/,
    /^GET \/v2\/messaging\/\* \[\]\.messages\[\]\.(id|type|date_created)$/,
    /^conversations\.page: GET \/v1\/reservation items\[\]\.(id|thread_uid)$/,
  ],
  // Not every row has a thread.
  leftOut: [/^conversations\.page: GET \/v1\/reservation items\[\]\.thread_uid$/],
}
