import { orUnset } from '../../connector-kit/answers.ts'

/** null instead of an error for a room type whose rates nobody has entered yet. */
export const orNoRates = (answer: Promise<unknown>): Promise<unknown> => orUnset(answer, 'NoRateDefined')
