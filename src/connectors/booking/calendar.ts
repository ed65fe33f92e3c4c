import type { Operations } from '../../connector-kit/connector.ts'
import { daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { mapAll, ownMapping } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Xml } from '../../connector-kit/xml.ts'
import { toCalendarDay } from './map-calendar.ts'
import { mostNights, nightsOf } from './nights.ts'
import { mainRate, roomsOf } from './rooms.ts'

export const calendar: NonNullable<Operations['calendar']> = {
  async range(context, { listing: { externalId, unitCount }, from, to }) {
    const room = (await roomsOf(context)).find(({ id }) => id === externalId)
    if (room === undefined) throw new VendorError('not_found', `the property has no room ${externalId}`)
    const rateId = mainRate(room)?.id ?? null
    const days = ownMapping(
      'calendarDay',
      (row: Xml) => toCalendarDay(row, { rateId, unitCount }),
      ({ attributes }) => attributes.value ?? '',
    )
    return inStretches({ from, to }, mostNights, async (range) => {
      const read = mapAll(await nightsOf(context, externalId, range), days)
      const byDate = new Map(read.map((day) => [day.date, day]))
      // A night left out would read as free: better no new calendar than one with a hole.
      return daysFrom(range.from, range.to).map((date) => {
        const day = byDate.get(date)
        if (day === undefined) throw new VendorError('malformed', `the night of ${date} is not told`)
        return day
      })
    })
  },
}
