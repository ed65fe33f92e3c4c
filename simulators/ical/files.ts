/** Writes calendar files in the forms of Airbnb, Booking.com and Vrbo. */

export type PeerPlatform = 'airbnb' | 'booking' | 'vrbo'

/** An entry of the peer's own calendar; `until` is the day after its last night. */
export interface PeerEvent {
  kind: 'booking' | 'block'
  first: string
  until: string
  uid: string
  /** A booking's code at the platform. */
  code: string
  guest: string
}

const day = (date: string) => date.replaceAll('-', '')

/** Airbnb folds lines at 75 octets. */
function folded(line: string): string {
  const parts = [line.slice(0, 75)]
  for (let at = 75; at < line.length; at += 74) parts.push(` ${line.slice(at, at + 74)}`)
  return parts.join('\r\n')
}

const airbnb = (events: readonly PeerEvent[]) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
    'CALSCALE:GREGORIAN',
    'VERSION:2.0',
    ...events.flatMap(({ kind, first, until, uid, code }) => [
      'BEGIN:VEVENT',
      `DTSTAMP:20260101T000000Z`,
      `DTSTART;VALUE=DATE:${day(first)}`,
      `DTEND;VALUE=DATE:${day(until)}`,
      `SUMMARY:${kind === 'booking' ? 'Reserved' : 'Airbnb (Not available)'}`,
      `UID:${uid}@airbnb.com`,
      ...(kind === 'booking'
        ? [
            `DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/details/${code}\\nPhone Number (Last 4 Digits): 1234`,
          ]
        : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

const booking = (events: readonly PeerEvent[]) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//ical.booking.com//NONSGML v1.0//EN',
    'VERSION:2.0',
    ...events.flatMap(({ first, until, uid }) => [
      'BEGIN:VEVENT',
      `DTSTART;VALUE=DATE:${day(first)}`,
      `DTEND;VALUE=DATE:${day(until)}`,
      `UID:${uid}@booking.com`,
      'DTSTAMP:20260101T000000Z',
      'SUMMARY:CLOSED – Not available',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\n')

const vrbo = (events: readonly PeerEvent[]) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//HomeAway.com, Inc.//EN',
    'VERSION:2.0',
    'METHOD:PUBLISH',
    ...events.flatMap(({ kind, first, until, uid, guest }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART;VALUE=DATE:${day(first)}`,
      `DTEND;VALUE=DATE:${day(until)}`,
      `SUMMARY:${kind === 'booking' ? `Reserved - ${guest}` : 'Blocked'}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

export const writeFile: Record<PeerPlatform, (events: readonly PeerEvent[]) => string> = {
  airbnb,
  booking,
  vrbo,
}
