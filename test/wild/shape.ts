/** A shape that a vendor was seen to send, and what it must become: one JSON file each, in the folder of its vendor. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { XmlDocument } from '../../src/connector-kit/xml-document.ts'
import { readXml } from '../../src/connector-kit/xml.ts'

/** What the vendor answers to a call. `path` without its query; `query` where calls of one path differ by it. */
export interface ShapeAnswer {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string>
  /** A part of the body by which calls of one path differ, for GraphQL and RPC. */
  body?: object
  json?: unknown
  /** An XML body. */
  xml?: string
  /** An error in place of an answer. */
  status?: number
}

export interface WildShape {
  /** One sentence: what is unusual about it. */
  about: string
  /** Where the shape was seen: an address, and when where that is known. */
  source: string
  /** An operation of the connector that reads, such as `reservations.page`, or `inbound.receive`. */
  call: string
  /** What the operation is asked for: its second argument. A request for `inbound.receive`. */
  asked?: unknown
  answers?: ShapeAnswer[]
  /** The instant at which it is read; 2027-06-01T12:00:00Z unless told. */
  now?: string
  /** Every record that must come, in any order: each by `externalId` with the fields that matter. */
  records?: Record<string, unknown>[]
  /** Ids of rows that must be failures, in any order. */
  failures?: string[]
  /** Fields noted as unreadable, by the id of the record. */
  unread?: Record<string, string[]>
  /** For `inbound.receive`. */
  hints?: { entity: string; externalId: string }[]
}

export interface ShapeFile {
  vendor: string
  name: string
  shape: WildShape
}

const folder = import.meta.dirname

/** All of them. `_common.json` of a vendor holds answers that all its shapes share. */
export function wildShapes(): ShapeFile[] {
  const vendors = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return vendors.flatMap(({ name: vendor }) => {
    const files = readdirSync(path.join(folder, vendor)).filter((file) => file.endsWith('.json'))
    const read = (file: string) => JSON.parse(readFileSync(path.join(folder, vendor, file), 'utf8'))
    const common: ShapeAnswer[] = files.includes('_common.json') ? read('_common.json') : []
    return files
      .filter((file) => !file.startsWith('_'))
      .map((file) => {
        const shape: WildShape = read(file)
        const answers = [...(shape.answers ?? []), ...common]
        return { vendor, name: file.slice(0, -'.json'.length), shape: { ...shape, answers } }
      })
  })
}

/** The body as a connector is given it. */
export function bodyOf(answer: ShapeAnswer): unknown {
  return answer.xml === undefined ? structuredClone(answer.json) : new XmlDocument(readXml(answer.xml).root)
}
