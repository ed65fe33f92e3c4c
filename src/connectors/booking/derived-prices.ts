/** How prices for other numbers of guests follow the price of a rate (`derivedprices`): rules without dates, for every night. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { OccupancyRules, RefusedUpdate } from '../../connector-kit/rate-calendar-operations.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import type { Xml } from '../../connector-kit/xml.ts'
import { errorsOfBxml, ruidOf } from './signals.ts'

type Said = Pick<RefusedUpdate, 'message' | 'reference'>

/** Setting the same twice does no harm. An answer does not say which rate it means, so every one is then sent by itself. */
export async function deriveByGuests(
  context: VendorContext,
  wanted: readonly OccupancyRules[],
): Promise<RefusedUpdate[]> {
  const [first] = await sent(context, wanted)
  if (first === undefined) return []
  const refused: RefusedUpdate[] = []
  for (const [index, rules] of wanted.entries()) {
    const [said] = wanted.length === 1 ? [first] : await sent(context, [rules])
    if (said !== undefined) refused.push({ index, part: 'price', ...said })
  }
  return refused
}

async function sent({ http }: VendorContext, wanted: readonly OccupancyRules[]): Promise<Said[]> {
  try {
    const body = new XmlDocument(messageOf(wanted))
    const answer = await http.post('/hotels/xml/derivedprices', { body })
    if (!(answer instanceof XmlDocument)) throw new VendorError('malformed', 'XML was expected')
    const reference = ruidOf(answer) ?? undefined
    return errorsOfBxml(answer.root).map((message) => ({ message, reference }))
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    return [{ message: error.vendorMessage ?? error.message, reference: error.reference }]
  }
}

function messageOf(wanted: readonly OccupancyRules[]): Xml {
  const rooms = [...Map.groupBy(wanted, ({ roomId }) => roomId)].map(([id, ofRoom]) =>
    xml('room', { id }, xml('rates', {}, ofRoom.map(toRate))),
  )
  return xml('request', {}, xml('rooms', {}, rooms))
}

const toRate = ({ rateId, guests, others }: OccupancyRules): Xml =>
  xml(
    'rate',
    { id: rateId, leading_occupancy: guests },
    others.map((other) =>
      xml('occupancy', {
        persons: other.guests,
        [other.by === 'percentage' ? 'percentage' : 'additional']: other.value,
        round: other.rounded === null ? undefined : Number(other.rounded),
      }),
    ),
  )
