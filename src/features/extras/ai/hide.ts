/** Taking people out of what is sent. Pure. */
import { here, patternsOf, type Person } from '../../../records/guests/erase.ts'

const hidden = '[hidden]'

const addresses = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/giu
/** Of telephones, cards and identity papers: seven digits or more, however they are grouped. */
const numbers = /(?<![\p{L}\p{N}])\+?\(?(?:\d[\s()./-]{0,3}){6,}\d(?![\p{L}\p{N}])/gu
const accounts = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}[A-Z0-9 ]{10,32}/gu
const links = /\bhttps?:\/\/\S+/gi
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text.trim())

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Every way in which the people are named, as one expression; null: nothing is known of them. */
function namesOf(people: readonly Person[]): RegExp | null {
  const parts = people.flatMap((person) => {
    const words = [person.firstName, person.lastName]
      .flatMap((name) => (name ?? '').split(/[\s-]+/))
      .filter((name) => name.length > 1)
      .map((name) => here(escaped(name)))
    const all = patternsOf(person, here)?.all
    return [...(all ? [all] : []), ...words]
  })
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'giu')
}

/** A text without them: names, addresses, numbers and links are replaced by `[hidden]`. */
export function hiderOf(people: readonly Person[]): (text: string) => string {
  const names = namesOf(people)
  return (text) => {
    const plain = text
      .replace(links, hidden)
      .replace(addresses, hidden)
      .replace(accounts, hidden)
      .replace(numbers, (found) => (isDate(found) ? found : hidden))
    return names === null ? plain : plain.replace(names, hidden)
  }
}
