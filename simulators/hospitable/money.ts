/** Whole numbers of minor units with the text the vendor shows for them. */
export interface Money {
  amount: number
  formatted: string
  label?: string
  category?: string
}

// To make one takes longer than all else of an answer, and every night has its price.
const formats = new Map<string, Intl.NumberFormat>()

/** Shows as many decimals as the currency has. */
function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, made)
  return made
}

const decimalsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

export function minor(amount: number, currency: string): number {
  return Math.round(amount * 10 ** decimalsOf(currency))
}

/** The sign stands behind the currency sign, as the vendor writes it. */
export function money(amount: number, currency: string, label?: string, category?: string): Money {
  const text = formatOf(currency).format(Math.abs(amount) / 10 ** decimalsOf(currency))
  const formatted = amount < 0 ? text.replace(/(?=\d)/, '-') : text
  return { amount, formatted, ...(label === undefined ? {} : { label, category: category ?? label }) }
}
