/** What a booking's guest pays and its host receives, by part. Pure. Amounts are exact decimal texts. */
import type { FinancialsRecord } from '../../../../contract/records.ts'
import { addDecimals, negated } from '../../../../connector-kit/money.ts'
import { absolute } from './transaction-record.ts'

type MoneyLines = NonNullable<NonNullable<FinancialsRecord['host']>['hostFees']>

/** null: the booking does not tell the part. */
export interface HostBreakdown {
  accommodation: string | null
  cleaningFee: string | null
  otherFees: string | null
  /** The part of the guest's payment that the host passes on to an authority. */
  taxes: string | null
  /** Zero or less. */
  serviceFee: string | null
  payout: string | null
  paidOut: string | null
}

export interface GuestBreakdown {
  accommodation: string | null
  cleaningFee: string | null
  otherFees: string | null
  serviceFee: string | null
  taxes: string | null
  total: string | null
}

const isCleaning = ({ type }: MoneyLines[number]) => type !== undefined && /cleaning/i.test(type)
/** Hosts' standard fees have longer names, such as PASS_THROUGH_RESORT_FEE, and are no service fee. */
const isService = ({ type }: MoneyLines[number]) => type === 'service'

const sumOf = (lines: MoneyLines): string | null =>
  lines.length === 0 ? null : addDecimals(lines.map(({ amount }) => amount))

function splitFees(lines: MoneyLines) {
  return {
    cleaningFee: sumOf(lines.filter(isCleaning)),
    otherFees: sumOf(lines.filter((line) => !isCleaning(line) && !isService(line))),
    serviceFee: sumOf(lines.filter(isService)),
  }
}

export function hostBreakdown({ host = {} }: FinancialsRecord): HostBreakdown {
  const { cleaningFee, otherFees } = splitFees(host.guestFees ?? [])
  const fee = sumOf(host.hostFees ?? [])
  return {
    accommodation: host.accommodation ?? null,
    ...{ cleaningFee, otherFees },
    taxes: sumOf(host.taxes ?? []),
    serviceFee: fee === null ? null : negated(absolute(fee)),
    payout: host.revenue ?? null,
    paidOut: host.paidOut ?? null,
  }
}

/** A guest pays the host's charges, the channel's fee and the taxes it collects. */
export function guestBreakdown({ host = {}, guest = {} }: FinancialsRecord): GuestBreakdown {
  return {
    accommodation: host.accommodation ?? null,
    ...splitFees(guest.fees ?? host.guestFees ?? []),
    taxes: sumOf([...(host.taxes ?? []), ...(guest.taxes ?? [])]),
    total: guest.totalPrice ?? null,
  }
}
