/** Renders which nights can be booked, with a letter or number for each day. Pure. */
import { xml, writeXml } from '../../../../connector-kit/xml-write.ts'
import type { WishedNight } from '../../../../records/selling/public.ts'
import { leadDays, mostNights } from './facts.ts'
import { unitIdOf } from './ids.ts'

/** C: arrive and leave, I: arrive only, O: leave only, X: neither. */
const changeOverOf = ({
  closedToArrival,
  closedToDeparture,
}: Pick<WishedNight, 'closedToArrival' | 'closedToDeparture'>): 'C' | 'I' | 'O' | 'X' => {
  if (closedToArrival) return closedToDeparture ? 'X' : 'O'
  return closedToDeparture ? 'I' : 'C'
}

const capNights = (nights: number) => Math.min(nights, mostNights)

/** `nights` are in order and without gaps; later nights are closed. */
export function renderAvailability(listingId: string, nights: readonly WishedNight[]): string {
  const [first, last] = [nights.at(0), nights.at(-1)]
  if (!first || !last) throw new RangeError('a feed has nights')
  return writeXml(
    xml(
      'unitAvailabilityContent',
      {},
      xml('listingExternalId', {}, listingId),
      xml('unitExternalId', {}, unitIdOf(listingId)),
      xml(
        'unitAvailability',
        {},
        xml('availabilityDefault', {}, 'N'),
        xml('availableUnitCountDefault', {}, 0),
        xml('changeOverDefault', {}, 'X'),
        xml('dateRange', {}, xml('beginDate', {}, first.date), xml('endDate', {}, last.date)),
        xml('maxStayDefault', {}, mostNights),
        xml('minPriorNotifyDefault', {}, leadDays),
        xml('minStayDefault', {}, 1),
        xml('stayIncrementDefault', {}, 'D'),
        configurationOf(nights),
      ),
    ),
  )
}

/** A letter or a number for each night, in order. */
function configurationOf(nights: readonly WishedNight[]) {
  const list = (valueOf: (night: WishedNight) => number) => nights.map(valueOf).join(',')
  const letters = (letterOf: (night: WishedNight) => string) => nights.map(letterOf).join('')
  return xml(
    'unitAvailabilityConfiguration',
    {},
    xml(
      'availability',
      {},
      letters(({ available }) => (available ? 'Y' : 'N')),
    ),
    xml(
      'availableUnitCount',
      {},
      list(({ units }) => units),
    ),
    xml('changeOver', {}, letters(changeOverOf)),
    xml(
      'maxStay',
      {},
      list(({ maxNights }) => capNights(maxNights ?? mostNights)),
    ),
    xml(
      'minPriorNotify',
      {},
      list(() => leadDays),
    ),
    xml(
      'minStay',
      {},
      list(({ minNights }) => capNights(minNights)),
    ),
    xml(
      'stayIncrement',
      {},
      letters(() => 'D'),
    ),
  )
}
