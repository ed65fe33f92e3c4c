import type { ReservationRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, negated, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, nameKey, presentText } from '../../connector-kit/readings.ts'
import { financials, type MoneyLineRecord } from '../../connector-kit/stay-readings.ts'
import { noteUnread } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorBooking } from './vendor.ts'

type MoneyField = { amount?: number | string | null; currencyCode?: string | null } | null | undefined

const amountOf = (money: MoneyField): string | null => decimalString(money?.amount)

type BookingPrice = Pick<ReservationRecord, 'totalPrice' | 'currency' | 'paymentStatus'> & {
  financials: ReturnType<typeof financials>
}

/** The guest pays the sum of the installments; without installments an amount for the whole stay is used. */
export function priceOf({ payment, amounts, vrboAmounts, cancellationPolicy }: VendorBooking): BookingPrice {
  const due = (payment?.installments ?? []).filter(({ paymentStatus }) => paymentStatus !== 'CANCELLED')
  const paid = due.map(({ amount }) => amountOf(amount)).filter((amount) => amount !== null)
  const whole = amounts?.summary?.find(({ type }) => guestPays.has(type ?? ''))
  const total = paid.length > 0 ? addDecimals(paid) : amountOf(whole?.amount)
  const current = vrboAmounts?.currentAmounts
  const { rent, fees, discounts } = current?.supplierFees ?? {}
  const monies: MoneyField[] = [
    ...due.map(({ amount }) => amount),
    whole?.amount,
    rent?.preTaxAmount,
    ...(amounts?.summary ?? []).map(({ amount }) => amount),
  ]
  const currencies = new Set(
    monies.map((money) => currencyCode(money?.currencyCode)).filter((code) => code !== null),
  )
  if (currencies.size > 1) return inSeveralCurrencies(due, total, payment?.status)
  const payouts = (amounts?.summary ?? []).filter(({ type }) => type === 'PAYOUT')
  return {
    totalPrice: total,
    currency: [...currencies][0] ?? null,
    ...(presentText(payment?.status) === null ? {} : { paymentStatus: presentText(payment?.status) }),
    financials: financials({
      cancellationPolicy: presentText(cancellationPolicy?.effectivePolicy?.policyType),
      host: {
        accommodation: amountOf(rent?.preTaxAmount),
        guestFees: (fees ?? []).flatMap(feeLine),
        discounts: (discounts ?? [])
          .flatMap(feeLine)
          .map((line) => ({ ...line, amount: below(line.amount) })),
        hostFees: (current?.marketplaceFees?.supplier ?? []).flatMap(shareLine),
        taxes: taxesOf(current?.taxDistributions, 'SUPPLIER'),
        revenue: payouts.length === 1 ? amountOf(payouts[0]?.amount) : null,
      },
      guest: {
        totalPrice: total,
        fees: (current?.marketplaceFees?.traveler ?? []).flatMap(shareLine),
        taxes: taxesOf(current?.taxDistributions, null),
      },
    }),
  }
}

/** Amounts in several currencies are left out; the guest's total is kept if it has one currency. */
function inSeveralCurrencies(
  due: readonly { amount?: MoneyField }[],
  total: string | null,
  status: string | null | undefined,
): BookingPrice {
  noteUnread('amounts', due)
  const [currency = null, other] = new Set(
    due.map(({ amount }) => currencyCode(amount?.currencyCode)).filter((code) => code !== null),
  )
  const isOne = currency !== null && other === undefined
  const word = presentText(status)
  return {
    totalPrice: isOne ? total : null,
    currency: isOne ? currency : null,
    ...(word === null ? {} : { paymentStatus: word }),
    financials: null,
  }
}

/** The vendor's own schema spells the first one so. */
const guestPays: ReadonlySet<string> = new Set(['GUESS_PAYMENT', 'GUEST_PAYMENT'])

const below = (amount: string): string => (amount.startsWith('-') ? amount : negated(amount))

interface Fee {
  name?: string | null
  productCode?: string | null
  preTaxAmount?: MoneyField
}

function feeLine({ name, productCode, preTaxAmount }: Fee): MoneyLineRecord[] {
  const amount = nonZeroDecimal(preTaxAmount?.amount)
  if (amount === null) return []
  const [code, words] = [presentText(productCode), presentText(name)]
  const label = words ?? code
  return [
    {
      amount,
      ...(label === null ? {} : { name: label }),
      ...(code === null ? {} : { type: nameKey(code) }),
    },
  ]
}

const shareLine = ({ type, amount }: { type?: string | null; amount?: MoneyField }): MoneyLineRecord[] =>
  feeLine({ productCode: type ?? null, preTaxAmount: amount ?? null })

type Taxes = NonNullable<
  NonNullable<NonNullable<VendorBooking['vrboAmounts']>['currentAmounts']>['taxDistributions']
>

/** With `party` null it does not matter who pays the tax to the state. */
const taxesOf = (rows: Taxes | null | undefined, party: string | null): MoneyLineRecord[] =>
  (rows ?? [])
    .filter(({ remittingParty }) => party === null || remittingParty === party)
    .flatMap(({ remittingParty, taxAmount }) =>
      feeLine({
        name: remittingParty === 'EXPEDIA' ? 'Taxes paid by the channel' : 'Taxes paid by the host',
        preTaxAmount: taxAmount ?? null,
      }),
    )
