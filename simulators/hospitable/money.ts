/** An amount in minor units, with the text the vendor shows. */
export interface Money {
  amount: number
  formatted: string
  label?: string
  category?: string
}

// Making a format takes longer than the rest of an answer, and every night has a price.
const formats = new Map<string, Intl.NumberFormat>()

/** Shows as many decimals as the currency has. */
function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

const decimalsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

export function minor(amount: number, currency: string): number {
  return Math.round(amount * 10 ** decimalsOf(currency))
}

export function major(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency)
}

/** The vendor writes the minus sign behind the currency sign. */
export function money(amount: number, currency: string, label?: string, category?: string): Money {
  const text = formatOf(currency).format(Math.abs(amount) / 10 ** decimalsOf(currency))
  const formatted = amount < 0 ? text.replace(/(?=\d)/, '-') : text
  return { amount, formatted, ...(label === undefined ? {} : { label, category: category ?? label }) }
}
