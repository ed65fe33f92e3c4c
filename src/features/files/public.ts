/** Files of listings, and the addresses they are put to and seen at. */
export { extensionOf } from './content-types.ts'
export { files } from './plugin.ts'
export { deleteListingFile, listingFiles } from './queries.ts'
export { isPathOf, pathOf, signUpload } from './upload-token.ts'
