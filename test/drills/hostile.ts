/** Values nobody would send by mistake only. */
import type { Random } from './random.ts'

/** Text that goes into a body as it is: what `JSON.stringify` would not write. */
export class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** JSON with raw parts in it. */
export function toJson(value: unknown): string {
  if (value instanceof Raw) return value.json
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, part]) => `${JSON.stringify(name)}:${toJson(part)}`)
      .join()}}`
  return JSON.stringify(value) ?? 'null'
}

export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '$ref',
]

export const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\ufeff',
  '\u202etxt.exe',
  'e\u0301'.repeat(50),
  '👨‍👩‍👧‍👦'.repeat(40),
  "' or '1'='1",
  '"; drop table listings; --',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2fetc',
  '%00',
  '%',
  '\r\nx-injected: 1',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  ...prototypeNames,
  'a'.repeat(300),
  'a'.repeat(6_000),
  '0',
  '-1',
  '00017',
  '1e3',
  '0x10',
  '1.5',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '999999999999999999',
  '1'.repeat(400),
  '١٢٣',
  '2026-02-30',
  '2027-02-29',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13',
  '-000001-01-01',
  '2026-1-1',
  '2026-01-01T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '0001-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00',
  'javascript:alert(1)',
  'http://[::1',
]

const deep = (open: string, close: string, depth: number) =>
  new Raw(open.repeat(depth) + '0' + close.repeat(depth))

export const values: readonly unknown[] = [
  ...texts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  0.1 + 0.2,
  2 ** 31,
  2 ** 53,
  1e21,
  1e308,
  new Raw('-0'),
  new Raw('1e400'),
  new Raw('-1e400'),
  new Raw('9007199254740993'),
  new Raw('12345678901234567890123456789.123456789'),
  new Raw('0.00000000000000000000000000001'),
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  new Raw('{"__proto__":{"isAdmin":true}}'),
  new Raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
  new Raw('"\\ud83d"'),
  deep('[', ']', 60),
  deep('{"a":', '}', 60),
  deep('[', ']', 5_000),
  deep('{"a":', '}', 5_000),
  Array.from({ length: 1_001 }, (_, at) => at),
]

const copied = (value: unknown): unknown =>
  value instanceof Raw || typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(copied)
      : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copied(part)]))

type Holder = Record<string | number, unknown>

function holders(value: unknown): Holder[] {
  if (value instanceof Raw || typeof value !== 'object' || value === null) return []
  return [value as Holder, ...Object.values(value).flatMap(holders)]
}

/** The body with one thing wrong somewhere in it. */
export function spoiled(body: unknown, random: Random): unknown {
  const copy = copied(body)
  const holder = holders(copy)
  if (holder.length === 0) return random.pick(values)
  const at = random.pick(holder)
  const names = Object.keys(at)
  const name = names.length > 0 ? random.pick(names) : 'x'
  switch (random.int(0, 6)) {
    case 0:
      delete at[name]
      break
    case 1:
      at[name] = [at[name]]
      break
    case 2:
      at[`${name}X`] = at[name] ?? 1
      break
    case 3:
      Object.defineProperty(at, random.pick(prototypeNames), {
        value: { x: 1 },
        enumerable: true,
        configurable: true,
      })
      break
    default:
      at[name] = random.pick(values)
  }
  return copy
}

/** Bytes that are no good body, whatever the fields are. */
export function brokenBody(json: string, random: Random): Buffer {
  const broken: (string | Buffer)[] = [
    '',
    ' ',
    '{',
    json.slice(0, -1),
    `${json}${json}`,
    `\ufeff${json}`,
    json.replace('{', '{"id":1,"id":2,'),
    json.replace('{', '{,'),
    `{"a":NaN}`,
    'null',
    '[]',
    '0',
    '"text"',
    'a=1&b=2',
    `{"a":"\u0000"}`,
    `{"a":"\\u0000\\ud800"}`,
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
    Buffer.from(json, 'utf16le'),
    `{"a":${'['.repeat(100_000)}`,
    `{"name":"${'a'.repeat(1_500_000)}"}`,
  ]
  const bytes = random.pick(broken)
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes
}

export const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  'nonsense',
  '/',
  '',
]

/** Headers of any request, by name. Only what an HTTP client can send. */
export const headers: readonly [string, string | string[]][] = [
  ['x-request-id', 'a b'],
  ['x-request-id', 'x'.repeat(500)],
  ['x-request-id', '<script>'],
  ['x-request-id', ['one', 'two']],
  ['x-workspace-id', '0'],
  ['x-workspace-id', '-1'],
  ['x-workspace-id', '999999999999999999'],
  ['x-workspace-id', '9'.repeat(40)],
  ['x-workspace-id', "1' or '1'='1"],
  ['x-workspace-id', '__proto__'],
  ['x-account-id', '0'],
  ['x-account-id', '9'.repeat(40)],
  ['x-account-id', '\u00e9'],
  ['x-account-id', 'constructor'],
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(256)],
  ['idempotency-key', '\u00e9'],
  ['idempotency-key', 'toString'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic Zm9vOmJhcg=='],
  ['authorization', `Bearer ${'x'.repeat(5_000)}`],
  ['authorization', 'Bearer \u00ff\u00fe'],
  ['accept', 'application/xml'],
  ['accept', '*/*;q=nonsense'],
  ['accept-encoding', 'gzip;q=0, br;q=0, *;q=0'],
  ['content-encoding', 'gzip'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0'],
  ['origin', 'null'],
  ['cookie', 'a=b; '.repeat(100)],
  ['x-forwarded-for', '127.0.0.1, 10.0.0.1, nonsense'],
  ['forwarded', 'for="[::1]";proto=gopher'],
  ['x-http-method-override', 'DELETE'],
]
