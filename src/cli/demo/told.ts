/** Formats what the demo prints, a line each, with colours in a terminal only. */
import { styleText } from 'node:util'

export interface DemoEvent {
  event: string
  sequence: number
  data: {
    object?: { confirmationCode: string; checkIn: string; checkOut: string; status: string }
    body?: string
    previousAttributes?: Record<string, unknown>
  }
}

type Colour = 'dim' | 'cyan' | 'green' | 'yellow'

const inColour = (colour: Colour, text: string) => styleText(colour, text, { stream: process.stdout })

const colourOf = (event: string): Colour =>
  event.endsWith('.created') ? 'green' : event.endsWith('.cancelled') ? 'yellow' : 'cyan'

/** Only values that fit into a line are shown; others by name. */
const beforeOf = (attributes: Record<string, unknown>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (typeof value === 'object' && value !== null ? name : `${name} ${String(value)}`))
    .join(', ')

const longest = 100
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

export function webhookLine({ event, sequence, data }: DemoEvent): string {
  const { object, body, previousAttributes: before } = data
  const subject = object
    ? `${object.confirmationCode}  ${object.checkIn} to ${object.checkOut}  ${object.status}`
    : JSON.stringify(body ?? '')
  const was =
    before && Object.keys(before).length > 0 ? `  ${inColour('dim', cut(`was: ${beforeOf(before)}`))}` : ''
  return `  webhook  ${`#${sequence}`.padEnd(5)} ${inColour(colourOf(event), event.padEnd(28))} ${subject}${was}`
}

const width = 24

export function importLine(vendor: string, { share, line }: { share: number; line: string }): string {
  const done = Math.round(Math.min(1, share) * width)
  const bar = `${inColour('green', '█'.repeat(done))}${inColour('dim', '░'.repeat(width - done))}`
  return `  import   ${vendor} ${bar} ${line}`
}
