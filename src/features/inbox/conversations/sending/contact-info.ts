/** Contact details that channels remove from messages. */

const email = /[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().,;:!?]+/g
const link = /\b(?:https?:\/\/|www\.)[^\s<>]+/gi
// Digit groups as in phone numbers; dates and prices have fewer digits.
const phone = /(?<![\w/.-])\+?\(?\d(?:[\s()./-]{0,2}\d){8,14}(?![\w/-])/g

/** Links, e-mail addresses and phone numbers found in the text. */
export function findContactInfo(text: string): string[] {
  const addresses = text.match(email) ?? []
  const links = text.match(link) ?? []
  const rest = [...addresses, ...links].reduce((left, found) => left.replace(found, ' '), text)
  return [...links, ...addresses, ...(rest.match(phone) ?? []).map((found) => found.trim())]
}
