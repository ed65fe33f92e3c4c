/**
 * The nights of a listing of a market, packed: four bytes a night, least byte first. 0: the file says nothing of it. Else the
 * price in hundredths and one more, so that 1 is a night without a price; below zero the night is taken. Pure.
 */
export interface PackedNight {
  /** Sold, or closed by the host: the files do not tell which. */
  taken: boolean
  /** Hundredths of the currency; null: none is said. */
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

/** Null where the calendar does not reach, or says nothing. */
export function nightAt(packed: Buffer | null, at: number): PackedNight | null {
  if (packed === null || at < 0 || (at + 1) * bytes > packed.length) return null
  return unpackedNight(packed.readInt32LE(at * bytes))
}
