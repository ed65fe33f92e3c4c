/** Builds request bodies with files. */
import { randomUUID } from 'node:crypto'

export interface FilePart {
  name: string
  filename: string
  contentType: string
  bytes: Buffer
}

/** Fields come before the file, because some readers ignore later ones. */
export class MultipartBody {
  readonly contentType: string
  readonly bytes: Buffer

  constructor(fields: Readonly<Record<string, string>>, file: FilePart) {
    const boundary = `part-${randomUUID()}`
    const head = (lines: readonly string[]) => Buffer.from([`--${boundary}`, ...lines, '', ''].join('\r\n'))
    const end = Buffer.from('\r\n')
    const fieldParts = Object.entries(fields).flatMap(([name, value]) => [
      head([`content-disposition: form-data; name="${quoted(name)}"`]),
      Buffer.from(value),
      end,
    ])
    const ofFile = `content-disposition: form-data; name="${quoted(file.name)}"; filename="${quoted(file.filename)}"`
    this.contentType = `multipart/form-data; boundary=${boundary}`
    this.bytes = Buffer.concat([
      ...fieldParts,
      head([ofFile, `content-type: ${file.contentType}`]),
      file.bytes,
      end,
      Buffer.from(`--${boundary}--\r\n`),
    ])
  }
}

/** Escapes as browsers do, so that a name cannot end its quotes or its line. */
const quoted = (text: string): string =>
  text.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
