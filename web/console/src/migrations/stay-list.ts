/** Reads a list of stays from a CSV file: any delimiter, any order of columns, dates as spreadsheets write them. Pure. */
import type { components } from '../api/schema.ts'

export type CheckedStay = components['schemas']['CheckedStay']

export const stayFields = ['confirmationCode', 'checkIn', 'checkOut'] as const
export type StayField = (typeof stayFields)[number]
/** Which column, counted from 0, holds which field; -1: none. */
export type StayColumns = Record<StayField, number>

export interface CsvTable {
  header: string[]
  rows: string[][]
}

/** The server compares this many at a time. */
export const mostStays = 10_000

const delimiters = [';', '\t', ',']

/** The delimiter that the first line has most of. */
function delimiterOf(content: string): string {
  const [line = ''] = content.split(/\r?\n/, 1)
  const countOf = (delimiter: string) => line.split(delimiter).length
  return delimiters.reduce((best, one) => (countOf(one) > countOf(best) ? one : best), ',')
}

/** Fields may be quoted, and quoted ones may hold delimiters, line ends and doubled quotes. */
export function readCsv(file: string): CsvTable {
  const content = file.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(content)
  const rows: string[][] = [[]]
  let field = ''
  let isQuoted = false
  const endField = () => {
    rows.at(-1)?.push(field.trim())
    field = ''
  }
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') field += sign
      else if (content[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && field.trim() === '') {
      field = ''
      isQuoted = true
    } else if (sign === delimiter) endField()
    else if (sign === '\n') {
      endField()
      rows.push([])
    } else if (sign !== '\r') field += sign
  }
  endField()
  const [header = [], ...body] = rows.filter((row) => row.some((value) => value !== ''))
  return { header, rows: body }
}

/** Words of headings, without accents, spaces and case. */
const headings: Record<StayField, RegExp> = {
  confirmationCode: /confirm|code|reference|reservationid|bookingid|numero/,
  checkIn: /checkin|arriv|startdate|datefrom|firstnight/,
  checkOut: /checkout|depart|enddate|dateto/,
}

export function guessColumns({ header }: CsvTable): StayColumns {
  const plain = header.map((title) =>
    title
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  )
  const find = (field: StayField) => plain.findIndex((title) => headings[field].test(title))
  return { confirmationCode: find('confirmationCode'), checkIn: find('checkIn'), checkOut: find('checkOut') }
}

function dateOf(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : null
}

/** `2026-07-01`, `1.7.2026`, `13/7/2026`; null where it is no date, or day and month could be taken for each other. */
export function readDate(value: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(value)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const [, first, sign, second, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(value) ?? []
  if (sign === '.' || Number(first) > 12 || first === second) return dateOf(year, second, first)
  return Number(second) > 12 ? dateOf(year, first, second) : null
}

export interface StayList {
  stays: CheckedStay[]
  /** Lines of the file, its heading is line 1, whose dates cannot be read. */
  badLines: number[]
}

export function staysOf({ rows }: CsvTable, columns: StayColumns): StayList {
  const list: StayList = { stays: [], badLines: [] }
  for (const [index, row] of rows.entries()) {
    const [confirmationCode = '', checkIn, checkOut] = [
      row[columns.confirmationCode],
      readDate(row[columns.checkIn] ?? ''),
      readDate(row[columns.checkOut] ?? ''),
    ]
    if (checkIn == null || checkOut == null) list.badLines.push(index + 2)
    else list.stays.push({ confirmationCode: confirmationCode.slice(0, 200), checkIn, checkOut })
  }
  return list
}
