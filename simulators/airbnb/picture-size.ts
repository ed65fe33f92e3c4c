/** Reads a picture's size from its first bytes; undefined if it is no picture of that type. */
export function pictureSize(
  bytes: Buffer,
  contentType: string,
): { width: number; height: number } | undefined {
  try {
    return contentType === 'image/png' ? pngSize(bytes) : jpegSize(bytes)
  } catch {
    // The file ends before its size.
    return undefined
  }
}

function pngSize(bytes: Buffer) {
  const isPng = bytes.readUInt32BE(0) === 0x89504e47 && bytes.toString('latin1', 12, 16) === 'IHDR'
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined
}

function jpegSize(bytes: Buffer) {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  for (;;) {
    const marker = bytes.readUInt16BE(at)
    // Frames are markers C0 to CF except three, which are tables.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
}
