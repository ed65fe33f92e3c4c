/** Measures a JSON text over its bytes as they arrive, because parsing and processing cost time per value. */
export interface JsonShape {
  /** Members of objects and entries of lists count. */
  values: number
  /** Lists and objects nest to this depth. */
  depth: number
  /** A member's name has at most this many bytes. */
  nameBytes: number
}

/** Thrown when the text exceeds this limit. */
export class JsonTooMuch extends Error {
  override name = 'JsonTooMuch'
  readonly limit: keyof JsonShape
  constructor(limit: keyof JsonShape) {
    super(`the JSON goes over its limit of ${limit}`)
    this.limit = limit
  }
}

const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** `__proto__` and `constructor` have these lengths. */
const poisonLengths = [9, 11]

/** Malformed JSON is measured to the same limits; the parser reports what is wrong. */
export class JsonMeter {
  readonly #shape: JsonShape
  /** Each level is marked as object or list. */
  readonly #isObject: Uint8Array
  #depth = 0
  #values = 0
  #isInText = false
  #isEscaped = false
  /** True when the next text is a member's name. */
  #isName = false
  #nameBytes = 0
  #mayPoison = false

  constructor(shape: JsonShape) {
    this.#shape = shape
    this.#isObject = new Uint8Array(shape.depth + 1)
  }

  /** True when a name may reach into prototypes. */
  get mayPoison(): boolean {
    return this.#mayPoison
  }

  /** Takes the next bytes; throws where they exceed a limit. */
  take(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length) {
      if (this.#isInText) {
        at = this.#takeText(bytes, at)
        continue
      }
      const one = bytes[at]
      at += 1
      if (one === byte.quote) {
        this.#isInText = true
        this.#nameBytes = 0
      } else if (one === byte.openList || one === byte.openObject) this.#open(one === byte.openObject)
      else if (one === byte.closeList || one === byte.closeObject) {
        if (this.#depth > 0) this.#depth -= 1
        this.#isName = false
      } else if (one === byte.comma) {
        this.#count()
        this.#isName = this.#isObject[this.#depth] === 1
      } else if (one === byte.colon) this.#isName = false
    }
  }

  /** Reads to the end of a text or of the bytes, and returns that position. */
  #takeText(bytes: Uint8Array, from: number): number {
    let at = from
    if (this.#isEscaped) {
      this.#isEscaped = false
      at += 1
    }
    while (at < bytes.length) {
      const one = bytes[at]
      if (one === byte.quote || one === byte.backslash) break
      at += 1
    }
    if (this.#isName) {
      this.#nameBytes += at - from
      if (this.#nameBytes > this.#shape.nameBytes) throw new JsonTooMuch('nameBytes')
    }
    if (at >= bytes.length) return at
    if (bytes[at] === byte.backslash) {
      this.#isEscaped = true
      this.#mayPoison ||= this.#isName
    } else {
      this.#isInText = false
      this.#mayPoison ||= this.#isName && poisonLengths.includes(this.#nameBytes)
    }
    return at + 1
  }

  #open(isObject: boolean): void {
    this.#depth += 1
    if (this.#depth > this.#shape.depth) throw new JsonTooMuch('depth')
    this.#isObject[this.#depth] = isObject ? 1 : 0
    this.#isName = isObject
    this.#count()
  }

  /** An opening bracket usually has a first value, and each comma adds one. */
  #count(): void {
    this.#values += 1
    if (this.#values > this.#shape.values) throw new JsonTooMuch('values')
  }
}
