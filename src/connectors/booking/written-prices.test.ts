import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXml } from '../../connector-kit/xml-write.ts'
import { priceMonths, type PricesToWrite } from './written-prices.ts'

const night = (date: string, amounts: Record<number, string>, rateId = '71'): PricesToWrite => ({
  ...{ roomId: '7', rateId, date },
  prices: Object.entries(amounts).map(([guests, amount]) => ({ guests: Number(guests), amount })),
})
const texts = (currency: string, ...nights: PricesToWrite[]) =>
  priceMonths(nights, { currency, amountName: 'AmountAfterTax' }).map(
    (root) => writeXml(root).split('\n')[1] ?? '',
  )

test('prices are whole numbers with the places of their currency, in ranges with both ends', () => {
  const [text = '', ...others] = texts(
    'EUR',
    night('2026-07-02', { 1: '80', 2: '90.5' }),
    night('2026-07-01', { 1: '80', 2: '90.5' }),
    night('2026-07-04', { 1: '81', 2: '90.5' }),
  )
  assert.deepEqual(others, [])
  assert.match(
    text,
    /LocatorID="1"><StatusApplicationControl Start="2026-07-01" End="2026-07-02" InvTypeCode="7" RatePlanCode="71"\/>/,
  )
  assert.match(
    text,
    /<BaseByGuestAmt NumberOfGuests="1" AmountAfterTax="8000" DecimalPlaces="2" CurrencyCode="EUR"\/><BaseByGuestAmt NumberOfGuests="2" AmountAfterTax="9050"/,
  )
  assert.match(text, /LocatorID="2"><StatusApplicationControl Start="2026-07-04" End="2026-07-04"/)
  assert.match(
    texts('JPY', night('2026-07-01', { 2: '12000' }))[0] ?? '',
    /AmountAfterTax="12000" DecimalPlaces="0"/,
  )
})

test('a request is about one month; rates stay apart, and of a party the later price counts', () => {
  const months = texts(
    'EUR',
    night('2026-07-31', { 2: '90' }),
    night('2026-08-01', { 2: '90' }),
    night('2026-07-31', { 2: '70' }, '72'),
    night('2026-07-31', { 1: '60', 2: '95' }),
  )
  assert.deepEqual(
    months.map((text) =>
      [...text.matchAll(/RatePlanCode="(\d+)"|AmountAfterTax="(\d+)"/g)].map((m) => m[1] ?? m[2]),
    ),
    [
      ['71', '9500', '6000', '72', '7000'],
      ['71', '9000'],
    ],
  )
})
