/** Parses one row of the file exactly. Pure. */
import { isCurrency } from '../../../../contract/currencies.ts'
import type { TransactionColumn } from './file-columns.ts'
import { parseDate, type DateFormat } from './parse-date.ts'

export interface TransactionFileRow {
  /** Line number; the header is line 1. */
  line: number
  type: string
  date: string
  startDate: string | null
  nights: number | null
  code: string | null
  guest: string | null
  listing: string | null
  details: string | null
  reference: string | null
  currency: string
  /** Decimal texts. */
  amount: string | null
  paidOut: string | null
  hostFee: string | null
  fastPayFee: string | null
  cleaningFee: string | null
}

/** A value that cannot be read, with its line and column name. */
export class TransactionFileError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`)
    this.line = line
  }
}

/** `1234.5` or `1,234.50`; ambiguous forms are refused. */
function parseAmount(text: string, line: number, name: string): string | null {
  if (text === '') return null
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  if (!/^-?\d{1,12}(\.\d{1,2})?$/.test(plain))
    throw new TransactionFileError(line, `\`${name}\` is no amount such as 1234.50.`)
  return plain
}

const most = 1000

export const isPayout = ({ type }: Pick<TransactionFileRow, 'type'>): boolean =>
  type.toLowerCase() === 'payout'

export function parseRow(
  cells: readonly string[],
  places: ReadonlyMap<TransactionColumn, number>,
  line: number,
  format: DateFormat,
): TransactionFileRow {
  const cell = (column: TransactionColumn) => (cells[places.get(column) ?? -1] ?? '').trim().slice(0, most)
  const text = (column: TransactionColumn) => cell(column) || null
  const date = (column: TransactionColumn) => {
    const read = parseDate(cell(column), format)
    if (read === null) throw new TransactionFileError(line, `\`${column}\` is no date in the form ${format}.`)
    return read
  }
  const amount = (column: TransactionColumn) => parseAmount(cell(column), line, column)
  const currency = cell('currency').toUpperCase()
  if (!isCurrency(currency)) throw new TransactionFileError(line, '`currency` is no currency such as EUR.')
  const type = cell('type')
  if (type === '') throw new TransactionFileError(line, '`type` is empty.')
  const nights = cell('nights')
  return {
    line,
    type,
    date: date('date'),
    startDate: cell('startDate') === '' ? null : date('startDate'),
    nights: /^\d{1,4}$/.test(nights) ? Number(nights) : null,
    code: text('code'),
    guest: text('guest'),
    listing: text('listing'),
    details: text('details'),
    reference: text('reference'),
    currency,
    amount: amount('amount'),
    paidOut: amount('paidOut'),
    hostFee: amount('hostFee'),
    fastPayFee: amount('fastPayFee'),
    cleaningFee: amount('cleaningFee'),
  }
}
