/** File types that are stored and shown to anybody with the address. None runs code in a browser. */
const typeByExtension: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  pdf: 'application/pdf',
}

const extensionByType = Object.fromEntries(
  Object.entries(typeByExtension).map(([extension, type]) => [type, extension]),
)

export const extensionOf = (contentType: string): string | undefined => extensionByType[contentType]

/** undefined: offered for download only. */
export const contentTypeOf = (path: string): string | undefined =>
  typeByExtension[path.split('.').at(-1) ?? '']
