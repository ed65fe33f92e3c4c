import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / Cursor$/,
    /getAll(\/\*)? [A-Za-z]+$/,
    / (CategoryAvailabilities|ImageUrls)$/,
    // Whose account it is, and by which clock all of its dates are read.
    /configuration\/get Enterprise(\.Id|\.TimeZoneIdentifier)?$/,
  ],
  essential: [
    /reservations\/getAll\/\* Reservations\[\]\.(Id|RequestedResourceCategoryId)$/,
    /reservations\/getAll\/\* Reservations\[\]\.(ScheduledStartUtc|ScheduledEndUtc)$/,
    /resourceCategories\/getAll ResourceCategories\[\]\.(Id|ServiceId)$/,
    /resourceCategoryAssignments\/getAll ResourceCategoryAssignments\[\]\.(ResourceId|CategoryId|IsActive)$/,
    /resources\/getAll Resources\[\]\.(Id|IsActive)$/,
    // The dates of the nights.
    /(services\/getAvailability|rates\/getPricing) TimeUnitStartsUtc$/,
  ],
}
