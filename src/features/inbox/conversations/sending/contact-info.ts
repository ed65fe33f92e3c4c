/** What channels look for in the texts of messages. */

const email = /[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().,;:!?]+/g
const link = /\b(?:https?:\/\/|www\.)[^\s<>]+/gi
// Digits as they are grouped in numbers that can be dialled; dates and prices have fewer.
const phone = /(?<![\w/.-])\+?\(?\d(?:[\s()./-]{0,2}\d){8,14}(?![\w/-])/g

/** Links, e-mail addresses and phone numbers, as far as they can be told from the text. */
export function findContactInfo(text: string): string[] {
  const addresses = text.match(email) ?? []
  const links = text.match(link) ?? []
  const rest = [...addresses, ...links].reduce((left, found) => left.replace(found, ' '), text)
  return [...links, ...addresses, ...(rest.match(phone) ?? []).map((found) => found.trim())]
}
