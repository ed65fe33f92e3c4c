/** From the charges that stand to those that are wanted: one posting, in which null clears. Pure. */
import type { Charge, ClearedCharge } from '../../connector-kit/charge-operations.ts'

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

export interface ChargeChanges {
  posted: PostedCharge[]
  cleared: ClearedCharge['charge_key'][]
}

/** Of one place: the property, or a room. */
export function chargeChanges(standing: readonly Charge[], wanted: readonly Charge[]): ChargeChanges {
  const kept = new Map(wanted.map((charge) => [keyOf(charge), charge]))
  const gone = standing.filter((charge) => !kept.has(keyOf(charge)))
  const clears = gone.map(({ charge_key, charge_periods }) => ({
    charge_key,
    charge_periods: charge_periods.map(({ applicable }) => ({ applicable, configuration: null })),
  }))
  const sets = wanted.map((charge): PostedCharge => {
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
  return { posted: [...clears, ...sets], cleared: gone.map(({ charge_key }) => charge_key) }
}
