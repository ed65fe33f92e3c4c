import type { VendorAnswer } from './definition.ts'

/** Thrown by whoever reads a request; answered as the vendor would. */
export class Refusal extends Error {
  readonly answer: VendorAnswer

  constructor(answer: VendorAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}
