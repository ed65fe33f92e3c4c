/** Sends a picture to the server and answers the address where it is kept. */
import { answerOf, client } from '../api/client.ts'
import { offlineProblem, problemOf } from '../api/api-problem.ts'
import type { components } from '../api/schema.ts'
import { serverRoot } from '../server-root.ts'

type FileType = components['schemas']['PhotoUploadBody']['fileType']

export const fileTypes: readonly FileType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]
const mostBytes = 15 * 1024 * 1024

const isFileType = (type: string): type is FileType => (fileTypes as readonly string[]).includes(type)

/** False for what the server would refuse. */
export const isUploadable = ({ type, size }: File): boolean =>
  isFileType(type) && size > 0 && size <= mostBytes

export async function uploadPhoto(listingId: string, file: File): Promise<string> {
  const { name, type, size } = file
  const { token, publicUrl } = await answerOf(
    client.POST('/v1/listings/{id}/photos/upload-url', {
      params: { path: { id: listingId } },
      body: { fileName: name.slice(0, 300), fileType: type as FileType, fileSize: size },
    }),
  )
  // The token is the whole proof, and the console may only send to the server that it came from.
  const target = new URL(`v1/uploads/${token}`, serverRoot)
  const answer = await fetch(target, { method: 'PUT', body: file, headers: { 'content-type': type } }).catch(
    () => {
      throw offlineProblem()
    },
  )
  if (!answer.ok) throw problemOf(await answer.json().catch(() => undefined), answer)
  return publicUrl
}
