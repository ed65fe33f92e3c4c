/** The description names every type at once. */
export const imageType = 'image/*'

export class ImageBytes {
  readonly bytes: Buffer
  readonly contentType: string
  /** Equal digests mean equal bytes. */
  readonly digest: string

  constructor(bytes: Buffer, { contentType, digest }: { contentType: string; digest: string }) {
    this.bytes = bytes
    this.contentType = contentType
    this.digest = digest
  }
}
