/** Pictures uploaded for a listing. */
import type {
  PhotoDeleted,
  PhotoUpload,
  PhotoUploadBody,
  StoredPhotos,
} from '../../contract/listing-write.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { randomToken } from '../../platform/crypto.ts'
import type { Scope } from '../../platform/tenant.ts'
import { deleteListingFile, listingFiles } from './files/queries.ts'
import { extensionOf } from './files/content-types.ts'
import { isPathOf, pathOf, signUpload } from './files/upload-token.ts'
import type { Services } from '../../services.ts'
import type { RouteWriteContext } from '../route.ts'

const openForSeconds = 3600
const nameLength = 24

const photoUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, path: string) => `${publicUrl}/files/${path}`

export function createUpload(
  services: Services,
  { workspaceId }: Scope,
  listingId: string,
  { fileType, fileSize }: PhotoUploadBody,
): PhotoUpload {
  const grant = {
    workspaceId,
    listingId,
    name: `${randomToken(nameLength)}.${String(extensionOf(fileType))}`,
    size: fileSize,
    expires: Math.floor(services.clock.now().getTime() / 1000) + openForSeconds,
  }
  const token = signUpload(services.vault, grant)
  const path = pathOf(grant)
  return {
    listingId,
    uploadUrl: `${services.publicUrl}/v1/uploads/${token}`,
    token,
    path,
    publicUrl: photoUrl(services, path),
    expiresIn: openForSeconds,
    nextStep: `Send the bytes with PUT to uploadUrl, then name publicUrl in \`photos\` of PUT /v1/listings/${listingId}/content.`,
  }
}

export async function storedPhotos(
  services: Services,
  scope: Scope,
  listingId: string,
): Promise<StoredPhotos> {
  const files = await listingFiles(services.db, scope, listingId)
  return {
    listingId,
    photos: files.map(({ path, size, created_at: createdAt }) => ({
      url: photoUrl(services, path),
      path,
      size,
      createdAt: createdAt.toISOString(),
    })),
  }
}

export async function deletePhoto(
  context: RouteWriteContext,
  listingId: string,
  path: string,
  dryRun: boolean,
): Promise<PhotoDeleted> {
  const { services, scope } = context
  const missing = () =>
    new ApiError('not_found', `Listing ${listingId} has no uploaded picture ${path.slice(0, 200)}.`, {
      field: 'path',
      value_received: path.slice(0, 200),
    })
  if (!isPathOf(scope, listingId, path)) throw missing()
  if (dryRun) {
    const files = await listingFiles(services.db, scope, listingId)
    if (!files.some((file) => file.path === path)) throw missing()
    return { listingId, deleted: true, dryRun: true }
  }
  const deleted = await writeOnce(context, async (tx) => {
    if (!(await deleteListingFile(tx, scope, listingId, path))) throw missing()
    return { listingId, deleted: true }
  })
  // Delete the bytes last: bytes without a row are waste, a row without bytes is a broken picture.
  await services.objects.delete(path)
  return deleted
}
