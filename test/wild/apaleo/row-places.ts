import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ count$/, / (properties|unitGroups|units|ratePlans|rates|timeSlices|reservations)$/],
  essential: [
    /^GET \/inventory\/v1\/unit-groups unitGroups\[\]\.id$/,
    // Nights are read by property.
    /^GET \/inventory\/v1\/unit-groups\/[^ ]+ (id|property|property\.id)$/,
    /^GET \/inventory\/v1\/units units\[\]\.id$/,
    /^GET \/booking\/v1\/reservations reservations\[\]\.(id|unitGroup|unitGroup\.id|arrival|departure)$/,
    /^GET \/booking\/v1\/reservations\/[^ ]+ (id|unitGroup|unitGroup\.id|arrival|departure)$/,
  ],
}
