/** Groups payouts with their lines, with ids that stay the same however often a file is loaded. Pure. */
import { createHash } from 'node:crypto'
import { addDecimals, isSameAmount, isZero, negated } from '../../../../connector-kit/money.ts'
import { TransactionFileError, isPayout, type TransactionFileRow } from './parse-row.ts'
import { absolute, type AirbnbTransactionRecord } from './transaction-record.ts'

interface PayoutBlock {
  payout: TransactionFileRow
  lines: TransactionFileRow[]
}

/** Some files list a payout before its lines, others after them. */
function groupBlocks(rows: readonly TransactionFileRow[]): PayoutBlock[] {
  const [first] = rows
  if (first === undefined) return []
  const blocks: PayoutBlock[] = []
  if (isPayout(first)) {
    for (const row of rows)
      if (isPayout(row)) blocks.push({ payout: row, lines: [] })
      else blocks.at(-1)?.lines.push(row)
    return blocks
  }
  let waiting: TransactionFileRow[] = []
  for (const row of rows) {
    if (!isPayout(row)) {
      waiting.push(row)
      continue
    }
    blocks.push({ payout: row, lines: waiting })
    waiting = []
  }
  const [left] = waiting
  if (left) throw new TransactionFileError(left.line, 'no payout stands for this transaction in the file.')
  return blocks
}

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)

/** The fee for fast payment is a line of its own, so that the lines add up to the payout. */
const linesOf = ({ payout, lines }: PayoutBlock): TransactionFileRow[] =>
  payout.fastPayFee === null || isZero(payout.fastPayFee)
    ? lines
    : [
        ...lines,
        { ...payout, type: 'Fast Pay Fee', amount: negated(absolute(payout.fastPayFee)), hostFee: null },
      ]

function assertSum(payout: TransactionFileRow, lines: readonly TransactionFileRow[], paid: string): void {
  const other = lines.find(({ currency }) => currency !== payout.currency)
  if (other)
    throw new TransactionFileError(
      other.line,
      `it is in ${other.currency}, and its payout (line ${payout.line}) in ${payout.currency}.`,
    )
  const sum = addDecimals(['0', ...lines.map(({ amount }) => amount ?? '0')])
  if (!isSameAmount(sum, paid))
    throw new TransactionFileError(
      payout.line,
      `the payout is of ${paid}, and its transactions are ${sum} together.`,
    )
}

/** Throws where a payout's lines do not add up to it. */
export function toTransactions(
  rows: readonly TransactionFileRow[],
  account: string,
): AirbnbTransactionRecord[] {
  const alike = new Map<string, number>()
  const references = new Set<string>()
  return groupBlocks(rows).flatMap((block) => {
    const { payout } = block
    const lines = linesOf(block)
    const paid = payout.paidOut ?? '0'
    assertSum(payout, lines, paid)
    const isSynthetic = payout.reference === null
    const content = hashOf([
      ...[account, payout.date, payout.currency, paid, payout.details],
      ...lines.map(({ type, code, amount, startDate }) => [type, code, amount, startDate]),
    ])
    const count = (alike.get(content) ?? 0) + 1
    alike.set(content, count)
    const reference = `${isZero(paid) ? 'Z' : 'P'}-${payout.date}-${content}${count === 1 ? '' : `-${count}`}`
    const payoutId = payout.reference ?? reference
    if (references.has(payoutId))
      throw new TransactionFileError(
        payout.line,
        `a payout with the reference ${payoutId} stands in the file before.`,
      )
    references.add(payoutId)
    const paidOut = { payoutId, payoutIdSynthetic: isSynthetic, payoutDate: payout.date }
    const numbers = new Map<string, number>()
    return [
      {
        ...toCommonFields(payout),
        ...paidOut,
        transactionId: payoutId,
        isPayout: true,
        type: 'Payout',
        lineIndex: null,
        amount: null,
        paidOutAmount: paid,
      },
      ...lines.map((line, lineIndex): AirbnbTransactionRecord => {
        const name = `${payoutId}:${line.type}:${line.code ?? '-'}`
        const n = numbers.get(name) ?? 0
        numbers.set(name, n + 1)
        return {
          ...toCommonFields(line),
          ...paidOut,
          ...{
            transactionId: `${name}:${n}`,
            isPayout: false,
            type: line.type,
            lineIndex,
            paidOutAmount: null,
          },
        }
      }),
    ]
  })
}

function toCommonFields(
  row: TransactionFileRow,
): Omit<
  AirbnbTransactionRecord,
  | 'transactionId'
  | 'isPayout'
  | 'payoutId'
  | 'payoutIdSynthetic'
  | 'payoutDate'
  | 'lineIndex'
  | 'paidOutAmount'
> {
  const fee = row.hostFee === null ? null : negated(absolute(row.hostFee))
  return {
    status: 'COMPLETED',
    type: row.type,
    date: row.date,
    currency: row.currency,
    amount: row.amount,
    hostServiceFee: fee,
    grossAmount: row.amount === null ? null : addDecimals([row.amount, fee === null ? '0' : negated(fee)]),
    cleaningFee: row.cleaningFee,
    confirmationCode: row.code,
    listingName: row.listing,
    guestName: row.guest,
    nights: row.nights,
    reservationStartDate: row.startDate,
    description: row.details,
    reference: row.reference,
  }
}
