/**
 * A posting sets the charges that it names, by key, and keeps the others: removing one needs an explicit
 * null.
 */
import { demand, fieldOf } from '../../connector-kit/answers.ts'
import type {
  Charges,
  ClearedCharge,
  PropertyCharges,
  Charge,
} from '../../connector-kit/charge-operations.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { hotelIdIn } from './calls.ts'
import { VendorCharges } from './vendor.ts'

/** One posting leads from the present charges to the requested ones; null clears. Pure. */
interface PostedCharge {
  charge_key: Charge['charge_key']
  charge_periods: {
    applicable: Charge['charge_periods'][number]['applicable']
    configuration: object | null
  }[]
}

const keyOf = ({ charge_key: { type, guest_origin = 'ANY', travel_purpose = 'ANY' } }: Charge): string =>
  `${type} ${guest_origin} ${travel_purpose}`

const timeOf = ({ applicable: { from, to = '' } }: Charge['charge_periods'][number]): string =>
  `${from} ${to}`

interface ChargeChanges {
  posted: PostedCharge[]
  cleared: ClearedCharge['charge_key'][]
}

/** Compares the charges of one place: the property, or a room. */
function chargeChanges(standing: readonly Charge[], requested: readonly Charge[]): ChargeChanges {
  const requestedByKey = new Map(requested.map((charge) => [keyOf(charge), charge]))
  const removals = standing.filter((charge) => !requestedByKey.has(keyOf(charge)))
  const clears = removals.map(({ charge_key, charge_periods }) => ({
    charge_key,
    charge_periods: charge_periods.map(({ applicable }) => ({ applicable, configuration: null })),
  }))
  const sets = requested.map((charge): PostedCharge => {
    const before = standing.find((one) => keyOf(one) === keyOf(charge))?.charge_periods ?? []
    const times = new Set(charge.charge_periods.map(timeOf))
    const ended = before.filter((period) => !times.has(timeOf(period)))
    return {
      ...charge,
      charge_periods: [
        ...ended.map(({ applicable }) => ({ applicable, configuration: null })),
        ...charge.charge_periods,
      ],
    }
  })
  return { posted: [...clears, ...sets], cleared: removals.map(({ charge_key }) => charge_key) }
}

const pathOf = (context: VendorContext) =>
  `/charges-api/properties/${encodeURIComponent(hotelIdIn(context))}/charges`

async function read(context: VendorContext): Promise<Charges> {
  const data = fieldOf(await context.http.get(pathOf(context)), 'data')
  const { property_charges, room_charges } = demand(VendorCharges, data ?? {}, 'charges')
  return {
    property_charges: property_charges ?? [],
    room_charges: (room_charges ?? []).map(({ room_id, charges }) => ({ room_id: String(room_id), charges })),
  }
}

export const propertyCharges: PropertyCharges = {
  read,

  async replace(context, newCharges) {
    const standing = await read(context)
    const ofProperty = chargeChanges(standing.property_charges, newCharges.property_charges)
    const cleared: ClearedCharge[] = ofProperty.cleared.map((charge_key) => ({ room_id: null, charge_key }))
    const rooms = []
    const ids = new Set([...standing.room_charges, ...newCharges.room_charges].map(({ room_id }) => room_id))
    for (const room_id of ids) {
      const chargesOf = ({ room_charges }: Charges) =>
        room_charges.filter((one) => one.room_id === room_id).flatMap(({ charges }) => charges)
      const changes = chargeChanges(chargesOf(standing), chargesOf(newCharges))
      cleared.push(...changes.cleared.map((charge_key) => ({ room_id, charge_key })))
      if (changes.posted.length > 0) rooms.push({ room_id: Number(room_id), charges: changes.posted })
    }
    // A posting needs at least one charge.
    const body = {
      ...(ofProperty.posted.length > 0 ? { property_charges: ofProperty.posted } : {}),
      ...(rooms.length > 0 ? { room_charges: rooms } : {}),
    }
    if (Object.keys(body).length > 0) await context.http.post(pathOf(context), { body })
    return cleared
  },
}
