/** Looks every hour at when the certificate of the public address ends, as a caller sees it. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../../platform/config.ts'

const lookEveryMs = 3_600_000
const answerMs = 5_000

export interface CertificateEnd {
  name: string
  seconds: number
}

export class CertificateWatch {
  readonly #address: URL | undefined
  #validTo: Date | null = null
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor({ publicUrl }: Pick<Config, 'publicUrl'>) {
    const address = publicUrl === undefined ? undefined : new URL(publicUrl)
    this.#address = address?.protocol === 'https:' ? address : undefined
  }

  /** Returns nothing where there is no certificate, or where it cannot be reached from here. */
  async read(now: Date): Promise<CertificateEnd[]> {
    if (this.#address === undefined) return []
    if (now.getTime() - this.#lookedAt >= lookEveryMs) {
      this.#lookedAt = now.getTime()
      this.#validTo = await validTo(this.#address).catch(() => this.#validTo)
    }
    if (this.#validTo === null) return []
    return [{ name: 'public_url', seconds: (this.#validTo.getTime() - now.getTime()) / 1000 }]
  }
}

/** An ended or unknown certificate is read as well: it is why somebody looks. */
function validTo({ hostname, port }: URL): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>()
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    ...{ host, port: Number(port || 443), timeout: answerMs, rejectUnauthorized: false },
    // TLS names hosts and no addresses.
    ...(isIP(host) === 0 ? { servername: host } : {}),
  })
  socket.once('secureConnect', () => resolve(new Date(socket.getPeerCertificate().valid_to)))
  socket.once('timeout', () => reject(new Error('no answer')))
  socket.once('error', reject)
  return promise.finally(() => socket.destroy())
}
