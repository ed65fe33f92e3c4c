/** Columns of a host's downloaded transaction history, by all names they have had. Data. */

const columns = {
  date: ['date'],
  type: ['type'],
  code: ['confirmation code'],
  startDate: ['start date'],
  nights: ['nights'],
  guest: ['guest'],
  listing: ['listing'],
  details: ['details'],
  reference: ['reference code', 'reference'],
  currency: ['currency'],
  amount: ['amount'],
  paidOut: ['paid out'],
  hostFee: ['service fee', 'host fee'],
  fastPayFee: ['fast pay fee'],
  cleaningFee: ['cleaning fee'],
} as const
export type TransactionColumn = keyof typeof columns

/** Required columns. */
const requiredColumns: readonly TransactionColumn[] = ['date', 'type', 'currency', 'amount', 'paidOut']

/** Position of each column; `missing`: a required one. */
export function findColumns(header: readonly string[]): {
  places: Map<TransactionColumn, number>
  missing: string | null
} {
  const names = header.map((name) => name.trim().toLowerCase())
  const places = new Map<TransactionColumn, number>()
  for (const [column, known] of Object.entries(columns) as [TransactionColumn, readonly string[]][]) {
    const place = names.findIndex((name) => known.includes(name))
    if (place >= 0) places.set(column, place)
  }
  const lacking = requiredColumns.find((column) => !places.has(column))
  return { places, missing: lacking === undefined ? null : columns[lacking][0] }
}
