/** The control interface got wrong input; the text goes to the person who drives the simulator. */
export class ControlError extends Error {
  readonly status: 400 | 404 | 409

  constructor(message: string, status: 400 | 404 | 409 = 400) {
    super(message)
    this.status = status
  }
}
