/** Names and contacts are compared and stored in one form. */
import type { ContactValue } from './placeholder-contacts.ts'

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
// Shorter numbers are extensions and placeholders.
const shortestPhone = 5

/** Returns null for what is no address; sources write "n/a" and the like there. */
export function normalEmail(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? ''
  return email.test(text) ? text : null
}

// In +44 (0)20 7946 0000 the zero in brackets is dialled in the country only.
const dialledAtHome = /(?<=\d\s*)\(\s*0\s*\)/

/** Returns digits, with a leading plus if the number is international. */
export function normalPhone(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  const digits = text.replace(dialledAtHome, '').replace(/\D/g, '')
  if (digits.length < shortestPhone) return null
  if (text.startsWith('+')) return `+${digits}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}

/** Returns every form in which a contact may be stored; some sources leave out the plus. */
export function storedForms({ type, value }: ContactValue): string[] {
  if (type !== 'phone') return [value]
  const digits = value.replace(/^\+/, '')
  return [digits, `+${digits}`]
}

/** Gives every stored form the same text, for comparing only. */
export const comparableContact = (contact: ContactValue): string =>
  `${contact.type} ${storedForms(contact)[0] ?? contact.value}`

/** Ignores case, accents and spacing, for comparing only. Returns null if nobody is named. */
export function normalName(first: string | null | undefined, last: string | null | undefined): string | null {
  const name = [first, last]
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return name || null
}
