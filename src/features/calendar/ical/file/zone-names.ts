/** Time zones by the names used in files. */
import ical, { type VEvent } from 'node-ical'

/** Common short names of zones. Ambiguous ones, such as `IST`, are left out. */
const shortNames: Readonly<Record<string, string>> = {
  ...{
    PST: 'America/Los_Angeles',
    PDT: 'America/Los_Angeles',
    MDT: 'America/Denver',
    CDT: 'America/Chicago',
  },
  ...{ EDT: 'America/New_York', EST: 'America/New_York', MST: 'America/Denver', AKST: 'America/Anchorage' },
  ...{ AKDT: 'America/Anchorage', CET: 'Europe/Berlin', CEST: 'Europe/Berlin', MEZ: 'Europe/Berlin' },
  ...{ MESZ: 'Europe/Berlin', EEST: 'Europe/Athens', WEST: 'Europe/Lisbon', MSK: 'Europe/Moscow' },
  ...{
    AEST: 'Australia/Sydney',
    AEDT: 'Australia/Sydney',
    ACDT: 'Australia/Adelaide',
    AWST: 'Australia/Perth',
  },
  ...{ JST: 'Asia/Tokyo', KST: 'Asia/Seoul', NZST: 'Pacific/Auckland', NZDT: 'Pacific/Auckland' },
  ...{ SAST: 'Africa/Johannesburg', Z: 'UTC' },
}

/** Names that node-ical maps to this process's own zone. */
const ofThisProcess = /^(Customized Time Zone|tzone:\/\/Microsoft\/|\(no TZ description\))/i

/** The IANA zone; null: unknown name. */
export function zoneByName(name: string): string | null {
  const plain = plainName(name)
  if (plain === '' || ofThisProcess.test(plain)) return null
  return shortNames[plain.toUpperCase()] ?? ianaZone(plain) ?? zoneInPath(plain) ?? windowsZone(plain)
}

/** An offset as name, such as `GMT+0200`, `UTC+02:00`, `+0200` or `(UTC+02:00) Anywhere`; null: none. East is ahead. */
export function offsetByName(name: string): string | null {
  const [, sign, hours = '', minutes = '00'] =
    /^\(?(?:GMT|UTC|Z)?\s*([+\-−])\s*(\d{1,2}):?(\d{2})?(?:\)|$)/i.exec(plainName(name)) ?? []
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return null
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
}

const plainName = (name: string) => name.replaceAll(/["\\]/g, '').trim()

/**
 * The zone after a registry's prefix: `/mozilla.org/20070129_1/Europe/Vienna`. RFC 5545 3.8.3.1 reserves names with a
 * leading slash for registries.
 */
function zoneInPath(name: string): string | null {
  const steps = name.split('/').filter((step) => step !== '')
  const tails = [3, 2, 1].filter((count) => count <= steps.length && (count > 1 || name.startsWith('/')))
  for (const count of tails) {
    const zone = ianaZone(steps.slice(-count).join('/'))
    if (zone) return zone
  }
  return null
}

function ianaZone(name: string): string | null {
  // Excludes offsets: Temporal accepts `+0200` as a name.
  if (!/^[A-Za-z]/.test(name)) return null
  const zone = name.replaceAll(' ', '_')
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId
  } catch {
    return null
  }
}

/** By node-ical's table of Windows zones. */
function windowsZone(name: string): string | null {
  // The name is put into a file line, so it must not contain line breaks or separators.
  if (/[\r\n":;]/.test(name.replace(/^\([^)]*\)/, ''))) return null
  try {
    const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', `DTSTART;TZID="${name}":20260101T120000`]
    const calendar = ical.sync.parseICS([...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
    const event = Object.values(calendar).find((one): one is VEvent => one?.type === 'VEVENT')
    const zone: unknown = event?.start.tz
    return typeof zone === 'string' ? ianaZone(zone) : null
  } catch {
    return null
  }
}
