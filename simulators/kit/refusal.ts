import type { VendorAnswer } from './definition.ts'

/** Whoever reads a request throws it to answer as the vendor would. */
export class Refusal extends Error {
  readonly answer: VendorAnswer

  constructor(answer: VendorAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}
