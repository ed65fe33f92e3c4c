export class ExpressionError extends Error {
  override name = 'ExpressionError'
  /** The position of the wrong character counts from 1. */
  readonly position: number
  readonly fix: string

  constructor(problem: string, at: number, fix: string) {
    super(problem)
    this.position = at + 1
    this.fix = fix
  }
}
