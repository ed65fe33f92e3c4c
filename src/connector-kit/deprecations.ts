/**
 * Vendors announce the end of a call in its answers: by `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), by headers
 * of their own, or by warnings in the body.
 */
import { pathPattern } from '../platform/spans.ts'
import type { VendorAnswer, VendorSignals } from './answer.ts'
import type { Redactor } from './redact.ts'

export interface VendorDeprecation {
  /** Ids of records are taken out of the path: `GET /v1/reservations/{id}`. */
  call: string
  message: string
  /** Null if the vendor names no date in a header. */
  endsAt: string | null
  link: string | null
}

/** Gets what the answers of one piece of work announce. */
export interface DeprecationWatch {
  announced(deprecation: VendorDeprecation): Promise<void>
}

// A home may be called Sunset Villa, so the bare word says nothing.
const announcement =
  /\bdeprecat(?:ed?|es|ing|ion)\b|\bsunset(?:ted|ting)\b|\b(?:is|be|was|been) sunset\b|\bdiscontinued\b|\bwill be (?:removed|retired|switched off)\b/i
/** One answer cannot fill the list of an account. */
const mostInAnAnswer = 3

interface AnsweredCall {
  method: string
  path: string
  answer: VendorAnswer
  signals: VendorSignals | undefined
  redactor: Redactor
}

export function deprecationsIn({
  method,
  path,
  answer,
  signals,
  redactor,
}: AnsweredCall): VendorDeprecation[] {
  const call = `${method} ${pathPattern(redactor.redact(path))}`
  const ofHeaders = headerAnnouncement(answer.headers)
  const words = (signals?.warningsOf?.(answer.json) ?? []).filter((text) => announcement.test(text))
  const inBody = words.map((message) => ({ message, endsAt: null, link: null }))
  return [...(ofHeaders === null ? [] : [ofHeaders]), ...inBody]
    .slice(0, mostInAnAnswer)
    .map(({ message, ...rest }) => ({ call, ...rest, message: redactor.excerpt(message) }))
}

type HeaderAnnouncement = Omit<VendorDeprecation, 'call'>

function headerAnnouncement(headers: VendorAnswer['headers']): HeaderAnnouncement | null {
  const { deprecation, sunset, link } = headers
  const since = isAbsent(deprecation) ? null : (structuredDate(deprecation) ?? httpDate(deprecation))
  const endsAt = httpDate(sunset)
  const said = Object.entries(headers).flatMap(([name, value]) => wordsOfHeader(name, value))
  if (isAbsent(deprecation) && endsAt === null && said.length === 0) return null
  const dates = [
    ...(since === null ? ['Deprecated.'] : [`Deprecated since ${since.slice(0, 10)}.`]),
    ...(endsAt === null ? [] : [`Ends on ${endsAt.slice(0, 10)}.`]),
  ]
  return { message: [...dates, ...said].join(' '), endsAt, link: linkIn(link) }
}

const isAbsent = (value: string | undefined): value is undefined =>
  value === undefined || /^(?:\s*|false|\?0)$/i.test(value)

/** Booking.com documents a warning in a header without its name; others use `Warning: 299` and `X-API-Warn`. */
function wordsOfHeader(name: string, value: string): string[] {
  if (name === 'deprecation' || name === 'sunset' || value.trim() === '') return []
  if (/deprecat|sunset/.test(name)) return [`${name}: ${value}`]
  return /warn/.test(name) && announcement.test(value) ? [value.replace(/^299 \S+ /, '')] : []
}

/** RFC 9745 writes seconds since 1970 behind an at sign. */
function structuredDate(value: string): string | null {
  const [, seconds] = /^@(\d{1,11})\b/.exec(value.trim()) ?? []
  return seconds === undefined ? null : new Date(Number(seconds) * 1000).toISOString()
}

function httpDate(value: string | undefined): string | null {
  // `Date.parse` takes a bare number for a year.
  if (value === undefined || !/\d{4}/.test(value) || !/[ -]/.test(value.trim())) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The page about the end comes before the call that takes its place. */
function linkIn(header: string | undefined): string | null {
  const links = [...(header ?? '').matchAll(/<(https?:[^>\s]{1,300})>\s*;([^<]*)/gi)]
  for (const relation of ['deprecation', 'sunset', 'successor-version']) {
    const [, url] =
      links.find(([, , about]) => new RegExp(`\\brel="?[^"]*${relation}`, 'i').test(about ?? '')) ?? []
    if (url !== undefined) return url
  }
  return null
}
