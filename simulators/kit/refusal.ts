import type { VendorAnswer } from './definition.ts'

/** Thrown by whoever reads a request; answered as the vendor would. */
export class Refusal extends Error {
  readonly answer: VendorAnswer

  constructor(answer: VendorAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/** What was asked for; where it is not there, that is the answer. */
export function found<T>(row: T | undefined, missing: VendorAnswer): T {
  if (row === undefined) throw new Refusal(missing)
  return row
}
