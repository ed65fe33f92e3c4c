/** Ids as the vendor's database makes them: when, where and a number, in 24 hexadecimal digits. */
export class ObjectIds {
  #next = 1

  make(atMs: number): string {
    const seconds = Math.floor(atMs / 1000)
    return hex(seconds, 8) + '7c1e9ab034' + hex(this.#next++, 6)
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0').slice(-digits)
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}

export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
