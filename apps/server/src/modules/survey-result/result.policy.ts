import { askedOf } from '../survey-response/index.ts'

/** The responses of a survey that filters leave, of those that the actor sees: the same as in their list. */
export const responsesOf = askedOf
