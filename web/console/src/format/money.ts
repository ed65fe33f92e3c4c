import { formatLocale } from '../text/text.ts'

type Format = (value: number) => string
const formats = new Map<string, Format>()

/** Making a formatter takes longer than using it, and a calendar uses one for each cell. */
function formatFor(name: string, options: Intl.NumberFormatOptions): Format {
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.NumberFormat(formatLocale, options)
  const made: Format = (value) => format.format(value)
  formats.set(name, made)
  return made
}

const plain = formatFor('plain', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = formatFor('whole', { maximumFractionDigits: 0 })
const withCents = formatFor('with cents', { maximumFractionDigits: 2 })

/** An amount in its own currency; without a currency only the number, since a guessed one would be wrong. */
export function money(
  amount: number | string | null | undefined,
  currency: string | null | undefined,
): string {
  if (amount == null || amount === '') return '–'
  const value = Number(amount)
  if (!currency) return plain(value)
  try {
    return formatFor(currency, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })(value)
  } catch {
    return `${value.toLocaleString(formatLocale)} ${currency}`
  }
}

/** For calendar cells: whole units where there are no cents. */
export const shortAmount = (amount: number): string =>
  Number.isInteger(amount) ? whole(amount) : withCents(amount)

export const count = (number: number): string => number.toLocaleString(formatLocale)
export const percent = (share: number): string =>
  share.toLocaleString(formatLocale, { style: 'percent', maximumFractionDigits: 1 })
