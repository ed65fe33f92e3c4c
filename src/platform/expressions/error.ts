export class ExpressionError extends Error {
  override name = 'ExpressionError'
  /** Position of the wrong character, counted from 1. */
  readonly position: number
  readonly fix: string

  constructor(problem: string, at: number, fix: string) {
    super(problem)
    this.position = at + 1
    this.fix = fix
  }
}
