/**
 * Packs nights into four bytes each, little-endian. 0 is unknown. Otherwise the value is the price in hundredths plus
 * one, negative if the night is taken.
 */
export interface PackedNight {
  /** Sold or closed by the host, since the files do not distinguish these. */
  taken: boolean
  /** Hundredths of the currency; null if no price is given. */
  price: number | null
}

const bytes = 4

export const packedNight = ({ taken, price }: PackedNight): number => (taken ? -1 : 1) * ((price ?? 0) + 1)

export function unpackedNight(value: number): PackedNight | null {
  if (value === 0) return null
  const price = Math.abs(value) - 1
  return { taken: value < 0, price: price === 0 ? null : price }
}

export function pack(values: Int32Array): Buffer {
  const packed = Buffer.alloc(values.length * bytes)
  values.forEach((value, at) => packed.writeInt32LE(value, at * bytes))
  return packed
}

/** Returns null if the calendar does not cover the night. */
export function nightAt(packed: Buffer | null, at: number): PackedNight | null {
  if (packed === null || at < 0 || (at + 1) * bytes > packed.length) return null
  return unpackedNight(packed.readInt32LE(at * bytes))
}
