/** Checks a request's pictures before anything is sent. */
import { createHash } from 'node:crypto'
import {
  largestImage,
  longestCaption,
  smallestImage,
  type CheckedPhoto,
  type NewPhoto,
} from '../../../../contract/channel-content/photos.ts'
import { ApiError } from '../../../../platform/api-error.ts'

interface ImageKind {
  contentType: CheckedPhoto['contentType']
  /** Recognises the type by the first bytes. */
  begins(bytes: Buffer): boolean
}

const kinds: readonly ImageKind[] = [
  { contentType: 'image/jpeg', begins: (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff },
  {
    contentType: 'image/png',
    begins: (bytes) =>
      bytes.toString('hex', 0, 8) === '89504e470d0a1a0a' && bytes.toString('latin1', 12, 16) === 'IHDR',
  },
]

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

function invalidPhotoError(index: number, field: string, message: string): ApiError {
  return new ApiError('validation_error', message, { field: `photos[${index}].${field}` })
}

function checkPhoto({ metadata: _, ...photo }: NewPhoto, index: number): CheckedPhoto {
  const { image } = photo
  if (image.length % 4 !== 0 || !base64.test(image))
    throw invalidPhotoError(
      index,
      'image',
      'The image is not Base64, as it is without line breaks and without `data:`.',
    )
  const bytes = Buffer.from(image, 'base64')
  if (bytes.length < smallestImage || bytes.length > largestImage)
    throw invalidPhotoError(
      index,
      'image',
      `The image has ${bytes.length} bytes; Airbnb takes 50 KB to 25 MB.`,
    )
  const kind = kinds.find(({ begins }) => begins(bytes))
  if (!kind)
    throw invalidPhotoError(
      index,
      'image',
      'The image is neither a JPEG nor a PNG, which are what Airbnb takes.',
    )
  assertCaption(photo.caption, `photos[${index}].caption`)
  const digest = createHash('sha256').update(bytes).digest('base64url')
  return { ...photo, contentType: kind.contentType, digest }
}

/** Throws for the first picture that cannot be sent. */
export const checkPhotos = (photos: readonly NewPhoto[]): CheckedPhoto[] => photos.map(checkPhoto)

export function assertCaption(caption: string | undefined, field: string): void {
  const length = [...(caption ?? '')].length
  if (length <= longestCaption) return
  throw new ApiError('validation_error', `Airbnb takes captions of at most ${longestCaption} characters.`, {
    field,
  })
}
