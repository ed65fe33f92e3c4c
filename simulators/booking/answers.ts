/** Every answer carries the request's id: `meta.ruid` in JSON, a comment behind the root in XML. */
import type { FastifyRequest } from 'fastify'
import { writeXml, xml } from '../../src/connector-kit/xml-write.ts'
import type { Xml } from '../../src/connector-kit/xml.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'

/** The vendor's error codes. */
export const codes = {
  notProcessed: 193,
  invalid: 320,
  missing: 321,
  unknown: 394,
  system: 448,
  unable: 450,
  forbidden: 497,
  restricted: 733,
} as const

export interface Wrong {
  code: number
  text: string
  /** In JSON, the paths of the wrong fields. */
  fields?: string[]
  /** In OTA, the id of the element that failed. */
  record?: string
}

const otaNamespace = 'http://www.opentravel.org/OTA/2003/05'
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Where the words stand is documented, the words themselves are not. */
const endingPart = 'max_children_that_pay_children_rate is deprecated and will be removed on 2026-07-07'

/** Requests of OTA, as the queues send them, have no place for warnings. */
function withWarning(root: Xml): Xml {
  if (root.name.endsWith('RQ')) return root
  const warnings = root.name.startsWith('OTA_')
    ? xml('Warnings', {}, [xml('Warning', { Type: 3, ShortText: endingPart })])
    : xml('warnings', {}, [xml('warning', { code: 'WARN_DEPRECATED' }, [xml('message', {}, endingPart)])])
  return { ...root, children: [...root.children, warnings] }
}

export class AnswerWriter {
  readonly #random: SeededRandom
  readonly #now: () => string
  readonly #announces: boolean

  /** `announces` adds the warning of a deprecated part to the bodies of successes. */
  constructor(random: SeededRandom, now: () => string, announces = false) {
    this.#random = random
    this.#now = now
    this.#announces = announces
  }

  ruid(): string {
    return `UmFuZG9tSVYkc2RlIyh9Y${this.#random.word(75, signs)}`
  }

  json(data: unknown, { warnings = [] as readonly object[], meta = {}, status = 200 } = {}): VendorAnswer {
    const ends = this.#announces ? [{ code: codes.restricted, message: endingPart }] : []
    const all = [...warnings, ...ends]
    return { status, body: { meta: { ruid: this.ruid(), ...meta }, data, warnings: all, errors: [] } }
  }

  jsonErrors(status: number, ...wrong: readonly Wrong[]): VendorAnswer {
    const errors = wrong.map(({ code, text, fields }) => ({
      code,
      message: text,
      description: text,
      ...(fields === undefined ? {} : { details: { fields } }),
    }))
    return { status, body: { meta: { ruid: this.ruid() }, data: null, warnings: [], errors } }
  }

  xml(root: Xml, status = 200): VendorAnswer {
    const headers = { 'content-type': 'application/xml; charset=utf-8' }
    const body = this.#announces && status === 200 ? withWarning(root) : root
    return { status, headers, body: writeXml(body, `RUID: [${this.ruid()}]`) }
  }

  /** A message of OTA, in our version or the vendor's. */
  ota(name: string, content: readonly (Xml | undefined)[], status = 200, version?: string): VendorAnswer {
    const attributes = { xmlns: otaNamespace, TimeStamp: this.#now(), Target: 'Production', Version: version }
    return this.xml(xml(name, attributes, content), status)
  }

  otaErrors(name: string, status: number, wrong: readonly Wrong[]): VendorAnswer {
    const errors = wrong.map(({ code, text, record }) =>
      xml('Error', { Type: 3, Code: code, RecordID: record, Status: 'NotProcessed', ShortText: text }),
    )
    return this.ota(name, [xml('Errors', {}, errors)], status)
  }

  fault(status: number, text: string): VendorAnswer {
    return this.xml(xml('fault', { code: status, string: text }), status)
  }

  /** Reports errors in the form of the API family that was called. */
  wrong({ url }: FastifyRequest, status: number, ...wrong: readonly Wrong[]): VendorAnswer {
    const path = url.split('?')[0] ?? ''
    const message = /^\/hotels\/ota\/(\w+)/.exec(path)?.[1]
    if (message !== undefined) return this.otaErrors(`${message}RS`, status, wrong)
    if (path.startsWith('/hotels/')) return this.fault(status, wrong[0]?.text ?? '')
    return this.jsonErrors(status, ...wrong)
  }
}
