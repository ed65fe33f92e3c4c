/** Rooms of the property with their rates, as B.XML tells them. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { remember } from '../../connector-kit/remember.ts'
import { rootIn } from '../../connector-kit/xml-document.ts'
import { childOf, childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { askBxml, hotelIdIn } from './calls.ts'

export interface Rate {
  id: string
  name: string
  maxPersons: string | undefined
  policy: string | undefined
  policyId: string | undefined
  /** Its prices follow those of another. */
  isChild: boolean
  isReadOnly: boolean
}

export interface Room {
  id: string
  name: string
  rates: readonly Rate[]
}

const minuteMs = 60_000

export const roomsOf = (context: VendorContext): Promise<Room[]> =>
  remember(context, 'rooms', minuteMs, async () => {
    const hotelId = hotelIdIn(context)
    const root = rootIn(await askBxml(context, 'roomrates', { hotel_id: hotelId }), 'rooms')
    return childrenOf(root, 'room')
      .filter(({ attributes }) => (attributes.hotel_id ?? hotelId) === hotelId)
      .map(toRoom)
  })

function toRoom(row: Xml): Room {
  return {
    id: row.attributes.id ?? '',
    name: row.attributes.room_name ?? '',
    rates: childrenOf(childOf(row, 'rates'), 'rate').map(({ attributes }) => ({
      id: attributes.id ?? '',
      name: attributes.rate_name ?? '',
      maxPersons: attributes.max_persons,
      policy: attributes.policy,
      policyId: attributes.policy_id,
      isChild: attributes.is_child_rate === '1',
      isReadOnly: attributes.readonly === '1',
    })),
  }
}

/** The rate that is shown and written: the first of which prices can be set. */
export const mainRate = ({ rates }: Room): Rate | undefined =>
  rates.find(({ isChild, isReadOnly }) => !isChild && !isReadOnly)
