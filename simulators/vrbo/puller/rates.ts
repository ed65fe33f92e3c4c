/** Reads from a rates feed what a night costs, and the fees beside it. */
import { childOf, childrenOf, textIn, type Xml } from '../../../src/connector-kit/xml.ts'
import { FeedFault } from './expand.ts'

interface PulledFee {
  externalId: string
  kind: string
  amount: string
}

export interface PulledRates {
  currency: string | null
  prices: Map<string, string>
  fees: PulledFee[]
}

const currencies = ['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD']
const amountForm = /^\d+(\.\d+)?$/

const amountIn = (parent: Xml, name: string): string => {
  const amount = textIn(parent, name) ?? ''
  if (!amountForm.test(amount)) throw new FeedFault(`${name} is no amount`)
  return amount
}

export function readRates(root: Xml): PulledRates {
  if (root.name !== 'lodgingRateContent') throw new FeedFault(`the root is ${root.name}`)
  const rate = childOf(root, 'lodgingRate')
  if (!rate) return { currency: null, prices: new Map(), fees: [] }
  const currency = textIn(rate, 'currency') ?? ''
  if (!currencies.includes(currency)) throw new FeedFault('the currency is not taken')
  const nightly = childOf(rate, 'nightlyRates')
  for (const day of ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) {
    if (nightly && Number(amountIn(nightly, day)) <= 0) throw new FeedFault(`${day} costs nothing`)
  }
  const prices = new Map<string, string>()
  for (const override of childrenOf(childOf(nightly, 'nightlyOverrides'), 'override')) {
    const amount = amountIn(override, 'amount')
    for (const range of childrenOf(childOf(override, 'nights'), 'range')) {
      const last = textIn(range, 'max') ?? ''
      for (
        let date = Temporal.PlainDate.from(textIn(range, 'min') ?? '');
        String(date) <= last;
        date = date.add({ days: 1 })
      ) {
        if (prices.has(String(date))) throw new FeedFault(`${String(date)} has two prices`)
        prices.set(String(date), amount)
      }
    }
  }
  const fees = (childOf(rate, 'fees')?.children ?? []).flatMap((kind) =>
    childrenOf(kind, 'fee').map((fee) => ({
      externalId: textIn(fee, 'externalId') ?? '',
      kind: kind.name,
      amount: amountIn(fee, 'amount'),
    })),
  )
  return { currency, prices, fees }
}
