/** Whole numbers of minor units with the text the vendor shows for them. */
export interface Money {
  amount: number
  formatted: string
  label?: string
  category?: string
}

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

export function minor(amount: number, currency: string): number {
  return Math.round(amount * 10 ** decimalsOf(currency))
}

/** The sign stands behind the currency sign, as the vendor writes it. */
export function money(amount: number, currency: string, label?: string, category?: string): Money {
  const decimals = decimalsOf(currency)
  const style = { style: 'currency', currency, minimumFractionDigits: decimals } as const
  const text = new Intl.NumberFormat('en', style).format(Math.abs(amount) / 10 ** decimals)
  const formatted = amount < 0 ? text.replace(/(?=\d)/, '-') : text
  return { amount, formatted, ...(label === undefined ? {} : { label, category: category ?? label }) }
}
