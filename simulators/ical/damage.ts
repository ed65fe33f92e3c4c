/** Makes broken calendar files from a good one; the same seed makes the same files. */
import { SeededRandom } from '../kit/random.ts'

export interface DamagedFile {
  how: string
  bytes: Buffer
}

type Damage = (file: string, random: () => number) => string | Buffer

const lines = (file: string) => file.split(/\r?\n/)
const place = (length: number, random: () => number) => Math.floor(random() * length)
const without = (all: readonly string[], at: number) => all.filter((_, index) => index !== at)
const withRule = (file: string, rule: string) => file.replaceAll(/^(SUMMARY:.*)$/gm, `$1\r\nRRULE:${rule}`)

const damages: Record<string, Damage> = {
  'cut off': (file, random) => file.slice(0, place(file.length - 16, random)),
  'a line is missing': (file, random) => {
    const all = lines(file)
    return without(all, place(all.length, random)).join('\r\n')
  },
  'a line is cut': (file, random) => {
    const all = lines(file)
    const at = place(all.length, random)
    const line = all[at] ?? ''
    return all.with(at, line.slice(0, place(line.length, random))).join('\r\n')
  },
  'an end is missing': (file, random) => {
    const all = lines(file)
    const ends = all.flatMap((line, at) => (line.startsWith('DTEND') ? [at] : []))
    return without(all, ends[place(ends.length, random)] ?? 0).join('\r\n')
  },
  'no ends': (file) => file.replaceAll(/^DTEND.*\r?\n/gm, ''),
  'ends cut in the middle': (file, random) =>
    file.replaceAll(/^DTEND.*$/gm, (line) => line.slice(0, 5 + place(line.length - 5, random))),
  'ends where it begins': (file) =>
    file.replaceAll(/^(DTSTART([^:\r\n]*):(\d+))(\r?\n)DTEND.*$/gm, '$1$4DTEND$2:$3'),
  'lasts no time that there is': (file) => file.replaceAll(/^DTEND.*$/gm, 'DURATION:P'),
  'no rules': (file) => file.replaceAll(/^RRULE.*\r?\n/gm, ''),
  'lines in another order': (file, random) =>
    lines(file)
      .map((line) => ({ line, by: random() }))
      .toSorted((a, b) => a.by - b.by)
      .map(({ line }) => line)
      .join('\r\n'),
  'bytes of no encoding': (file, random) => {
    const bytes = Buffer.from(file)
    for (let i = 0; i < 20; i += 1) bytes[place(bytes.length, random)] = 0x80 + place(0x7f, random)
    return bytes
  },
  zeros: (file, random) => {
    const at = place(file.length, random)
    return `${file.slice(0, at)}${'\0'.repeat(50)}${file.slice(at)}`
  },
  'half of UTF-16': (file) => Buffer.from(`\ufeff${file}`, 'utf16le').subarray(0, file.length),
  'UTF-16 without a mark': (file) => Buffer.from(file, 'utf16le'),
  'a page': (_, random) => `<!doctype html><title>Sign in ${random()}</title>`,
  JSON: () => '{"error":"unauthorized"}',
  nothing: () => '',
  'no events': () => 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nEND:VCALENDAR\r\n',
  'larger than allowed': (file) =>
    file.replace('END:VCALENDAR', `X-FILL:${'x'.repeat(2_200_000)}\r\nEND:VCALENDAR`),
  'a line that does not end': (file) => file.replace('VERSION', `X-LONG:${'y'.repeat(400_000)}\r\nVERSION`),
  'nested without end': (file) => `${'BEGIN:VCALENDAR\r\n'.repeat(5_000)}${file}`,
  'repeats every second': (file) => withRule(file, 'FREQ=SECONDLY'),
  'repeats a thousand times a day': (file) =>
    withRule(
      file,
      `FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, i) => i).join(',')};BYMINUTE=${Array.from({ length: 60 }, (_, i) => i).join(',')}`,
    ),
  'repeats for ever': (file) => withRule(file, 'FREQ=DAILY;INTERVAL=1'),
  'repeats on a day that never comes': (file) => withRule(file, 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  'rule of nonsense': (file, random) => withRule(file, `FREQ=${random()};COUNT=-1;UNTIL=never`),
  'days that are none': (file) => file.replaceAll(/(DTSTART|DTEND)([^:]*):(\d{6})\d\d/g, '$1$2:$399'),
  'no beginnings': (file) => file.replaceAll(/^DTSTART.*\r?\n/gm, ''),
  'two beginnings': (file) => file.replaceAll(/^(DTSTART.*)$/gm, '$1\r\n$1'),
  'ends before it begins': (file) => file.replaceAll(/DTEND([^:]*):\d{8}/g, 'DTEND$1:20200101'),
  'names of prototypes': (file) =>
    file.replaceAll(/^UID:.*$/gm, 'UID:__proto__').replaceAll(/^SUMMARY:/gm, '__proto__;constructor=x:'),
  'thousands of events': (file) => {
    const [event = ''] = /BEGIN:VEVENT[\s\S]*?END:VEVENT\r?\n/.exec(file) ?? []
    return file.replace('END:VCALENDAR', `${event.repeat(6_000)}END:VCALENDAR`)
  },
}

export const kindsOfDamage = Object.keys(damages)

/** Returns `count` files with every kind of damage equally often. */
export function damagedFiles(good: string, { seed, count }: { seed: number; count: number }): DamagedFile[] {
  const stream = new SeededRandom(seed)
  const random = () => stream.next()
  return Array.from({ length: count }, (_, index) => {
    const kind = kindsOfDamage[index % kindsOfDamage.length] ?? ''
    const file = damages[kind]?.(good, random) ?? good
    return { how: kind, bytes: typeof file === 'string' ? Buffer.from(file) : file }
  })
}
