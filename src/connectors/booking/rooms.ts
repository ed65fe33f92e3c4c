/** Reads the property's rooms and their rates from B.XML. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { remember } from '../../connector-kit/remember.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { rootIn } from '../../connector-kit/xml-document.ts'
import { childOf, childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { askBxml, hotelIdIn } from './calls.ts'

export interface Rate {
  id: string
  name: string
  maxPersons: string | undefined
  policy: string | undefined
  policyId: string | undefined
  /** The rate derives from another. */
  isChild: boolean
  /** The other rate is named if the vendor says it. */
  parentId: string | null
  /** True unless the vendor says that the price is the rate's own. */
  followsPrice: boolean
  isReadOnly: boolean
}

export interface RoomWithRates {
  id: string
  name: string
  rates: readonly Rate[]
}

const minuteMs = 60_000

export const roomsOf = (context: VendorContext): Promise<RoomWithRates[]> =>
  remember(context, 'rooms', minuteMs, async () => {
    const hotelId = hotelIdIn(context)
    const root = rootIn(await askBxml(context, 'roomrates', { hotel_id: hotelId }), 'rooms')
    return childrenOf(root, 'room')
      .filter(({ attributes }) => (presentText(attributes.hotel_id) ?? hotelId) === hotelId)
      .map(toRoom)
  })

function toRoom(row: Xml): RoomWithRates {
  return {
    id: row.attributes.id ?? '',
    name: row.attributes.room_name ?? '',
    rates: childrenOf(childOf(row, 'rates'), 'rate').map(toRate),
  }
}

function toRate(rate: Xml): Rate {
  const { attributes } = rate
  const relation = childOf(rate, 'rate_relation')?.attributes ?? {}
  const isChild = attributes.is_child_rate === '1'
  return {
    id: attributes.id ?? '',
    name: attributes.rate_name ?? '',
    maxPersons: attributes.max_persons,
    policy: attributes.policy,
    policyId: attributes.policy_id,
    isChild,
    parentId: isChild ? presentText(relation.parent_rate_id) : null,
    followsPrice: isChild && relation.follows_price !== '0',
    isReadOnly: attributes.readonly === '1',
  }
}

/** Our calendar reads and writes this rate: the first whose prices can be set. */
export const mainRate = ({ rates }: RoomWithRates): Rate | undefined =>
  rates.find(({ isChild, isReadOnly }) => !isChild && !isReadOnly)
