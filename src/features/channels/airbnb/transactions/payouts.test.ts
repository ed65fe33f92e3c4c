import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addDecimals, isSameAmount } from '../../../../connector-kit/money.ts'
import type { DateFormat } from './parse-date.ts'
import { TransactionFileError } from './parse-row.ts'
import { readTransactionFile } from './load-transactions.ts'
import type { AirbnbTransactionRecord } from './transaction-record.ts'

const account = { connectionId: '1', externalId: '88123' }
const read = (csv: string, format: DateFormat = 'MM/DD/YYYY') =>
  readTransactionFile(Readable.from([csv]), format, account)
const refused = (csv: string, words: RegExp, format?: DateFormat) =>
  assert.rejects(
    read(csv, format),
    (error) => error instanceof TransactionFileError && words.test(error.message),
  )

const header =
  'Date,Type,Confirmation code,Start date,Nights,Guest,Listing,Details,Reference code,Currency,Amount,Paid out,Service fee,Fast pay fee,Cleaning fee'
const file = (...rows: string[]) => [header, ...rows].join('\n')

const cents = fc.integer({ min: -500_000, max: 500_000 })
const money = (amount: number) => (amount / 100).toFixed(2)
const line = fc.record({
  type: fc.constantFrom('Reservation', 'Adjustment', 'Resolution Payout', 'Pass Through Tot'),
  code: fc.constantFrom('HMAAAAAAA1', 'HMAAAAAAA2', ''),
  amount: cents,
  fee: fc.integer({ min: 0, max: 9999 }),
})
const payout = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  reference: fc.boolean(),
  fastFee: fc.constantFrom(0, 150),
  lines: fc.array(line, { maxLength: 6 }),
})

/** A file of these payouts, its columns in any order. */
function csvOf(
  payouts: {
    day: number
    reference: boolean
    fastFee: number
    lines: { type: string; code: string; amount: number; fee: number }[]
  }[],
  order: number[],
  isBehind: boolean,
): string {
  const cells = payouts.flatMap((one, index) => {
    const date = `05/${String(one.day).padStart(2, '0')}/2026`
    const paid = one.lines.reduce((sum, { amount }) => sum + amount, 0) - one.fastFee
    const own = [
      date,
      'Payout',
      '',
      '',
      '',
      '',
      '',
      'Transfer',
      one.reference ? `G-${index}` : '',
      'EUR',
      '',
      money(paid),
      '',
      money(one.fastFee),
      '',
    ]
    const lines = one.lines.map(({ type, code, amount, fee }) => [
      date,
      type,
      code,
      date,
      '2',
      'Ada, "the first"',
      'House',
      '',
      '',
      'EUR',
      money(amount),
      '',
      money(fee),
      '',
      '',
    ])
    return isBehind ? [...lines, own] : [own, ...lines]
  })
  const ordered = (row: string[]) =>
    order.map((place) => `"${(row[place] ?? '').replaceAll('"', '""')}"`).join(',')
  return `\uFEFF${[header.split(','), ...cells].map(ordered).join('\r\n')}\r\n`
}

const places = header.split(',').map((_, place) => place)
const idsOf = (rows: AirbnbTransactionRecord[]) => rows.map(({ transactionId }) => transactionId)

describe('payouts of a file', () => {
  it('are what their lines are together, with ids of their own that never change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(payout, { maxLength: 6 }),
        fc.shuffledSubarray(places, { minLength: places.length }),
        fc.boolean(),
        async (payouts, order, isBehind) => {
          // Behind nothing a payout stands first, as if its lines followed.
          fc.pre(!isBehind || (payouts[0]?.lines.length ?? 0) > 0)
          const csv = csvOf(payouts, order, isBehind)
          const rows = await read(csv)
          assert.equal(rows.filter(({ isPayout }) => isPayout).length, payouts.length)
          for (const { payoutId, paidOutAmount } of rows.filter(({ isPayout }) => isPayout)) {
            const lines = rows.filter((row) => !row.isPayout && row.payoutId === payoutId)
            const sum = addDecimals(['0', ...lines.map(({ amount }) => amount ?? '0')])
            assert.ok(isSameAmount(sum, paidOutAmount ?? ''), `${payoutId}: ${sum} of ${paidOutAmount}`)
            assert.deepEqual(
              lines.map(({ lineIndex }) => lineIndex),
              lines.map((_, index) => index),
            )
          }
          assert.equal(new Set(idsOf(rows)).size, rows.length)
          assert.deepEqual(await read(csvOf(payouts, places, isBehind)), rows)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are named by what is known of them', async () => {
    const rows = await read(
      file(
        '05/15/2026,Payout,,,,,,Transfer,G-1,EUR,,465.60,,,',
        '05/15/2026,Reservation,HMAB2C3D4E,05/14/2026,4,Ada,House,,,EUR,465.60,,14.40,,60.00',
        '05/16/2026,Payout,,,,,,,,EUR,,0.00,,,',
        '05/16/2026,Adjustment,HMAB2C3D4E,,,,,,,EUR,-5.00,,,,',
        '05/16/2026,Adjustment,HMAB2C3D4E,,,,,,,EUR,5.00,,,,',
      ),
    )
    const [first, line, zero, ...rest] = rows
    assert.deepEqual(
      [first?.transactionId, line?.transactionId, line?.grossAmount, line?.hostServiceFee],
      ['G-1', 'G-1:Reservation:HMAB2C3D4E:0', '480', '-14.40'],
    )
    assert.match(zero?.transactionId ?? '', /^Z-2026-05-16-[0-9a-f]{12}$/)
    assert.deepEqual(
      rest.map(({ transactionId }) => transactionId.split(':').at(-1)),
      ['0', '1'],
    )
  })

  it('without a reference are told apart by all that stands in them', async () => {
    const payoutRow = '05/15/2026,Payout,,,,,,Transfer,,EUR,,10.00,,,'
    const lineRow = '05/15/2026,Reservation,HMAB2C3D4E,05/14/2026,4,Ada,House,,,EUR,10.00,,,,'
    const [first, line] = await read(file(payoutRow, lineRow))
    const name = first?.payoutId ?? ''
    assert.match(name, /^P-2026-05-15-[0-9a-f]{12}$/)
    assert.deepEqual([first?.type, first?.payoutIdSynthetic, line?.payoutIdSynthetic], ['Payout', true, true])
    assert.equal(
      (await read(file(payoutRow.replace('Transfer,', 'Transfer,G-1'), lineRow)))[0]?.payoutIdSynthetic,
      false,
    )

    const twice = await read(file(payoutRow, lineRow, payoutRow, lineRow))
    assert.deepEqual(idsOf(twice.filter(({ isPayout }) => isPayout)), [name, `${name}-2`])

    const others = [
      [payoutRow.replace('Transfer', 'Cheque'), lineRow],
      [payoutRow, lineRow.replace('Reservation', 'Adjustment')],
      [payoutRow, lineRow.replace('HMAB2C3D4E', 'HMAB2C3D4F')],
      [payoutRow, lineRow.replace('05/14', '05/13')],
      [payoutRow.replace('EUR', 'USD'), lineRow.replace('EUR', 'USD')],
    ]
    for (const rows of others)
      assert.notEqual((await read(file(...rows)))[0]?.payoutId, name, rows.join('\n'))
    const adjustments = ['5.00', '5.00'].map((amount) => `05/15/2026,Adjustment,,,,,,,,EUR,${amount},,,,`)
    assert.deepEqual(
      idsOf((await read(file(payoutRow, ...adjustments))).slice(1)).map((id) => id.split(':').slice(1)),
      [
        ['Adjustment', '-', '0'],
        ['Adjustment', '-', '1'],
      ],
    )
  })

  it('are refused as a whole for what cannot be told', async () => {
    const reservation = '05/15/2026,Reservation,HMAB2C3D4E,05/14/2026,4,Ada,House,,,EUR,465.60,,14.40,,60.00'
    const paid = '05/15/2026,Payout,,,,,,Transfer,G-1,EUR,,465.60,,,'
    await refused('', /empty/)
    await refused('Date,Type,Currency,Amount\n', /paid out/)
    await refused(file(paid.replace('465.60', '465.61'), reservation), /Line 2: the payout is of 465.61/)
    await refused(file(paid, reservation.replace('EUR', 'USD')), /Line 3: it is in USD/)
    await refused(file(reservation), /Line 2: no payout/)
    await refused(file(paid, reservation, paid, reservation), /Line 4: a payout with the reference G-1/)
    await refused(file(paid.replace('465.60', '"465,60"'), reservation), /no amount/)
    await refused(file(paid, reservation), /no date in the form DD.MM.YYYY/, 'DD.MM.YYYY')
    await refused(file(paid.replace('05/15', '15/05'), reservation), /no date/)
    await refused(`${file(paid)}\n"never closed`, /no CSV|Line/)
    await refused(file(paid, reservation.replace('Ada', 'x'.repeat(70_000))), /no CSV/)
    assert.equal((await read(file(paid, '', reservation, ''))).length, 2)
  })

  it('read dates as they are said to stand, and thousands', async () => {
    const rows = (date: string) =>
      file(
        `${date},Payout,,,,,,,G-1,EUR,,"1,465.60",,,`,
        `${date},Reservation,HMAB2C3D4E,,,,,,,EUR,"1,465.60",,,,`,
      )
    for (const [format, date] of [
      ['MM/DD/YYYY', '05/04/2026'],
      ['DD/MM/YYYY', '04/05/2026'],
      ['YYYY-MM-DD', '2026-05-04'],
      ['DD.MM.YYYY', '4.5.2026'],
    ] as const)
      assert.deepEqual(
        (await read(rows(date), format)).map((row) => [row.date, row.amount ?? row.paidOutAmount]),
        [
          ['2026-05-04', '1465.60'],
          ['2026-05-04', '1465.60'],
        ],
      )
  })
})
