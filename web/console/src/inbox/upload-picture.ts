/** Pictures for messages: they are uploaded to the pictures of the listing, and removed once the channel has them. */
import { problemOf } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import { serverRoot } from '../server-root.ts'
import type { MessageFile } from './unsent.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

const typeOf = (file: File) => pictureTypes.find((type) => type === file.type)

export async function uploadPicture(listingId: string, file: File): Promise<MessageFile> {
  const fileType = typeOf(file)
  if (fileType === undefined) throw new TypeError(`${file.type} is no picture`)
  const { token, path, publicUrl } = await answerOf(
    client.POST('/v1/listings/{id}/photos/upload-url', {
      params: { path: { id: listingId } },
      body: { fileName: file.name, fileType, fileSize: file.size },
    }),
  )
  const response = await fetch(new URL(`v1/uploads/${token}`, serverRoot), { method: 'PUT', body: file })
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response)
  return { url: publicUrl, name: file.name, path }
}

export async function removePictures(listingId: string, files: readonly MessageFile[]): Promise<void> {
  for (const { path } of files)
    if (path !== null)
      await client.DELETE('/v1/listings/{id}/photos', { params: { path: { id: listingId } }, body: { path } })
}
