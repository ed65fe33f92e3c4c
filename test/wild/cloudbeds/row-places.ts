import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [/ (success|count|total|message)$/, / data$/, / data\[\]\.rooms$/, / data(\[\])?\.propertyID$/],
  essential: [
    /getReservationsWithRateDetails data\[\]\.(reservationID|reservationCheckIn|reservationCheckOut)$/,
    /getReservationsWithRateDetails data\[\]\.(status|isDeleted)$/,
    /getReservationsWithRateDetails data\[\]\.rooms\[\]\.(roomTypeID|subReservationID|roomCheckIn|roomCheckOut|roomStatus)$/,
    /getRoomTypes data\[\]\.(roomTypeID|propertyID)$/,
    /getRooms data\[\]\.rooms\[\]\.(roomID|roomTypeID)$/,
    /getRatePlans data\[\]\.(roomTypeID|rateID)$/,
    /getRatePlans data\[\]\.roomRateDetailed\[\]\.date$/,
  ],
}
