/**
 * Time zones as a file describes them (RFC 5545 3.6.5). Parsers take what is left of a description that was damaged, and times
 * in it move: one counts only where everything stands in it that has to, and each offset is told as often as it must be. Pure.
 */
import { propertyLines } from './structure.ts'

const offset = /^[+-](?:0\d|1[0-4])[0-5]\d(?:[0-5]\d)?$/
const onset = /^\d{8}T\d{6}$/
const rules = /^BEGIN:(STANDARD|DAYLIGHT)\r\n[\s\S]*?^END:\1$/gim

/** By name. One that is described twice is not among them. */
export function describedZones(parts: readonly string[]): Map<string, string> {
  const named = Map.groupBy(parts, (part) => {
    const [name, ...others] = propertyLines(part, 'TZID')
    return name && others.length === 0 ? name.value.trim() : ''
  })
  return new Map(
    [...named].flatMap(([name, [part = '', ...others]]) =>
      name !== '' && others.length === 0 && isWhole(part) ? [[name, part] as const] : [],
    ),
  )
}

function isWhole(part: string): boolean {
  const blocks = part.match(rules) ?? []
  if (!blocks.some((block) => /^BEGIN:STANDARD\b/i.test(block))) return false
  const only = (block: string, name: string, form: RegExp) => {
    const [line, ...others] = propertyLines(block, name)
    const value = line?.value.trim() ?? ''
    return others.length === 0 && form.test(value) ? value : null
  }
  const to = blocks.map((block) => only(block, 'TZOFFSETTO', offset))
  const from = blocks.map((block) => only(block, 'TZOFFSETFROM', offset))
  return (
    blocks.every((block) => only(block, 'DTSTART', onset) !== null) &&
    to.every((value) => value !== null) &&
    from.every((value) => value !== null && to.includes(value))
  )
}

const timed = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE)(?:;(?:[^":]|"[^"]*")*)?:/gim
const named = /;TZID=(?:"([^"]*)"|([^;:"]*))/i

/** What an event calls the zones of its times. */
export const zonesIn = (part: string): Set<string> =>
  new Set(
    (part.match(timed) ?? []).flatMap((head) => {
      const [, quoted, plain] = named.exec(head) ?? []
      return quoted ?? plain ?? []
    }),
  )

/** The event with other names for them; undefined: none, which is the clock of the listing. */
export const withZones = (part: string, nameOf: (name: string) => string | undefined): string =>
  part.replaceAll(timed, (head) =>
    head.replace(named, (_, quoted?: string, plain?: string) => {
      const name = nameOf(quoted ?? plain ?? '')
      return name === undefined ? '' : `;TZID=${name}`
    }),
  )
