/** The one form in which names and contacts are compared and stored. */
import type { ContactValue } from './placeholder-contacts.ts'

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
// Shorter ones are extensions and placeholders.
const shortestPhone = 5

/** null for what cannot be an address: sources put "n/a" and the like there. */
export function normalEmail(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? ''
  return email.test(text) ? text : null
}

// +44 (0)20 7946 0000: the zero in brackets is dialled at home only.
const dialledAtHome = /(?<=\d\s*)\(\s*0\s*\)/

/** Digits with a leading plus when the number is international. */
export function normalPhone(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  const digits = text.replace(dialledAtHome, '').replace(/\D/g, '')
  if (digits.length < shortestPhone) return null
  if (text.startsWith('+')) return `+${digits}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}

/** The forms in which the same contact may be stored: of a number in full some sources leave out the plus. */
export function storedForms({ type, value }: ContactValue): string[] {
  if (type !== 'phone') return [value]
  const digits = value.replace(/^\+/, '')
  return [digits, `+${digits}`]
}

/** For comparing only: the same text for every stored form. */
export const comparableContact = (contact: ContactValue): string =>
  `${contact.type} ${storedForms(contact)[0] ?? contact.value}`

/** For comparing only: case, accents and spacing make no other person. null: nobody is named. */
export function normalName(first: string | null | undefined, last: string | null | undefined): string | null {
  const name = [first, last]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return name || null
}
